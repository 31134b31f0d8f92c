"""The architecture holds: imports point down without cycles, and games stay in their folders."""

import ast
import doctest
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from inspect import CO_OPTIMIZED
from pathlib import Path
from random import Random
from types import FrameType

import pytest

import kifu
from kifu import formats, replayer

from .imports import (
    FOLDERS,
    ROOT,
    Import,
    circles,
    computed_imports,
    imports,
    sources,
)

MODULES = sources()

# The layers from the top down: each may import those below it. The root re-exports what is public.
LAYERS = (
    "__main__",
    "cli",
    "testing",
    "lsp",
    "environments",
    "root",
    "api",
    "browser",
    "arena",
    "archive",
    "repair",
    "validation",
    "formats",
    "schemas",
    "replayer",
    "findings",
)
BELOW = {layer: {*LAYERS[number + 1 :]} for number, layer in enumerate(LAYERS)}


GIVEN = {"formats", "schemas", "cli", "replayer", "tests"}
BESIDE = {"docs", "examples", "benchmarks", "conformance", "editors"}
LEFT_OUT = {"build", "dist", "node_modules", "__pycache__"}
OF_CODE = (".py", ".pxd", ".ts", ".lark")


def files_of_code(folder: Path) -> Iterator[Path]:
    """Return the code files in and below a folder, relative to the root."""
    for path in folder.iterdir():
        if path.is_dir():
            if path.name[0] != "." and path.name not in LEFT_OUT:
                yield from files_of_code(path)
        elif path.suffix in OF_CODE:
            yield path.relative_to(ROOT)


def test_the_root_shows_the_architecture() -> None:
    code = list(files_of_code(ROOT))
    assert len({path.parts[0] for path in code if len(path.parts) > 1} - GIVEN - BESIDE) <= 10
    modules = {path.name for path in code if len(path.parts) == 1}
    assert modules == {"__init__.py", "__main__.py", "setup.py"}
    most = Counter(path.parent for path in code if path.parts[0] != "tests").most_common(1)
    assert most[0][1] <= 20, f"more than twenty source files directly in {most[0][0]}"


@cache
def all_imports() -> list[Import]:
    """Return every import in the package."""
    return imports(MODULES)


def layer(module: str) -> str:
    """Return a module's layer: the first part of its name below `kifu`."""
    return [*module.split("."), "root"][1]


def test_every_module_belongs_to_a_layer() -> None:
    assert {layer(module) for module in MODULES} == BELOW.keys()
    assert len(MODULES) > 150


def test_imports_point_down() -> None:
    upward = [
        f"{each.importer}, line {each.line}: imports {each.imported}"
        for each in all_imports()
        if layer(each.imported) not in {layer(each.importer), *BELOW[layer(each.importer)]}
    ]
    assert not upward, "\n".join(["imports that do not point down:", *upward])


# Modules that import by a computed name, and why that points down.
COMPUTED = {
    "kifu",  # the public names, listed in a literal table beside it
    "kifu.cli",  # the commands, below itself
    "kifu.cli.report",  # the report formats, below itself
    "kifu.archive.questions.installed",  # libraries, which are not part of the package
    "kifu.browser.studio.games",  # the folder of a game, below itself
    "kifu.replayer.discovery",  # games, whose names come from folders and descriptors
    "kifu.replayer.game",  # the folder of a game, below itself
}


def test_other_modules_say_what_they_import() -> None:
    assert computed_imports(MODULES) == COMPUTED


@pytest.mark.parametrize(
    ("source", "found", "computed"),
    [
        ("import importlib\nimportlib.import_module('..formats', __name__)", {"kifu.formats"}, 0),
        ("from importlib import import_module\nimport_module('kifu.cli')", {"kifu.cli"}, 0),
        ("__import__('kifu.formats')", {"kifu.formats"}, 0),
        ("import importlib\nimportlib.import_module(f'kifu.{layer}')", set[str](), 1),
        ("__import__('kifu.' + layer)", set[str](), 1),
    ],
)
def test_every_kind_of_import_is_seen(
    tmp_path: Path, source: str, found: set[str], computed: int
) -> None:
    path = tmp_path / "probe.py"
    path.write_text(source)
    probe = {"kifu.replayer.probe": path}
    assert {each.imported for each in imports(probe, MODULES)} == found
    assert len(computed_imports(probe)) == computed


def test_there_are_no_circles() -> None:
    graph = {module: set[str]() for module in MODULES}
    for each in all_imports():
        graph[each.importer].add(each.imported)
    found = [" → ".join(way) for way in circles(graph)]
    assert not found, "\n".join(["modules that import one another:", *found])


MOST_FOLLOWED = 10
"""The maximum number of files of `cli` in which `kifu validate` can be followed; it may only fall.

The dispatcher is not counted, and the reporters count as one.
"""


def test_the_check_can_be_followed_in_few_files() -> None:
    entered, left = set[str](), ["kifu.cli.check.validate"]
    while left:
        module = left.pop()
        if module not in entered:
            entered.add(module)
            left += [
                each.imported
                for each in all_imports()
                if each.importer == module and layer(each.imported) == "cli"
            ]
    reporters = {each for each in entered if each.startswith("kifu.cli.report")}
    assert "kifu.cli" not in entered, "the check calls back into the dispatcher"
    assert len(entered - reporters) + 1 <= MOST_FOLLOWED, sorted(entered)


MOST_WALKED = (12, 25)
"""The maximum number of files, and of early returns, on the way of a sound record through a check.

Only files of the game's folder count, without those that play enters too: its rules.
"""


WALKED = ("go/game", "goita/match", "leduc/match", "mighty/deal", "planowanie/game")


@pytest.mark.parametrize("example", WALKED)
def test_the_check_of_a_record_can_be_followed(example: str) -> None:
    name = example.partition("/")[0]
    folder, game = Path(replayer.__file__).parent / name, replayer.game(name)
    read = [each.record for each in kifu.read(ROOT / "examples" / f"{example}.json")]
    records = [*read, game.generate(Random(1))]
    rules = {path for path, _ in _entered(folder, lambda: game.generate(Random(1)))}
    walked = _entered(folder, lambda: [game.check(each) for each in records])
    walked = {(path, line) for path, line in walked if path not in rules}
    files = {path for path, _ in walked}
    early = Counter(
        path.name
        for path in files
        for each in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(each, ast.FunctionDef) and (path, _first_line(each)) in walked
        for _ in _early_returns(each)
    )
    assert 0 < len(files) <= MOST_WALKED[0], sorted(files)
    assert early.total() <= MOST_WALKED[1], early


def _first_line(function: ast.FunctionDef) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


def _early_returns(function: ast.FunctionDef) -> Iterator[ast.Return]:
    """Yield the returns of a function before its last statement, not those of functions in it."""
    inner = [each for each in ast.walk(function) if isinstance(each, ast.FunctionDef)][1:]
    left_out = {id(each) for one in inner for each in ast.walk(one)} | {id(function.body[-1])}
    for each in ast.walk(function):
        if isinstance(each, ast.Return) and id(each) not in left_out:
            yield each


def _entered(folder: Path, run: Callable[[], object]) -> set[tuple[Path, int]]:
    """Return the functions in a folder that are entered: their files and first lines."""
    found = set[tuple[Path, int]]()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & CO_OPTIMIZED:
            found.add((Path(code.co_filename), code.co_firstlineno))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {each for each in found if each[0].is_relative_to(folder)}


# Games are named in their own folders, and nowhere else. Examples in docstrings are allowed: they
# show real records, and run as tests. The prose of docstrings and comments names no game either.

# A game is known by its name, and by the words in other scripts in its title.
GAMES = [name for name in replayer.games() if (ROOT / "replayer" / name).is_dir()]
OWN = ("replayer", "formats", "schemas", "arena/players", "browser", "browser/studio")
# Built from browser/component/.
BUILT = {ROOT / "browser/kifu-board.js", ROOT / "browser/studio/kifu-studio.js"}


@pytest.mark.parametrize("game", GAMES)
def test_no_game_is_named_outside_its_own_folders(game: str) -> None:
    named = [
        f"{path.relative_to(ROOT)}:{line}: {what} {text.strip()[:60]!r}"
        for path in files()
        if not belongs(path, game)
        for line, what, text in every_text(path)
        if names_of(game).search(text)
    ]
    assert not named, "\n".join([f"{game} is named outside its own folders:", *named])


def belongs(path: Path, game: str) -> bool:
    """Return whether a file is in a folder of a game."""
    return any(path.is_relative_to(ROOT / folder / game) for folder in OWN)


@cache
def names_of(game: str) -> re.Pattern[str]:
    """Return a pattern for the name of a game, and its names in other scripts, from its title.

    A name of two letters is also part of other words: it must be a part of an identifier, or a
    capitalized word within a sentence.
    """
    words = re.findall(r"\w+", replayer.games()[game].title.lower())
    others = [word for word in words if not word.isascii()]
    if len(game) > 2:
        return re.compile("|".join([game, *others]), re.IGNORECASE)
    title = game.title()
    short = (rf"\b{game}/\w", rf"\.{game}\b(?!\()", rf"\b{title}[A-Z]", rf"(?<=[a-z,] ){title}\b")
    return re.compile("|".join([*short, *others]))


def test_titles_name_games() -> None:
    assert names_of("mighty").search("마이티")


def files() -> list[Path]:
    """Return the package's files: its modules, the grammars and schemas beside them, TypeScript."""
    data = [
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.[jlt]*")
        if path.is_file() and not LEFT_OUT.intersection(path.parts)
    ]
    return sorted({*MODULES.values(), *data} - BUILT)


@cache
def every_text(path: Path) -> list[tuple[int, str, str]]:
    """Return what `texts` yields, or just the file's name if the file mentions no other game."""
    content = path.read_text("utf-8")
    others = [game for game in GAMES if not belongs(path, game)]
    named = any(names_of(game).search(content) for game in others)
    return list(texts(path)) if named else [(0, "the file", path.name)]


def texts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield everything in a file that could name a game, with its line and kind."""
    yield 0, "the file", path.relative_to(ROOT).name
    content = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from ((number, "line", line) for number, line in enumerate(content.split("\n"), 1))
        return
    tree = ast.parse(content)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        line: int = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            if id(node) in docstrings:
                yield line, "docstring", _prose(str(node.value))
            else:
                yield line, "string", str(node.value)
        yield from ((line, "name", name) for name in _names(node))
    for token in tokenize.generate_tokens(io.StringIO(content).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], "comment", token.string


def _prose(docstring: str) -> str:
    """Return a docstring without its examples."""
    parts = doctest.DocTestParser().parse(docstring)
    return " ".join(part for part in parts if isinstance(part, str))


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the identifiers and import paths in a node of a syntax tree, without its children."""
    for field in ("id", "attr", "arg", "name", "asname", "module", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs


# When modules are imported


HEAVY = {
    "lark",
    "jsonschema",
    "jsonschema_rs",
    "rich",
    "yaml",
    "pytest",
    "pygls",
    "lsprotocol",
    "duckdb",
    "pyarrow",
    "resvg_py",
    "anywidget",
    "traitlets",
}
_LOADED = """
import json, sys
from kifu.cli import run
assert run(sys.argv[1:]) == 0
print(json.dumps(sorted(sys.modules)))
"""


def _loaded_by(*arguments: str) -> list[str]:
    """Return the modules loaded by a successful command."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_the_version_is_said_without_loading_much() -> None:
    """For notation detection, a law of `kifu.testing` checks this for every game."""
    loaded = _loaded_by("--version")
    assert not HEAVY.intersection(loaded)
    assert not [each for each in loaded if re.match(r"kifu\.(formats|replayer|validation)\b", each)]


ONLY_FOR_FAULTS = {
    "kifu.cli.report.people",
    "kifu.formats.files.target",
    "kifu.formats.document.damaged",
    "kifu.formats.document.json.brackets",
    "kifu.formats.document.json.reader",
    "kifu.formats.document.misfits",
    "kifu.archive.baseline",
    "kifu.replayer.beliefs.playouts",
    "kifu.replayer.replay.duplicates",
    "kifu.repair.suggestions",
}


SLOW = {"asyncio", "concurrent", "email", "importlib.metadata", "pathlib", "random"} | {
    "socket",
    "tempfile",
    "unittest",
    "urllib",
}
"""Standard library modules that are slow to import, and that no check needs."""


@pytest.mark.parametrize(
    "name", ["goita/match", "goita/view", "leduc/match", "mighty/deal", "planowanie/game"]
)
def test_a_sound_file_is_checked_without_loading_what_faults_and_options_need(name: str) -> None:
    """All of these files have to be read, as they contain variations or hide something."""
    loaded = {*_loaded_by("validate", "-q", str(ROOT / f"examples/{name}.json"))}
    assert f"kifu.replayer.{name.partition('/')[0]}.engine.engine" in loaded
    assert "kifu.formats.document.record" in loaded
    assert not loaded & (ONLY_FOR_FAULTS | HEAVY | SLOW)


MOST_MODULES = 101
"""The maximum number of kifu modules loaded to check a valid record; a game may add two."""


def test_a_record_that_is_skimmed_loads_nothing_that_reads_or_explains(tmp_path: Path) -> None:
    goita = formats.notation("goita/json")
    file = tmp_path / "match.json"
    file.write_text(goita.write(replayer.game("goita").generate(Random(1))), "utf-8")
    loaded = _loaded_by("validate", "-q", str(file))
    assert not HEAVY.intersection(loaded)
    assert "kifu.formats.document.record" not in loaded
    assert "kifu.replayer.goita.rules" not in loaded
    assert len([each for each in loaded if each.partition(".")[0] == "kifu"]) <= MOST_MODULES
