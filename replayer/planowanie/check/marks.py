"""Checks the marks of a deal: the leader and the winner of each trick.

Marks are checked against the rules, never trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....findings import Finding, Rule
from ...check import Place
from ...replay.round import Step
from ...tricks import contradictions
from .. import codes
from ..engine.pack import pack
from ..record import Deal, Deck
from ..state import State


def is_wrong_lead(deal: Deal, state: State) -> bool:
    """Return whether the current trick is marked with another leader, which explains the rest."""
    if state.phase != "play" or state.trick >= len(deal.tricks):
        return False
    return deal.tricks[state.trick].lead not in (None, state.lead)


def check_marks(deal: Deal, end: Step[State], start: int, place: Place) -> Iterator[Finding]:
    """Compare the marks of a deal with its replay, as far as it goes: up to its last step."""
    state = end.state
    winners = [] if state.deal is None else state.deal.winners
    expected: tuple[int | None, ...] = (start,)
    for at, (said, winner) in enumerate(zip(deal.tricks, winners, strict=False)):
        if said.lead not in expected or said.winner != winner:
            yield from _mark(codes.WRONG_LEAD, "leading", said.lead, expected, at, "lead", place)
            yield from _mark(
                codes.WRONG_WINNER, "winning", said.winner, (winner,), at, "winner", place
            )
        # The player marked as winning, rightly or not, may be marked as leading the next trick.
        expected = (winner, said.winner)
    at = state.trick
    if state.phase == "play" and at < len(deal.tricks):
        said = deal.tricks[at]
        yield from _mark(codes.WRONG_LEAD, "leading", said.lead, expected, at, "lead", place)
        if said.winner is not None and end.breach is None:
            why = f"player {said.winner} is marked as winning, but the trick is not complete"
            yield place.finding(codes.WRONG_WINNER, why, f"/tricks/{at}/winner", player=said.winner)


def _mark(
    rule: Rule,
    does: str,
    said: int | None,
    right: Sequence[int | None],
    at: int,
    field: str,
    place: Place,
) -> Iterator[Finding]:
    if said not in (None, *right):
        why = f"player {said} is marked as {does} trick {at + 1}, but it is player {right[0]}"
        where = f"/tricks/{at}/{field}"
        fix = None if right[0] is None else place.right(right[0], where)
        yield place.finding(rule, why, where, player=said, fix=fix)


def check_behind(deck: Deck, deal: Deal, broken: int, place: Place) -> Iterator[Finding]:
    """Yield the contradictions in tricks after number `broken` (from 0), where a rule is broken."""

    def wins(_: int, cards: Sequence[str]) -> int | None:
        known = pack(deck.ranks, deck.suits)
        sound = all(card in known.numbers for card in cards)
        return known.winning([known.numbers[card] for card in cards]) if sound else None

    for each in contradictions(deal.tricks, broken, wins):
        match each.of:
            case "lead":
                expected, rule = (each.expected,), codes.WRONG_LEAD
                yield from _mark(rule, "leading", each.seat, expected, each.at, "lead", place)
            case "winner":
                expected, rule = (each.expected,), codes.WRONG_WINNER
                yield from _mark(rule, "winning", each.seat, expected, each.at, "winner", place)
            case "card":
                card = deal.tricks[each.at].cards[each.seat]
                why = f"{card} was played already, in trick {each.expected + 1}"
                field = f"/tricks/{each.at}/cards/{each.seat}"
                yield place.finding(codes.CARD_NOT_HELD, why, field, player=each.seat)
