"""Misdeals that are claimed between the naming of the friend and the first card."""

import json

import pytest

import kifu

from ...loops import all_of

MATCH = """\
Players: Aram Byeol Chan Dahee Eun
Rules: seed
Options: misdeal=half-point-before-play

Deal: 1
Dealer: P0
Totals: 0 0 0 0 0
Hand P0: ♠K ♠J ♥K ♥Q ♥T ♥8 ♥5 ♣7 ♣6 ☆
Hand P1: ♠A ♠Q ♠8 ♦Q ♥7 ♥6 ♥3 ♣T ♣8 ♣5
Hand P2: ♠9 ♠3 ♦K ♦8 ♦5 ♦4 ♦3 ♥A ♥J ♣J
Hand P3: ♠T ♠7 ♠5 ♠4 ♦7 ♥2 ♥9 ♣3 ♣4 ♣2
Hand P4: ♠6 ♠2 ♦A ♦T ♦9 ♦6 ♦2 ♣A ♣K ♣9
Kitty: ♦J ♥4 ♣Q
Auction: P0 13♥, P1 pass, P2 pass, P3 pass, P4 14♦, P0 15♥, P4 pass
Discard: ♠J ♣7 ♣6
Contract: 15♥
Friend: ♠A
Misdeal: P3
Result: thrown-in

Deal: 2
Dealer: P0
Totals: 0 0 0 0 0
"""
TABLE = "R   P0!  P1   P2   P3   P4\n1   (♠K  ♠8   .    .    .\n"


def found(old: str = "", new: str = "") -> list[tuple[str, int | None, int | None]]:
    """Return the errors after a change: their codes, rounds and lines."""
    assert old in MATCH
    findings = kifu.validate(MATCH.replace(old, new, 1), "mighty/gibo")
    return [(each.code, each.round, each.line) for each in findings if each.severity == "error"]


def test_the_deal_is_thrown_in() -> None:
    assert found() == []
    assert found("Deal: 2\nDealer: P0", "Deal: 2\nDealer: P1") == [("M501", 2, 22)]
    assert found("Result: thrown-in", "Result: won") == [("M405", 1, 19)]
    assert found("Result: thrown-in", "Score: 100") == [("M406", 1, 19)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Misdeal: P3", "Misdeal: P2"),
        ("Misdeal: P3", "Misdeal: P0"),
        ("half-point-before-play", "half-point"),
        ("half-point-before-play", "off"),
        ("Misdeal: P3", f"{TABLE}Misdeal: P3"),
    ],
)
def test_a_claim_that_is_not_allowed(old: str, new: str) -> None:
    assert [code for code, _, _ in found(old, new)] == ["M107"]


DECISIONS = "Discard: ♠J ♣7 ♣6\nContract: 15♥\nFriend: ♠A\n"
CALLS = MATCH[MATCH.index("Auction") : MATCH.index("Discard")]


@all_of(
    "missing",
    ["Friend: ♠A\n", "Contract: 15♥\nFriend: ♠A\n", DECISIONS, CALLS + DECISIONS],
)
def test_a_claim_before_the_friend_is_named(missing: str) -> None:
    new = "Discard: ♠J ♣7 ♣6\n" if missing.startswith("Auction") else ""
    assert [code for code, _, _ in found(missing, new)] == ["M107"]


@all_of("missing", ["Discard: ♠J ♣7 ♣6\n", CALLS, CALLS + DECISIONS])
def test_what_is_left_out_may_have_happened(missing: str) -> None:
    assert found(missing) == []


def test_a_claim_after_the_deal_is_over() -> None:
    passed = f"Auction: {', '.join(f'P{seat} pass' for seat in range(5))}\n"
    assert found(CALLS + DECISIONS, passed) == [("R012", 1, 15)]


FIELDS: list[tuple[dict[str, object], list[str]]] = [
    ({"accepted": True}, []),
    ({"claim": "all the tricks"}, []),
    ({"claim": "Misdeal"}, ["/claim"]),
    ({"claim": "mis-deal", "by": 2}, ["", "/claim"]),
    ({"accepted": False}, ["/accepted"]),
    ({"how": "foul"}, ["/how"]),
    ({"how": "agreement", "by": None}, ["/how"]),
]


@all_of("case", FIELDS)
def test_each_field_of_the_claim_is_checked(case: tuple[dict[str, object], list[str]]) -> None:
    changed, wrong = case
    record = json.loads(kifu.dumps(kifu.loads(MATCH), "mighty/json"))
    ended = {"how": "claim", "by": 3, "claim": "misdeal", **changed}
    record["deals"][0]["ended"] = {key: each for key, each in ended.items() if each is not None}
    findings = [each for each in kifu.validate(json.dumps(record)) if each.severity == "error"]
    assert [each.pointer for each in findings] == [f"/deals/0/ended{field}" for field in wrong]


def test_players_by_name_and_players_that_do_not_exist() -> None:
    assert found("Misdeal: P3", "Misdeal: Dahee") == []
    assert found("Misdeal: P3", "Misdeal: P5") == [("R011", 1, 18)]


def test_it_is_kept_in_every_notation() -> None:
    record = kifu.loads(MATCH)
    for notation in ("mighty/json", "mighty/gibo"):
        assert kifu.lost(record, notation) == []
        assert kifu.loads(kifu.dumps(record, notation)) == record
    assert "Misdeal: P3\n" in kifu.dumps(record, "mighty/gibo")
