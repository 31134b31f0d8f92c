"""A second version of the rules of play, straight from the rule sheet and not made for speed.

Tests compare the rules engine with it.
"""

from collections import Counter
from typing import NamedTuple

POINTS = {"1": 50, "2": 40, "3": 40, "4": 30, "5": 30, "6": 20, "7": 20, "8": 10}


class Verdict(NamedTuple):
    """The first broken rule and its ply, or how far the round got."""

    code: str | None
    ply: int
    winner: int | None = None
    points: int = 0


def judge(hands: list[str], dealer: int, record: str) -> Verdict:
    """Play a round of a deal without five し in any hand, under the default rules."""
    held = [Counter(hand) for hand in hands]
    turn, passes, attack, king_seen = dealer, 3, "", False
    rest, ply = record, 0
    while rest:
        ply += 1
        leads = passes == 3
        first, second = rest[0], rest[1:2]
        if first == "0":
            if leads:
                return Verdict("G102", ply)
            turn, passes, rest = (turn + 1) % 4, passes + 1, rest[1:]
            continue
        rest = rest[2:]
        broken = _broken(held[turn], leads, attack, king_seen, first, second)
        if broken is not None:
            return Verdict(broken, ply)
        held[turn] -= Counter(first + second)
        king_seen = king_seen or second == "1" or (first == "1" and not leads)
        if not held[turn].total():
            doubled = leads and first == second
            after = "G109" if rest else None
            points = POINTS[second] * (2 if doubled else 1)
            return Verdict(after, ply + bool(rest), turn, points)
        turn, passes, attack = (turn + 1) % 4, 0, second
    return Verdict(None, ply)


def _broken(
    hand: Counter[str], leads: bool, attack: str, king_seen: bool, first: str, second: str
) -> str | None:
    if first not in POINTS or (second and second not in POINTS and second != "0"):
        return "G004"
    if not hand[first]:
        return "G103"
    if not leads and first != attack:
        if first != "1":
            return "G105"
        if attack in "78":
            return "G106"
    if not second:
        return "G108"
    if second == "0":
        return "G107"
    if not (hand - Counter(first))[second]:
        return "G103"
    king_seen = king_seen or (first == "1" and not leads)
    if second == "1" and not king_seen and hand["1"] < 2 and hand.total() > 2:
        return "G104"
    return None
