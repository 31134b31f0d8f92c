"""A game that is a package of its own: installed, held to the laws, and broken in many ways."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from .fork_server import ForkServer
from .imports import FOLDERS, ROOT

PLUGIN = ROOT / "examples" / "plugin"
MATCH = PLUGIN / "records" / "match.json"
WHOLE = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")

Done = subprocess.CompletedProcess[str]


def carried_out(command: list[str], environment: dict[str, str], folder: Path) -> Done:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


# Installed into a fresh environment


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The Python of a new environment with kifu and the plug-in, both installed from copies.

    What they depend on is that of this environment, so that nothing has to be fetched.
    """
    home, sources = tmp_path / "environment", tmp_path / "sources"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    python = home / "bin" / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = carried_out([str(python), "-c", asked], clean(), tmp_path).stdout.strip()
    packages = [each for each in sys.path if Path(each).name in ("site-packages", "dist-packages")]
    Path(own, "dependencies.pth").write_text("\n".join(packages) + "\n")
    shutil.copytree(PLUGIN, sources / "plugin", ignore=WHOLE)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, sources / "kifu" / folder, ignore=WHOLE)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, sources / "kifu")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    install += ["--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    done = carried_out([*install, "./kifu", "./plugin"], clean(), sources)
    assert done.returncode == 0, done.stdout + done.stderr
    return python


def clean() -> dict[str, str]:
    """The variables of this process without those that lead Python elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def test_an_installed_game_is_in_every_command(environment: Path, tmp_path: Path) -> None:
    def run(*arguments: str, status: int = 0) -> str:
        command = [str(environment), "-m", "kifu", *arguments]
        done = carried_out(command, clean(), tmp_path)
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    where = carried_out(
        [str(environment), "-c", "import kifu; print(kifu.__file__)"], clean(), tmp_path
    )
    assert where.stdout.startswith(str(tmp_path))

    assert "\nkuhn/json " in run("formats")
    assert json.loads(run("schema", "kuhn/json"))["title"] == "Kuhn poker record"
    run("validate", "--strict", str(PLUGIN / "records"))

    dense = run("convert", str(MATCH), "--to", "kuhn/json", "-o", "match.jsonl")
    assert dense == ""
    assert run("convert", "match.jsonl", "--to", "kuhn/json") == MATCH.read_text("utf-8")
    view = run("view", str(MATCH), "--player", "0")
    assert view == (PLUGIN / "records" / "view.json").read_text("utf-8")

    assert "round 2, variation 1 (a bluff), from ply 1" in run("replay", str(MATCH))
    steps = json.loads(run("replay", str(MATCH), "--round", "3", "--output-format", "json"))
    assert steps["rounds"][0]["steps"][-1]["returns"] == [-2, 2]
    assert run("legal", str(MATCH), "--round", "3", "--ply", "2").split() == ["p", "b"]
    branched = run("branch", str(MATCH), "--round", "3", "--ply", "2", "p")
    assert len(json.loads(branched)["hands"][2]["variations"]) == 1

    wrong = MATCH.read_text("utf-8").replace('"bets": "pbb"', '"bets": "pxb"')
    (tmp_path / "wrong.json").write_text(wrong)
    report = json.loads(run("validate", "wrong.json", "--output-format", "json", status=1))
    (finding,) = report["findings"]
    assert (finding["code"], finding["name"]) == ("K002", "kuhn-no-action")
    assert (finding["round"], finding["ply"]) == (3, 2)
    assert wrong.splitlines()[finding["line"] - 1][finding["column"] - 1] == "x"
    assert run("rule", "K002").startswith("K002 kuhn-no-action (error)\n")

    run("generate", "kuhn", "-n", "20", "--seed", "1", "-o", "some.jsonl")
    run("validate", "--strict", "some.jsonl")

    laws = carried_out(
        [str(environment), "-m", "pytest", "-q"], clean(), tmp_path / "sources" / "plugin"
    )
    assert laws.returncode == 0, laws.stdout + laws.stderr


# Broken copies, which are put on the path as if they were installed


@cache
def server() -> ForkServer:
    """What has imported kifu and pytest, but has not looked yet which games there are."""
    return ForkServer("import pytest, kifu.cli.validate, kifu.validation, kifu.formats.catalog")


class Copy:
    """A copy of a plug-in, found by an entry point of its own."""

    def __init__(self, folder: Path, name: str = "kuhn", source: Path = PLUGIN) -> None:
        self.folder = folder
        shutil.copytree(source, folder, ignore=WHOLE, dirs_exist_ok=True)
        (package,) = (each.name for each in folder.glob("kifu_*"))
        self.offer(name, package)

    def offer(self, name: str, module: str) -> None:
        """Offer a game by one more package, which is named after the module."""
        metadata = self.folder / f"{module}-0.1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {module}\nVersion: 0.1.0\n"
        )
        (metadata / "entry_points.txt").write_text(f"[kifu.games]\n{name} = {module}\n")

    def replace(self, module: str, old: str, new: str) -> None:
        """Change one place of a module."""
        path = self.folder / "kifu_kuhn" / module
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {module}"
        path.write_text(text.replace(old, new), "utf-8")

    def run(self, module: str, *arguments: str) -> Done:
        """Run a module with it, in its folder."""
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = server().run(module, arguments, self.folder, environment, b"", timeout=60)
        status, out, err = done
        return Done(arguments, status, out.decode(), err.decode())

    def kifu(self, *arguments: str) -> Done:
        """Run kifu with it."""
        return self.run("kifu.cli", *arguments)

    def laws(self, some: str) -> Done:
        """Hold it to some of the laws."""
        return self.run("pytest", "-q", "-p", "no:cacheprovider", "-k", some)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


# Each has the law that is broken, the module that breaks it, and what is changed there.
BROKEN = {
    "an action is legal and not listed": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "else [PASS, BET]",
        "else [PASS] if state.bets == PASS else [PASS, BET]",
    ),
    "an action is listed and not legal": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "if action not in (PASS, BET):",
        "if action not in (PASS, BET) or state.bets + action == BET * 2:",
    ),
    "players act out of turn": (
        "nobody_else_may_act",
        "rules.py",
        "or player not in node.players",
        "or player not in (0, 1)",
    ),
    "probabilities do not sum to 1": (
        "chance_outcomes_are_a_distribution",
        "rules.py",
        "Fraction(1, len(DEALS)) for",
        "Fraction(1, 5) for",
    ),
    "probabilities are not those of the draw": (
        "chance_is_drawn_as_it_is_listed",
        "rules.py",
        "Fraction(1, len(DEALS)) for",
        "Fraction(1 + (deal == DEALS[0]), 7) for",
    ),
    "a deal is listed that cannot be": (
        "chance_outcomes_are_a_distribution",
        "rules.py",
        "permutations(DECK, 2)",
        "permutations(DECK * 2, 2)",
    ),
    "points are not taken over": (
        "next_round_takes_the_points_over",
        "rules.py",
        "return State(totals=end.totals)",
        "return State()",
    ),
    "a hand does not end": (
        "some_rounds_come_to_their_end",
        "rules.py",
        "return Terminal() if state.over else",
        "return",
    ),
    "the card of the other player is shown": (
        "views_show_only_what_was_observed",
        "rules.py",
        "Transition(replace(state, cards=action), {}, private)",
        'Transition(replace(state, cards=action), {"cards": action}, private)',
    ),
    "a view has the card of the other player": (
        "views_are_right_and_final",
        "game.py",
        "cards = [HIDDEN, HIDDEN]",
        "cards = list(hand.cards)",
    ),
    "a player knows the other card from the deal on": (
        "nothing_is_told_before_it_is_shown",
        "game.py",
        "{CHANCE: own + HIDDEN if player == 0 else HIDDEN + own}",
        "actions",
    ),
    "a player does not know the own card": (
        "a_player_is_shown_all_that_is_shown",
        "game.py",
        "own + HIDDEN if player == 0",
        "HIDDEN * 2 if player == 0",
    ),
    "check overlooks a variation": (
        "a_ply_that_is_not_there_is_found",
        "game.py",
        "yield from check_variations(",
        "yield from () and check_variations(",
    ),
    "generate draws from elsewhere": (
        "generated_records_are_reproducible",
        "game.py",
        "rng.randint(1, 4)",
        "Random().randint(1, 4)",
    ),
    "an example breaks nothing": (
        "example_breaks_its_rule_and_nothing_else",
        "codes.py",
        '_example(("JJ", "pp"))',
        '_example(("JQ", "pp"))',
    ),
    "a letter of another game": (
        "codes_have_a_letter_of_their_own",
        "codes.py",
        'code="K001"',
        'code="V101"',
    ),
    "the notation loses whose view it is": (
        "canonical_notation_holds_everything",
        "json.py",
        "return msgspec.convert(values, Record)",
        'return msgspec.convert({**values, "view": None}, Record)',
    ),
    "an action is never listed": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "else [PASS, BET]",
        "else [PASS]",
    ),
    "a hand goes on": (
        "every_generated_round_is_replayed_to_its_end",
        "rules.py",
        "after = replace(state, bets=state.bets + action)",
        "after = state",
    ),
    "states can be changed": (
        "states_are_frozen",
        "rules.py",
        "class State(Struct, frozen=True)",
        "class State(Struct)",
    ),
    "a view of an unfinished hand has the card of the other player": (
        "views_hide_what_was_not_shown",
        "game.py",
        '"".join(cards))',
        '"".join(cards) if len(shown) > 2 else hand.cards)',
    ),
    "a player does not know the own action": (
        "players_know_what_they_did",
        "game.py",
        'cards=shown["cards"])\n        return state, actions',
        'cards=shown["cards"])\n        return state, dict.fromkeys(actions, "p")',
    ),
    "a text of everybody is claimed": (
        "foreign_texts_are_left_alone",
        "__init__.py",
        'lambda head: head.startswith("kuhn ")',
        "lambda head: True",
    ),
    "the grammar is none": (
        "grammar_accepts_what_is_written",
        "grammars/kuhn/text.lark",
        "hand+",
        "hand+ (",
    ),
    "generate does not end": (
        "generated_records_are_right",
        "game.py",
        "    while not state.over:\n",
        '    while True:\n        state = replace(state, bets="")\n',
    ),
    "the descriptor imports the rules": (
        "detection_imports_no_notation",
        "__init__.py",
        "from kifu.formats.claims import canonical_json",
        "import kifu_kuhn.game\nfrom kifu.formats.claims import canonical_json",
    ),
    "nothing is detected": (
        "what_is_written_is_detected",
        "__init__.py",
        """canonical_json("kuhn", own='"bets"')""",
        "str.istitle",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_laws_find_what_is_broken(copy: Copy, what: str) -> None:
    law, module, old, new = BROKEN[what]
    copy.replace(module, old, new)
    done = copy.laws(law)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"test_{law}" in done.stdout.replace("test_the_", "test_")
    assert "AssertionError" in done.stdout or "BrokenPlugin" in done.stdout


def test_a_view_that_nothing_else_finds(copy: Copy) -> None:
    """Even where `check` lets it pass, a view that knows too much differs from one seen alike."""
    copy.replace("game.py", "cards = [HIDDEN, HIDDEN]", "cards = list(hand.cards)")
    copy.replace("game.py", "== HIDDEN} != unseen:", "== HIDDEN} - {0, 1}:")
    done = copy.laws("views_")
    assert done.returncode == 1
    assert "1 failed" in done.stdout
    assert "test_views_hide_what_was_not_shown" in done.stdout


NOUGHTS = """
from kifu.testing import AllLaws

class TestNoughts(AllLaws):
    name = "noughts"
"""


def test_a_game_without_chance(tmp_path: Path) -> None:
    """Its rounds begin with a decision, and nobody asks what chance does."""
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    (tmp_path / "test_noughts.py").write_text(NOUGHTS)
    done = copy.laws("round or chance or told or views or example")
    assert done.returncode == 0, done.stdout + done.stderr
    record = tmp_path / "game.json"
    assert copy.kifu("generate", "noughts", "--seed", "1", "-o", str(record)).returncode == 0
    branched = copy.kifu("branch", str(record), "--round", "1", "--ply", "1", "5")
    assert branched.returncode == 0, branched.stderr
    assert json.loads(branched.stdout)["rounds"][0]["variations"][0]["ply"] == 1


# Packages that do not hold what they promise


def complaint(done: Done) -> str:
    """The one line that is said."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_a_game_that_cannot_be_imported(copy: Copy) -> None:
    copy.replace(
        "__init__.py", "from kifu.formats.claims", "import nonsense\nfrom kifu.formats.claims"
    )
    for command in (["formats"], ["validate", str(MATCH)], ["generate", "goita"], ["rule", "G104"]):
        said = complaint(copy.kifu(*command))
        assert "the game 'kuhn': kifu_kuhn cannot be imported" in said
        assert "No module named 'nonsense'" in said
    assert copy.kifu("--version").returncode == 0
    assert "validate" in copy.kifu("--help").stdout
    assert copy.kifu("validate", "--help").returncode == 0


@pytest.mark.parametrize("name", ["GAME", "FORMATS"])
def test_a_game_with_one_half(copy: Copy, name: str) -> None:
    copy.replace("__init__.py", f"{name} = ", "OTHER = ")
    assert f"the game 'kuhn': kifu_kuhn has no {name}" in complaint(copy.kifu("formats"))


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "goita")
    copy.replace("__init__.py", 'name="kuhn"', 'name="goita"')
    assert "the game 'goita' of kifu_kuhn: the name is taken" in complaint(copy.kifu("formats"))


def test_two_names_for_one_game(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "khun")
    assert "the game 'khun': FORMATS in kifu_kuhn is of the game 'kuhn'" in complaint(
        copy.kifu("formats")
    )


def test_two_packages_with_one_game(copy: Copy) -> None:
    copy.offer("kuhn", "kifu_kuhn.game")
    for command in (["formats"], ["validate", str(MATCH)]):
        assert (
            "the game 'kuhn': kifu_kuhn and kifu_kuhn.game both offer it: uninstall one"
        ) in complaint(copy.kifu(*command))


# Each has the module that is wrong, what is changed there, a command, and what it says.
FORMATS, RULE = ["formats"], ["rule", "K001"]
VALIDATE, CONVERT = ["validate", str(MATCH)], ["convert", str(MATCH), "--to", "kuhn/text"]
FAULTS = {
    "a module that is not there": (
        "__init__.py",
        '"kifu_kuhn.json"',
        '"kifu_kuhn.yaml"',
        FORMATS,
        "kifu_kuhn.yaml cannot be imported",
    ),
    "the import ends the program": (
        "__init__.py",
        "from kifu.formats.claims",
        "raise SystemExit(0)\nfrom kifu.formats.claims",
        FORMATS,
        "kifu_kuhn cannot be imported (SystemExit: 0)",
    ),
    "a code of kifu": (
        "codes.py",
        'code="K001"',
        'code="G104"',
        ["rule"],
        "the code G104 is taken: two rules in kifu_kuhn.codes and kifu.replayer.goita.codes",
    ),
    "a code twice": (
        "codes.py",
        'code="K002"',
        'code="K001"',
        VALIDATE,
        "the code K001 is taken: two rules in kifu_kuhn.codes have it; choose another one",
    ),
    "a name of kifu": (
        "codes.py",
        'name="kuhn-goes-on"',
        'name="goita-king-may-not-attack"',
        RULE,
        "the name goita-king-may-not-attack is taken",
    ),
    "a rule without an example": (
        "codes.py",
        '    example=_example(("JJ", "pp")),\n',
        "",
        RULE,
        "kifu_kuhn.codes declares K001 without an example",
    ),
    "no package of schemas": (
        "__init__.py",
        '"kifu_kuhn.schemas"',
        '"kifu_kuhn.schmas"',
        VALIDATE,
        "there is no kuhn/json.schema.json in kifu_kuhn.schmas",
    ),
    "the package of schemas is not named": (
        "__init__.py",
        '    schemas="kifu_kuhn.schemas",\n',
        "",
        VALIDATE,
        "there is no kuhn/json.schema.json in kifu.schemas",
    ),
    "a schema that is no JSON": (
        "schemas/kuhn/json.schema.json",
        '"required": ["format",',
        '"required": ["format"',
        VALIDATE,
        "kuhn/json.schema.json is no JSON",
    ),
    "a schema that is none": (
        "schemas/kuhn/json.schema.json",
        '"required": ["format", "version", "hands"]',
        '"required": 3',
        VALIDATE,
        "kuhn/json.schema.json is no JSON Schema",
    ),
    "no such grammar": (
        "text.py",
        'GRAMMAR = "kuhn/text"',
        'GRAMMAR = "kuhn/txt"',
        CONVERT,
        "there is no kuhn/txt.lark in kifu_kuhn.grammars",
    ),
    "a grammar that is none": (
        "grammars/kuhn/text.lark",
        "hand+",
        "hand+ (",
        CONVERT,
        "the grammar kuhn/text cannot be used",
    ),
    "no module of records": (
        "__init__.py",
        'record="kifu_kuhn.record"',
        'record="kifu_kuhn.records"',
        ["generate", "kuhn", "--seed", "1"],
        "kifu_kuhn.records cannot be imported",
    ),
    "a module that only imports the type of the records": (
        "__init__.py",
        'record="kifu_kuhn.record"',
        'record="kifu_kuhn.game"',
        ["view", str(MATCH), "--player", "0"],
        "kifu_kuhn.game only imports Record; let `record` of GAME name kifu_kuhn.record",
    ),
    "no notations": (
        "__init__.py",
        "notations=(",
        "notations=() and (",
        VALIDATE,
        "FORMATS has no notations; the canonical one comes first",
    ),
    "a notation of another game": (
        "__init__.py",
        '"kuhn/text"',
        '"goita/text"',
        FORMATS,
        "its notation goita/text is to be called kuhn/…",
    ),
    "a notation under another name": (
        "__init__.py",
        '"kuhn/text"',
        '"kuhn/txt"',
        FORMATS,
        "NOTATION in kifu_kuhn.text is kuhn/text, FORMATS says kuhn/txt",
    ),
    "a notation that is none": (
        "text.py",
        "NOTATION: Notation[Record] = Notation(",
        "NOTATION: dict = dict(",
        FORMATS,
        "NOTATION in kifu_kuhn.text is no Notation",
    ),
    "claims raises": (
        "__init__.py",
        "head.startswith",
        "head.begins_with",
        ["validate", str(ROOT / "README.md")],
        "`claims` of kuhn/text fails (AttributeError: ",
    ),
    "check gives a list": (
        "game.py",
        "return Checked(findings, ends)",
        "return findings",
        VALIDATE,
        "`check` gives a list, and no Checked",
    ),
    "verify raises something else": (
        "rules.py",
        "        if breach is not None:\n            raise breach",
        '        raise ValueError("an odd\\naction")',
        VALIDATE,
        "(ValueError: an odd action)",
    ),
    "generate gives no record": (
        "game.py",
        "return Record(hands=tuple(",
        "return dict(hands=tuple(",
        ["generate", "kuhn", "--seed", "1"],
        "`generate` gives a dict, and no Record",
    ),
    "generate does not end": (
        "game.py",
        "    while not state.over:\n",
        '    while True:\n        state = replace(state, bets="")\n',
        ["generate", "kuhn", "--seed", "1"],
        "a round does not end: `generate` draws more than 100000 times",
    ),
    "a round does not end": (
        "rules.py",
        "after = replace(state, bets=state.bets + action)",
        "after = state",
        VALIDATE,
        "a round does not end, even after 10000 steps",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_said_in_one_line(copy: Copy, what: str) -> None:
    module, old, new, command, said = FAULTS[what]
    copy.replace(module, old, new)
    line = complaint(copy.kifu(*command))
    assert line.startswith("kifu: the game 'kuhn': ")
    assert said in line
    assert "please report" not in line


def test_what_is_printed_on_import_is_no_output(copy: Copy) -> None:
    copy.replace("__init__.py", "from kifu.formats.claims", "print(1)\nfrom kifu.formats.claims")
    copy.replace("game.py", "from __future__ import annotations\n", "print(2)\n")
    done = copy.kifu("view", str(MATCH), "--player", "0")
    assert (done.returncode, done.stderr.split()[:2]) == (0, ["1", "2"])
    assert done.stdout == (PLUGIN / "records" / "view.json").read_text("utf-8")
