"""Findings in a match with an unreadable value, except those that follow from it."""

import pytest

from ...helpers import codes
from ...imports import ROOT
from ...loops import all_of
from ..beside import Edits, told_beside

MATCH = (ROOT / "examples" / "leduc" / "match.json").read_text("utf-8")

# Further errors, and the finding for each.
ACTION = {"/hands/0/actions/5": "check"}, "L101 /hands/0/actions/5"
END = {"/hands/0/end": "showdown"}, "L202 /hands/0/end"
RETURNS = {"/hands/0/returns": [-5, 5]}, "L203 /hands/0/returns"
TOTALS = {"/hands/0/totals": [-4, 4]}, "L501 /hands/0/totals"
LATER_TOTALS = {"/hands/1/totals": [-4, 4]}, "L501 /hands/1/totals"
VARIATION = (
    {"/hands/0/variations/0/actions": ["check"]},
    "L101 /hands/0/variations/0/actions/0",
)
TWICE = {"/hands/0/cards/1": "Ks"}, "L003 /hands/0/cards/1"
ANTES = {"/hands/0/antes": [1, 2]}, "L001 /hands/0/antes"
OTHER = {"/hands/2/actions/0": "fold"}, "L102 /hands/2/actions/0"

Wrong = tuple[Edits, str]

# The unreadable value, the errors still reported, and those withheld as it may cause them.
BESIDE: list[tuple[str, list[Wrong], list[Wrong]]] = [
    ("/hands/0", [OTHER], [LATER_TOTALS]),
    ("/hands/0/antes", [ACTION, END, RETURNS, TOTALS, VARIATION, TWICE], []),
    ("/hands/0/cards", [OTHER], [END, VARIATION, ANTES]),
    ("/hands/0/cards/0", [END, VARIATION, ANTES], []),
    ("/hands/0/actions", [TWICE, OTHER, ANTES], [END, RETURNS, TOTALS, LATER_TOTALS, VARIATION]),
    ("/hands/0/actions/2", [TWICE, OTHER, ANTES], [END, RETURNS, TOTALS, VARIATION]),
    ("/hands/0/end", [ACTION, VARIATION, TWICE], []),
    ("/hands/0/returns", [END, TOTALS], []),
    ("/hands/0/totals", [END, RETURNS], [LATER_TOTALS]),
    ("/hands/0/variations", [ACTION], []),
    ("/hands/1/cards/0", [ACTION, LATER_TOTALS], []),
    ("/hands/1/actions/3", [ACTION, TOTALS], [LATER_TOTALS]),
    ("/hands/2", [ACTION, LATER_TOTALS], []),
]


@pytest.mark.parametrize(("lost", "told", "untold"), BESIDE, ids=[lost for lost, _, _ in BESIDE])
def test_findings_beside_an_unreadable_value(
    lost: str, told: list[Wrong], untold: list[Wrong]
) -> None:
    assert told_beside(MATCH, lost, {}) == []
    for edits, said in told:
        assert told_beside(MATCH, lost, edits) == [said]
    for edits, _ in untold:
        assert told_beside(MATCH, lost, edits) == []


@all_of("wrong", [ACTION, END, RETURNS, TOTALS, VARIATION, TWICE, ANTES, OTHER])
def test_findings_if_everything_can_be_read(wrong: Wrong) -> None:
    assert told_beside(MATCH, "/title", wrong[0]) == [wrong[1]]


def test_a_card_and_all_actions_that_cannot_be_read() -> None:
    hand = '{"cards":[x,"Ks"],"actions":5}'
    text = f'{{"format":"leduc/json","version":1,"hands":[{hand}]}}'
    assert {"F101", "S002"} == set(codes(text))
