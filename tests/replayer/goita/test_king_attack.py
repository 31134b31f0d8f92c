"""When a king may attack: cases (a), (b) and (c) of the rules, and the options about them."""

from dataclasses import dataclass

import pytest

from ...helpers import Json, codes, dealt, goita
from ...loops import all_of

ONE_EACH = ["12345678", "12345678", "44568888", "56778888"]
ONE_IN_EACH_HAND_OF_A_TEAM = [ONE_EACH[0], ONE_EACH[2], ONE_EACH[1], ONE_EACH[3]]
BOTH = dealt("11446688")
BOTH_WITH_PLAYER_2 = dealt("11446688", 2)

BURIED_THEN_ATTACK = "14-0-0-0-61"
BURIED_BY_ANOTHER = "14-45-56-0-0-61"

LEGAL: dict[str, tuple[list[str], str]] = {
    "a: another king was received with": (ONE_EACH, "84-15-0-56-61"),
    "a: the partner's king was received with": (ONE_IN_EACH_HAND_OF_A_TEAM, "84-0-15-56-61"),
    "a: a king has attacked": (BOTH, "81-0-0-0-41"),
    "b: both kings in hand, another piece face-down": (BOTH, "81"),
    "b: one king face-down, the other attacks": (BOTH, "11"),
    "b: both kings, after a receiver": (BOTH_WITH_PLAYER_2, "85-54-41"),
    "a: received with the other king in this turn": (BOTH_WITH_PLAYER_2, "85-54-11"),
    "c: the last piece": (ONE_EACH, "87-0-0-0-65-0-0-0-43-0-0-0-21"),
}

FORBIDDEN: dict[str, tuple[list[str], str]] = {
    "no king lies face-up": (ONE_EACH, "81"),
    "one piece is left behind": (ONE_EACH, "87-0-0-0-65-0-0-0-41"),
    "a king lies face-down": (BOTH, BURIED_THEN_ATTACK),
    "another king lies face-down": (ONE_EACH, BURIED_BY_ANOTHER),
}

EXPOSED = {"face_down_king_exposes": True}
DEALT = {"both_kings_dealt_suffices": True}
NOT_LAST = {"last_piece_king_attack": False}


@dataclass(frozen=True, kw_only=True)
class Case:
    """A record under some rule options, and the codes of its findings."""

    rules: Json
    hands: list[str]
    record: str
    found: list[str]


OPTIONS = {
    "a buried king exposes": Case(rules=EXPOSED, hands=BOTH, record=BURIED_THEN_ATTACK, found=[]),
    "anybody's buried king exposes": Case(
        rules=EXPOSED, hands=ONE_EACH, record=BURIED_BY_ANOTHER, found=[]
    ),
    "the king laid with the attack exposes nothing yet": Case(
        rules=EXPOSED, hands=ONE_EACH, record="81", found=["G104"]
    ),
    "both kings were dealt": Case(rules=DEALT, hands=BOTH, record=BURIED_THEN_ATTACK, found=[]),
    "one king was dealt": Case(
        rules=DEALT, hands=ONE_EACH, record=BURIED_BY_ANOTHER, found=["G104"]
    ),
    "the last piece, without the option": Case(
        rules=NOT_LAST,
        hands=ONE_EACH,
        record="87-0-0-0-65-0-0-0-43-0-0-0-21",
        found=["G104"],
    ),
    "both kings as the last pair, without the option": Case(
        rules=NOT_LAST,
        hands=BOTH,
        record="84-0-0-0-84-0-0-0-66-0-0-0-11",
        found=[],
    ),
}


@all_of("case", LEGAL.values())
def test_a_king_may_attack(case: tuple[list[str], str]) -> None:
    hands, record = case
    assert set(codes(goita({"hands": hands, "record": record}))) <= {"G202"}


@pytest.mark.parametrize("case", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_a_king_may_not_attack(case: tuple[list[str], str]) -> None:
    hands, record = case
    assert codes(goita({"hands": hands, "record": record})) == ["G104"]


@all_of("case", OPTIONS.values())
def test_options(case: Case) -> None:
    text = goita({"hands": case.hands, "record": case.record}, rules=case.rules)
    assert [code for code in codes(text) if code != "G202"] == case.found
