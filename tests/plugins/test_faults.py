"""Packages that are broken: each command says so in one line."""

from pathlib import Path

import pytest

from ..campaign import few
from .copies import MATCH, PLUGIN, Copy, Done


def complaint(done: Done) -> str:
    """The one line that is said."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_a_game_that_cannot_be_imported(copy: Copy) -> None:
    copy.replace(
        "__init__.py",
        "from kifu.formats.interface.claims",
        "import nonsense\nfrom kifu.formats.interface.claims",
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
    assert "the game 'goita' of kifu_kuhn: another game has this name" in complaint(
        copy.kifu("formats")
    )


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
        "from kifu.formats.interface.claims",
        "raise SystemExit(0)\nfrom kifu.formats.interface.claims",
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
        "kifu.schemas has no kuhn/json.schema.json",
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
        "kifu_kuhn.grammars has no kuhn/txt.lark",
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
        "its notation goita/text must be called kuhn/…",
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
        "NOTATION in kifu_kuhn.text is not an instance of Notation",
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
        "a round does not end: `generate` draws more than 100000 random numbers",
    ),
}


@pytest.mark.parametrize("what", few(FAULTS, 8))
def test_a_fault_is_said_in_one_line(copy: Copy, what: str) -> None:
    module, old, new, command, said = FAULTS[what]
    copy.replace(module, old, new)
    line = complaint(copy.kifu(*command))
    assert line.startswith("kifu: the game 'kuhn': ")
    assert said in line
    assert "please report" not in line


def test_what_is_printed_on_import_is_no_output(copy: Copy) -> None:
    copy.replace(
        "__init__.py",
        "from kifu.formats.interface.claims",
        "print(1)\nfrom kifu.formats.interface.claims",
    )
    copy.replace("game.py", "from __future__ import annotations\n", "print(2)\n")
    done = copy.kifu("view", str(MATCH), "--player", "0")
    assert (done.returncode, done.stderr.split()[:2]) == (0, ["1", "2"])
    assert done.stdout == (PLUGIN / "records" / "view.json").read_text("utf-8")
