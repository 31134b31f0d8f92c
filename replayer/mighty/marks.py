"""Whether the marks of a deal are right: who led, who won, who was president and friend.

Source: the paper, IV.2.3 (gibo). Marks are checked against the rules, never trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...findings import Finding, Rule
from ..place import Place
from ..replay import Step
from . import codes
from .record import Deal
from .rules.state import State, Taken


def wrong_lead(deal: Deal, state: State) -> int | None:
    """The player who is marked as leading the trick under way, where that is another.

    What breaks a rule in such a trick does so because of its lead.
    """
    if state.phase != "play" or state.number > len(deal.tricks):
        return None
    lead = deal.tricks[state.number - 1].lead
    return None if lead in (None, state.lead) else lead


def check_marks(deal: Deal, steps: Sequence[Step[State]], place: Place) -> Iterator[Finding]:
    """Compare the marks of a deal with its replay, as far as that goes."""
    last = steps[-1].state
    final = last if last.outcome is None else steps[-2].state
    tricks = last.tricks if last.outcome is None else last.outcome.tricks
    yield from _president(deal, final, place)
    for number, (said, taken) in enumerate(zip(deal.tricks, tricks, strict=False)):
        yield from _lead(said.lead, taken.lead, number, place)
        yield from _winner(said.winner, taken, number, place)
    if last.phase == "play" and last.number <= len(deal.tricks):
        number = len(tricks)
        said = deal.tricks[number]
        yield from _lead(said.lead, last.lead, number, place)
        if said.winner is not None and steps[-1].breach is None:
            why = f"P{said.winner} is marked as winning, but the trick is not complete"
            yield _finding(codes.WRONG_WINNER, why, number, "winner", said.winner, place)
    untold = deal.result is not None and not deal.tricks
    if steps[-1].breach is None and not untold and last.phase != "auction":
        friend = last.friend_player if last.outcome is None else last.outcome.friend
        yield from _friend(deal, final, friend, place)


def _lead(said: int | None, right: int, number: int, place: Place) -> Iterator[Finding]:
    if said not in (None, right):
        before = "as the president" if number == 0 else f"having won trick {number}"
        why = f"P{said} is marked as leading, but P{right} leads, {before}"
        yield _finding(codes.WRONG_LEAD, why, number, "lead", said, place)


def _winner(said: int | None, taken: Taken, number: int, place: Place) -> Iterator[Finding]:
    if said not in (None, taken.winner):
        why = f"P{said} is marked as winning, but P{taken.winner} wins the trick"
        yield _finding(codes.WRONG_WINNER, why, number, "winner", said, place)


def _president(deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    said, right = deal.president, state.president
    if right is not None and said not in (None, right):
        did = "leads the first trick" if deal.bids is None else "won the auction"
        why = f"P{said} is marked as the president, but P{right} {did}"
        yield place.finding(codes.WRONG_ROLE, why, "/president", player=said)


def _friend(deal: Deal, state: State, right: int | None, place: Place) -> Iterator[Finding]:
    said = deal.friend_player
    if said in (None, right):
        return
    if said == state.president:
        why = f"P{said} is marked as the friend, but is the president"
    elif right is not None:
        why = f"P{said} is marked as the friend, but P{right} has turned out to be it"
    else:
        why = f"P{said} is marked as the friend, but nobody has turned out to be it"
    yield place.finding(codes.WRONG_ROLE, why, "/friend_player", player=said)


def _finding(
    rule: Rule, why: str, number: int, field: str, player: int | None, place: Place
) -> Finding:
    return place.finding(rule, why, f"/tricks/{number}/{field}", player=player)
