"""Replays the deals of a game, each up to the first action that breaks a rule, and checks them.

The marks of a deal's tricks are compared with the play, never trusted. If the deal was played to
its end, its points are also compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ....findings import Finding, Rule
from ...check import Place, check_variations
from ...hypotheses import likeliest
from ...replay.replayed import Replayed
from ...replay.round import RoundReplay, Step, first_breach
from ...tricks import contradictions
from .. import codes
from ..engine.engine import scores
from ..engine.pack import pack
from ..record import Deal, Record
from ..rules import PlanowanieRules
from ..state import State
from .meant import of_deal
from .recorded import field_of, replay, sound_end
from .well_formed import DealRead, read_deal, unplanned

_FIGURES = (codes.WRONG_LEAD, codes.WRONG_WINNER, codes.WRONG_POINTS)
"""The errors that do not make it uncertain how a deal went."""


class Played(Struct, frozen=True):
    """A deal of a game, and the last state that its replay reached, or None if unknown.

    `sound` is true if there are no errors in the game so far. `replayed` is None if the deal was
    played to its end with all cards known.
    """

    place: Place
    deal: Deal
    end: State | None = None
    sound: bool = False
    replayed: Replayed[State] | None = None


class Game:
    """A game whose deals are being replayed one by one, under `rules` that have a plan for each.

    `sound` is true until there is an error, and `readable` is true until it is unknown how a deal
    went. `totals` are the possible totals. `timed` are the deals whose clocks can be compared with
    the questions. `seen` holds errors in the deck or the plan, which affect all deals but are
    reported only once.
    """

    def __init__(self, record: Record, rules: PlanowanieRules, sound: bool) -> None:
        self.record = record
        self.rules = rules
        self.state = self.rules.initial_state()
        self.totals: Sums = [self.state.totals]
        self.sound, self.readable = sound, True
        self.seen = set[str]() if sound else {"size"}
        self.deals: list[Played] = []
        self.ends: list[State | None] = []
        self.timed: list[tuple[Place, Deal, State | None]] = []

    def play(self) -> Iterator[Finding]:
        """Replay all deals, and yield the findings about them."""
        for number, deal in enumerate(self.record.deals):
            place, end = Place(number + 1, "deals"), None
            if number < len(self.record.plan) and "size" not in self.seen:
                end = sound_end(self.rules, deal, number, self.state.totals)
            if end is None:
                yield from self._check(deal, place)
            else:
                self._enter(Played(place, deal, end, self.sound), deal.points)
                self.ends.append(end)

    def _check(self, deal: Deal, place: Place) -> Iterator[Finding]:
        """Replay a deal step by step."""
        number, planned = place.number - 1, place.number <= len(self.record.plan)
        if not planned and "size" not in self.seen:
            beyond = unplanned(number, len(self.record.plan))
            yield place.finding(beyond.rule, str(beyond))
        if not planned:
            self.readable = self.sound = False
            self.seen.add("size")
        read = read_deal(self.rules, deal, number, "size" in self.seen)
        if not self.seen & read.strange:
            yield from _slips(read, place)
        self.seen |= read.strange
        self.sound = self.sound and not read.slips
        if read.deal is None:
            self.ends.append(None)
            self._enter(Played(place, deal), deal.points)
            return
        rest = None if read.whole else deal
        found, meant, replayed = _replayed(read.rules, read.deal, rest, self.state.totals, place)
        yield from found
        self.sound = self.sound and not found
        self.readable = self.readable and all(each.rule in _FIGURES for each in found)
        end, over = replayed.last.state, replayed.last.over
        known = replayed.last.breach is None and read.whole and read.counts
        known = known and (over or not read.slips)
        self.ends.append(end if known and over and planned and not read.slips else None)
        self._enter(
            Played(place, deal, end if known else None, self.sound, replayed),
            read.deal.points if known and over else deal.points,
        )
        last, said = place.number >= len(self.record.deals), self.record.result
        stops = last and (said is None or said.end != "complete") and not (found or read.slips)
        if known and (over or stops):
            self.timed.append((place, meant, end))
        elif not known and read.whole and len(deal.tricks) == self.rules.plan[number].cards:
            self.timed.append((place, meant, None))
        if known and not over and not last:
            self.readable = False
            if not found and deal.ended is None:
                why = "the deal stops before its last trick, but another deal follows"
                yield place.finding(codes.ENDS_EARLY, why)
            twice = deal == self.record.deals[place.number]
            if twice or len(self.record.deals) > len(self.record.plan):
                # The plan may lack an unfinished deal, or list a repeated deal only once.
                self.seen.add("size")

    def _enter(self, played: Played, points: tuple[int, ...] | None) -> None:
        """Continue after a deal; both its written points and those of its play are possible."""
        end = played.end
        self.deals.append(played)
        self.readable = self.readable and end is not None
        scored = None if end is None else end.points
        self.totals = _added(self.totals, self.rules.players, scored, points)
        if end is not None:
            self.state = end if scored is None else self.rules.next_round(end) or end


def _slips(read: DealRead, place: Place) -> Iterator[Finding]:
    for field, breach in read.slips:
        fix = place.mended(field, breach)
        yield place.finding(breach.rule, str(breach), field, fix=fix)


def _replayed(
    rules: PlanowanieRules, deal: Deal, rest: Deal | None, totals: tuple[int, ...], place: Place
) -> tuple[list[Finding], Deal, Replayed[State]]:
    """Replay a deal; return the findings about it, the deal as intended, and the replay.

    `rest` is the deal as written if only its first tricks can be replayed.
    """
    behind = None if rest is None else (rest, len(deal.tricks))

    def judged(meant: tuple[PlanowanieRules, Deal]) -> tuple[Replayed[State], list[Finding]]:
        replayed = replay(*meant, place.number - 1, totals)
        facts = DealFacts(*meant, place, replayed.last, behind)
        for find in _CHECKS:
            facts.found += find(facts)
        return replayed, facts.found

    replayed, found = judged((rules, deal))
    meant = None
    if len(found) > 1 and deal.tricks:
        replayed, found, meant = likeliest(
            (replayed, found),
            of_deal(rules, deal, found, place),
            judged,
            lambda replayed: replayed.last.breach is None,
        )
    if deal.variations:
        main = RoundReplay(place.number, replayed.steps)
        of_hands = [codes.CARD_NOT_HELD]
        found += check_variations(rules, main, deal.variations, place, of_hands, bool(found))
    return found, deal if meant is None else meant[1], replayed


Sums: TypeAlias = list[tuple[int, ...]] | None
"""Possible totals, the likeliest first; None if unknown."""

_MOST = 100
"""If there are more possible totals than this, the totals count as unknown."""


def _added(totals: Sums, players: int, *points: tuple[int, ...] | None) -> Sums:
    """Return the totals after a deal with any of these points; None means unknown."""
    some = [each for each in points if each is not None and len(each) == players]
    if totals is None or not some:
        return None
    sums = [tuple(map(sum, zip(before, each, strict=True))) for before in totals for each in some]
    found = list(dict.fromkeys(sums))
    return found if len(found) <= _MOST else None


# The checks of a deal


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
    stops = facts.state.phase == "declare" and facts.last.breach is None
    for player, said in enumerate((stops and facts.deal.declarations) or ()):
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
    """If the replay broke no rule, check that nothing is recorded after its end."""
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
    elif any(trick.played for trick in deal.tricks[taken + 1 :]):
        why = "the trick stops before its last card, but another trick follows"
        yield place.finding(codes.ENDS_EARLY, why, f"/tricks/{taken}")


def _check_points(facts: DealFacts) -> Iterator[Finding]:
    """If the replay broke no rule, check its points."""
    deal, state, place = facts.deal, facts.state, facts.place
    unknown = state.points is None and (facts.found or deal.ended is not None)
    if facts.last.breach is not None or deal.points is None or unknown:
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


_CHECKS: tuple[Callable[[DealFacts], Iterator[Finding]], ...] = (
    _check_marks,
    _check_first_declarations,
    _check_breach,
    _check_beyond,
    _check_points,
    _check_rest,
)
"""The checks of a deal, in order."""


_MARKS: dict[str, tuple[Rule, str, str]] = {
    "lead": (codes.WRONG_LEAD, "leading", "leads"),
    "winner": (codes.WRONG_WINNER, "winning", "wins"),
}


def _mark(
    field: str, said: int | None, right: Sequence[int | None], at: int, place: Place
) -> Iterator[Finding]:
    if said not in (None, *right):
        rule, marked, does = _MARKS[field]
        why = f"player {said} is marked as {marked} trick {at + 1}, but player {right[0]} {does} it"
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
