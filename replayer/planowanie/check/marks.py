"""Checks the marks of a deal: who led a trick, and who won it.

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
    """Whether the trick under way is marked with another leader, which explains what follows."""
    if state.phase != "play" or state.trick >= len(deal.tricks):
        return False
    return deal.tricks[state.trick].lead not in (None, state.lead)


def check_marks(deal: Deal, end: Step[State], start: int, place: Place) -> Iterator[Finding]:
    """Compare the marks of a deal with its replay, as far as that goes: up to its last step."""
    state = end.state
    winners = [] if state.deal is None else state.deal.winners
    due: tuple[int | None, ...] = (start,)
    for at, (said, winner) in enumerate(zip(deal.tricks, winners, strict=False)):
        if said.lead not in due or said.winner != winner:
            yield from _mark(codes.WRONG_LEAD, "leading", said.lead, due, at, "lead", place)
            yield from _mark(
                codes.WRONG_WINNER, "winning", said.winner, (winner,), at, "winner", place
            )
        # Who is marked as winning, rightly or not, may be marked as leading the next trick.
        due = (winner, said.winner)
    at = state.trick
    if state.phase == "play" and at < len(deal.tricks):
        said = deal.tricks[at]
        yield from _mark(codes.WRONG_LEAD, "leading", said.lead, due, at, "lead", place)
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
    """What the tricks behind number `broken` (from 0), where a rule is, contradict themselves."""

    def wins(_: int, cards: Sequence[str]) -> int | None:
        known = pack(deck.ranks, deck.suits)
        sound = all(card in known.numbers for card in cards)
        return known.winning([known.numbers[card] for card in cards]) if sound else None

    for each in contradictions(deal.tricks, broken, wins):
        match each.of:
            case "lead":
                due, rule = (each.due,), codes.WRONG_LEAD
                yield from _mark(rule, "leading", each.seat, due, each.at, "lead", place)
            case "winner":
                due, rule = (each.due,), codes.WRONG_WINNER
                yield from _mark(rule, "winning", each.seat, due, each.at, "winner", place)
            case "card":
                card = deal.tricks[each.at].cards[each.seat]
                why = f"{card} was played already, in trick {each.due + 1}"
                field = f"/tricks/{each.at}/cards/{each.seat}"
                yield place.finding(codes.CARD_NOT_HELD, why, field, player=each.seat)
