"""Each law detects the fault planted for it, and names what the author has to change."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from kifu.testing import AllLaws

from ..campaign import few
from ..imports import ROOT
from .copies import PLUGIN, TIC_TAC_TOE, Copy

SOURCES = {
    "kuhn": PLUGIN,
    "tictactoe": TIC_TAC_TOE,
    "noughts": ROOT / "tests" / "plugins" / "noughts",
}
LAWS = "from kifu.testing import AllLaws\nclass TestIt(AllLaws):\n    name = {!r}\n"


class Fault(NamedTuple):
    """The change made to a module of a game, and what the message must name."""

    game: str
    module: str
    named: str
    old: str
    new: str


def _faults() -> dict[str, Fault]:
    """Return the faults in `planted.txt` by the law that each breaks."""
    text = (Path(__file__).parent / "planted.txt").read_text("utf-8")
    found: dict[str, Fault] = {}
    for each in re.finditer(
        r"^(\w+): (\w+) (\S+) (.*)\n((?:-.*\n)+)((?:\+.*\n)+)", text, re.MULTILINE
    ):
        law, game, module, named, *changed = each.groups()
        old, new = ("\n".join(line[1:] for line in part.splitlines()) for part in changed)
        found[law] = Fault(game, module, named, old, new)
    return found


FAULTS = _faults()


def test_there_is_a_fault_for_each_law() -> None:
    laws = {each.removeprefix("test_") for each in dir(AllLaws) if each.startswith("test_")}
    # No small plug-in has chance after a decision: see tests/conformance/test_laws_notice.py.
    assert laws - {"nobody_is_blamed_for_chance"} == FAULTS.keys()


@pytest.mark.parametrize("law", few(FAULTS, 8))
def test_the_law_names_what_to_change(tmp_path: Path, law: str) -> None:
    game, module, named, old, new = FAULTS[law]
    copy = Copy(tmp_path, game, SOURCES[game])
    copy.replace(module, old, new)
    (tmp_path / "test_it.py").write_text(LAWS.format(game))
    done = copy.run("pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "-k", law, "test_it.py")
    assert f"::test_{law}" in done.stdout, done.stdout + done.stderr
    said = "\n".join(line for line in done.stdout.splitlines() if line.startswith("E  "))
    assert named in said, done.stdout
