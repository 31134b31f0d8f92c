"""The checks of a deal that was replayed up to the first action that breaks a rule.

The marks of its tricks are compared with the play, never trusted. If the deal was played to its
end, its points are also compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ....findings import Finding, Rule
from ...check import Place
from ...replay.round import Step, first_breach
from ...tricks import contradictions
from .. import codes
from ..engine.engine import scores
from ..engine.pack import pack
from ..record import Deal
from ..rules import PlanowanieRules
from ..state import State
from .recorded import field_of


class DealFacts(Struct):
    """A deal under its rules, the last step of its replay, and the findings so far.

    If a trick cannot be played, `behind` is the deal as written and the number of the first trick
    that cannot.
    """

    rules: PlanowanieRules
    deal: Deal
    place: Place
    last: Step[State]
    behind: tuple[Deal, int] | None
    found: list[Finding] = []

    @property
    def state(self) -> State:
        """The last state that the replay reached."""
        return self.last.state


def _check_marks(facts: DealFacts) -> Iterator[Finding]:
    """Compare the marks of a deal with its replay, up to the last step of the replay."""
    deal, state, place = facts.deal, facts.state, facts.place
    winners = [] if state.deal is None else state.deal.winners
    expected: tuple[int | None, ...] = (facts.rules.plan[place.number - 1].start,)
    for at, (said, winner) in enumerate(zip(deal.tricks, winners, strict=False)):
        if said.lead not in expected or said.winner != winner:
            yield from _mark("lead", said.lead, expected, at, place)
            yield from _mark("winner", said.winner, (winner,), at, place)
        # The player marked as winning, rightly or not, may be marked as leading the next trick.
        expected = (winner, said.winner)
    at = state.trick
    if state.phase == "play" and at < len(deal.tricks):
        said = deal.tricks[at]
        yield from _mark("lead", said.lead, expected, at, place)
        if said.winner is not None and facts.last.breach is None:
            why = f"player {said.winner} is marked as winning, but the trick is not complete"
            yield place.finding(codes.WRONG_WINNER, why, f"/tricks/{at}/winner", player=said.winner)


def _check_first_declarations(facts: DealFacts) -> Iterator[Finding]:
    """Yield the errors in the known declarations, if not all are known."""
    if facts.state.phase != "declare" or facts.last.breach is not None:
        return
    for player, said in enumerate(facts.deal.declarations or ()):
        breach = said is not None and first_breach(facts.rules, facts.state, {player: str(said)})
        if breach:
            why, field = str(breach), f"/declarations/{player}"
            yield facts.place.finding(breach.rule, why, field, ply=player + 1, player=player)


def _check_breach(facts: DealFacts) -> Iterator[Finding]:
    """Yield the broken rule, and contradictions in the tricks after that."""
    deal, state, step, place = facts.deal, facts.state, facts.last, facts.place
    breach = step.breach
    if breach is None:
        return
    in_trick = state.phase == "play" and state.trick < len(deal.tricks)
    # If the leader is not the marked one, that explains the broken rule.
    if not in_trick or deal.tricks[state.trick].lead in (None, state.lead):
        offset, player = next(
            (offset, player)
            for offset, (player, action) in enumerate((step.actions or {}).items())
            if first_breach(facts.rules, state, {player: action}) is not None
        )
        field, ply = field_of(deal, state, player), step.ply + offset
        fix = place.mended(field, breach)
        yield place.finding(breach.rule, str(breach), field, ply=ply, player=player, fix=fix)
    if state.phase == "play":
        yield from _check_behind(facts.rules, deal, state.trick, place)


def _check_beyond(facts: DealFacts) -> Iterator[Finding]:
    """If the replay broke no rule, check its points, and that nothing is recorded after its end."""
    deal, state, place = facts.deal, facts.state, facts.place
    if facts.last.breach is not None or (facts.found and state.points is None):
        return
    taken = state.trick
    if state.phase == "over" and len(deal.tricks) > taken:
        why = f"the deal is over after {taken} tricks, but it goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, f"/tricks/{taken}")
    elif state.phase == "declare" and any(trick.played for trick in deal.tricks):
        why = "cards are played, but not all players have declared"
        yield place.finding(codes.DECLARATION_MISSING, why, "/declarations")
        return
    elif any(trick.played for trick in deal.tricks[taken + 1 :]):
        why = "the trick stops before its last card, but another trick follows"
        yield place.finding(codes.ENDS_EARLY, why, f"/tricks/{taken}")
        return
    if deal.points is None or (deal.ended is not None and state.points is None):
        return
    if state.points is None:
        why = "the record has points, but the deal is not finished"
        yield place.finding(codes.WRONG_POINTS, why, "/points")
    elif deal.points != state.points and deal.points != _points_as_marked(deal, state):
        said, right = (" ".join(map(str, each)) for each in (deal.points, state.points))
        why = f"the points are {said}, but must be {right}"
        fix = place.right(state.points, "/points")
        yield place.finding(codes.WRONG_POINTS, why, "/points", fix=fix)


def _points_as_marked(deal: Deal, end: State) -> tuple[int, ...]:
    """Return the points of a deal if its tricks were won by the marked winners, right or wrong."""
    table = end.deal
    assert table is not None
    winners = [
        winner if said.winner is None else said.winner
        for said, winner in zip(deal.tricks, table.winners, strict=False)
    ]
    taken = map(winners.count, range(table.players))
    return scores(table.cards, taken, table.declarations)


def _check_rest(facts: DealFacts) -> Iterator[Finding]:
    """Yield the contradictions in tricks after one that cannot be played."""
    if facts.behind is not None:
        yield from _check_behind(facts.rules, *facts.behind, facts.place)


CHECKS: tuple[Callable[[DealFacts], Iterator[Finding]], ...] = (
    _check_marks,
    _check_first_declarations,
    _check_breach,
    _check_beyond,
    _check_rest,
)
"""The checks of a deal, in order."""


_MARKS: dict[str, tuple[Rule, str]] = {
    "lead": (codes.WRONG_LEAD, "leading"),
    "winner": (codes.WRONG_WINNER, "winning"),
}


def _mark(
    field: str, said: int | None, right: Sequence[int | None], at: int, place: Place
) -> Iterator[Finding]:
    if said not in (None, *right):
        rule, does = _MARKS[field]
        why = f"player {said} is marked as {does} trick {at + 1}, but it is player {right[0]}"
        where = f"/tricks/{at}/{field}"
        fix = None if right[0] is None else place.right(right[0], where)
        yield place.finding(rule, why, where, player=said, fix=fix)


def _check_behind(
    rules: PlanowanieRules, deal: Deal, broken: int, place: Place
) -> Iterator[Finding]:
    """Yield the contradictions after trick `broken` (from 0), in which a rule is broken."""
    known = pack(rules.deck.ranks, rules.deck.suits)

    def wins(_: int, cards: Sequence[str]) -> int | None:
        sound = all(card in known.numbers for card in cards)
        return known.winning([known.numbers[card] for card in cards]) if sound else None

    for each in contradictions(deal.tricks, broken, wins):
        if each.of != "card":
            yield from _mark(each.of, each.seat, (each.expected,), each.at, place)
            continue
        card = deal.tricks[each.at].cards[each.seat]
        why = f"{card} was played already, in trick {each.expected + 1}"
        field = f"/tricks/{each.at}/cards/{each.seat}"
        yield place.finding(codes.CARD_NOT_HELD, why, field, player=each.seat)
