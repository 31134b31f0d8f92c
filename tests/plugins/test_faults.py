"""Broken packages: each command reports them in one line."""

from pathlib import Path

import pytest

from ..campaign import few
from .copies import MATCH, PLUGIN, Copy, Done


def complaint(done: Done) -> str:
    """Return the only line of error output."""
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
    assert "the game 'khun': FORMATS in kifu_kuhn belongs to the game 'kuhn'" in complaint(
        copy.kifu("formats")
    )


def test_two_packages_with_one_game(copy: Copy) -> None:
    copy.offer("kuhn", "kifu_kuhn.game")
    for command in (["formats"], ["validate", str(MATCH)]):
        assert (
            "the game 'kuhn': kifu_kuhn and kifu_kuhn.game both offer it: uninstall one"
        ) in complaint(copy.kifu(*command))


# name: (the broken module, the text replaced, its replacement, a command, and its message)
FORMATS, RULE = ["formats"], ["rule", "K001"]
VALIDATE, CONVERT = ["validate", str(MATCH)], ["convert", str(MATCH), "--to", "kuhn/text"]
FAULTS = {
    "a missing module": (
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
    "the import raises an exception of its own kind": (
        "__init__.py",
        "from kifu.formats.interface.claims",
        "class Stop(BaseException): pass\nraise Stop()\nfrom kifu.formats.interface.claims",
        FORMATS,
        "kifu_kuhn cannot be imported (Stop:)",
    ),
    "the import raises an exception without a message": (
        "__init__.py",
        "from kifu.formats.interface.claims",
        "class Odd(Exception):\n    def __str__(self): raise SystemExit(0)\nraise Odd()\n"
        "from kifu.formats.interface.claims",
        FORMATS,
        "kifu_kuhn cannot be imported (Odd: its message cannot be shown",
    ),
    "the import closes standard output": (
        "__init__.py",
        "from kifu.formats.interface.claims",
        "import sys\nsys.__stdout__.close()\nfrom kifu.formats.interface.claims",
        FORMATS,
        "it closes standard output",
    ),
    "the import closes standard error": (
        "__init__.py",
        "from kifu.formats.interface.claims",
        "import sys\nsys.stderr.close()\nfrom kifu.formats.interface.claims",
        FORMATS,
        "it closes standard error",
    ),
    "the rules end the program": (
        "rules.py",
        "        breach = _deal_breach(",
        "        raise SystemExit(0)\n        breach = _deal_breach(",
        VALIDATE,
        "its code fails in rules.py, line 103 (SystemExit: 0)",
    ),
    "a code that kifu uses": (
        "codes.py",
        'code="K001"',
        'code="G104"',
        ["rule"],
        "the code G104 is taken: two rules in kifu_kuhn.codes and kifu.replayer.goita.codes",
    ),
    "a duplicate code": (
        "codes.py",
        'code="K002"',
        'code="K001"',
        VALIDATE,
        "the code K001 is taken: two rules in kifu_kuhn.codes have it; choose another",
    ),
    "a name that kifu uses": (
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
        "kifu_kuhn.schmas has no kuhn/json.schema.json",
    ),
    "the package of schemas is not named": (
        "__init__.py",
        '    schemas="kifu_kuhn.schemas",\n',
        "",
        VALIDATE,
        "kifu.schemas has no kuhn/json.schema.json",
    ),
    "a schema that is not JSON": (
        "schemas/kuhn/json.schema.json",
        '"required": ["format",',
        '"required": ["format"',
        VALIDATE,
        "kuhn/json.schema.json is not JSON",
    ),
    "an invalid schema": (
        "schemas/kuhn/json.schema.json",
        '"required": ["format", "version", "hands"]',
        '"required": 3',
        VALIDATE,
        "kuhn/json.schema.json is not a JSON Schema",
    ),
    "a missing grammar": (
        "text.py",
        'GRAMMAR = "kuhn/text"',
        'GRAMMAR = "kuhn/txt"',
        CONVERT,
        "kifu_kuhn.grammars has no kuhn/txt.lark",
    ),
    "an invalid grammar": (
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
        "kifu_kuhn.game only imports Record; set `record` of GAME to kifu_kuhn.record",
    ),
    "no notations": (
        "__init__.py",
        "notations=(",
        "notations=() and (",
        VALIDATE,
        "FORMATS has no notations; list the canonical one first",
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
        "NOTATION in kifu_kuhn.text is kuhn/text, not kuhn/txt",
    ),
    "an invalid notation": (
        "text.py",
        "NOTATION: Notation[Record] = Notation(",
        "NOTATION: dict = dict(",
        FORMATS,
        "NOTATION in kifu_kuhn.text is not an instance of Notation",
    ),
    "generate returns no record": (
        "game.py",
        "return Record(hands=tuple(",
        "return dict(hands=tuple(",
        ["generate", "kuhn", "--seed", "1"],
        "`generate` returned dict: expected Record",
    ),
    "generate does not end": (
        "game.py",
        "    while not state.over:\n",
        '    while True:\n        state = replace(state, bets="")\n',
        ["generate", "kuhn", "--seed", "1"],
        "a round does not end: `generate` draws more than 100000 random numbers",
    ),
}


SLOW = """
import sys, threading
class Heard(threading.Event):
    def write(self, text): self.set(); return sys.__stderr__.write(text)
    def flush(self): sys.__stderr__.flush()
sys.stderr = heard = Heard()
heard.wait(60)
sys.stderr = sys.__stderr__
"""
"""Code that waits until something is said on standard error."""


@pytest.mark.parametrize("what", few(FAULTS, 8))
def test_a_fault_is_said_in_one_line(copy: Copy, what: str) -> None:
    module, old, new, command, said = FAULTS[what]
    copy.replace(module, old, new)
    line = complaint(copy.kifu(*command))
    assert line.startswith("kifu: the game 'kuhn': ")
    assert said in line
    assert "please report" not in line


def test_a_slow_import_is_named(copy: Copy) -> None:
    start = "from kifu.formats.interface.claims"
    copy.replace("__init__.py", start, SLOW + start)
    done = copy.kifu("formats")
    assert done.returncode == 0
    assert "\nkuhn/text " in done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("kifu: ")
    assert "kuhn" in line


WRITES = """
import os, subprocess, sys
print(1, flush=True)
os.write(1, b"2 ")
os.system("echo 3")
sys.__stdout__.write("4 ")
sys.stdout.close()
"""


def test_text_printed_on_import_is_not_output(copy: Copy) -> None:
    start = "from kifu.formats.interface.claims"
    copy.replace("__init__.py", start, WRITES + start)
    copy.replace("game.py", "from __future__ import annotations\n", "print(5)\n")
    done = copy.kifu("view", str(MATCH), "--player", "0")
    assert (done.returncode, done.stderr.split()) == (0, ["1", "2", "3", "4", "5"])
    assert done.stdout == (PLUGIN / "records" / "view.json").read_text("utf-8")


def test_an_interrupt_at_import_names_the_plugin(copy: Copy) -> None:
    start = "from kifu.formats.interface.claims"
    copy.replace("__init__.py", start, f"raise KeyboardInterrupt\n{start}")
    done = copy.kifu("formats")
    assert done.returncode == 130
    assert "kifu_kuhn of the plug-in 'kuhn'" in done.stderr
