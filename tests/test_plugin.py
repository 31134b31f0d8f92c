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
    """A copy of the plug-in, found by an entry point of its own."""

    def __init__(self, folder: Path, name: str = "kuhn") -> None:
        self.folder = folder
        shutil.copytree(PLUGIN, folder, ignore=WHOLE, dirs_exist_ok=True)
        metadata = folder / "kifu_kuhn-0.1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: kifu-kuhn\nVersion: 0.1.0\n"
        )
        (metadata / "entry_points.txt").write_text(f"[kifu.games]\n{name} = kifu_kuhn\n")

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
    assert "AssertionError" in done.stdout


def test_a_view_that_nothing_else_finds(copy: Copy) -> None:
    """Even where `check` lets it pass, a view that knows too much differs from one seen alike."""
    copy.replace("game.py", "cards = [HIDDEN, HIDDEN]", "cards = list(hand.cards)")
    copy.replace("game.py", "== HIDDEN} != unseen:", "== HIDDEN} - {0, 1}:")
    done = copy.laws("views_")
    assert done.returncode == 1
    assert "1 failed" in done.stdout
    assert "test_views_hide_what_was_not_shown" in done.stdout


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


def test_a_code_that_is_taken(copy: Copy) -> None:
    copy.replace("codes.py", 'code="K001"', 'code="G104"')
    said = complaint(copy.kifu("rule"))
    assert "kifu_kuhn.codes cannot be imported" in said
    assert "G104" in said


def test_a_module_that_is_not_there(copy: Copy) -> None:
    copy.replace("__init__.py", '"kifu_kuhn.json"', '"kifu_kuhn.yaml"')
    assert "kifu_kuhn.yaml cannot be imported" in complaint(copy.kifu("formats"))
