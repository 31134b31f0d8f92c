"""Everything that can be wrong with a Planowanie record, deal by deal.

A deal is replayed up to the first action that breaks a rule. Up to there, marks are compared with
the play; if the deal was played out, so are its points. How the game ended is checked only if
nothing was wrong before.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place, check_variations, first_impossible
from ...game import Checked
from ...hypotheses import explained, likeliest
from ...replay.replayed import Replayed
from ...replay.round import RoundReplay, Step, first_breach
from ...replay.view import masked
from ...rules import IllegalAction
from ...times import check_times
from .. import codes
from ..beliefs import belief
from ..cards import strangers
from ..engine.engine import scores
from ..position import PlanowaniePositions
from ..record import Deal, Record
from ..rules import PlanowanieRules
from ..state import State
from ..view import deal_view, header_view, hides_own_hand
from .clocks import check_clocks, check_questions
from .marks import check_behind, check_marks, is_wrong_lead
from .meant import of_deal, of_game
from .outcome import check_end_in_setup, check_result, check_totals, show
from .recorded import field_of, hands_of, replay, rules_of
from .remains import Remains, deal_left, game_left, planned_on
from .sound import sound_end
from .totals import Sums, added_play, added_points, possible_totals
from .well_formed import deal_malformations, ended_in_setup, setup_breaches


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    ends: list[State | None] = []
    times = check_times(record.start_time, record.end_time)
    found = [*times, *_check_game(record, ends), *check_clocks(record)]
    return Checked(found, ends + [None] * (len(record.deals) - len(ends)))


def _check_game(record: Record, ends: list[State | None]) -> list[Finding]:
    """Return what is wrong with a game, with a slip instead of the errors that it explains."""
    found = list(_check(record, ends))
    if len(found) < 2:
        return found
    return explained(found, of_game(record, found), lambda meant: _check(meant, []))


def _check(record: Record, ends: list[State | None]) -> Iterator[Finding]:
    wrong = list(setup_breaches(record))
    for pointer, breach in wrong:
        yield Finding(rule=breach.rule, message=str(breach), pointer=pointer)
    if ended_in_setup(record):
        if not wrong:
            yield from check_end_in_setup(record)
        return
    left = game_left(record) if wrong else record
    if left is None:
        return
    yield from _check_deals(left, ends, sound=not wrong)


def _check_deals(record: Record, ends: list[State | None], *, sound: bool) -> Iterator[Finding]:
    """Return everything wrong with the deals of a game, and with its end.

    The game is `sound` if nothing was wrong before them.
    """
    # Deals after the last planned one are checked under the plan that they imply.
    agreed = rules_of(record)
    rules = replace(agreed, plan=planned_on(record))
    readable = as_seen = True
    seen = {"size"} if not sound else set[str]()
    state = rules.initial_state()
    totals: Sums = [state.totals]
    for number, deal in enumerate(record.deals):
        known = number < len(record.plan) and "size" not in seen
        end = sound_end(rules, deal, number, state.totals) if known else None
        if end is not None:
            if sound and record.view in range(record.seats):
                as_seen = as_seen and _is_as_seen(rules, record, deal, end)
            ends.append(end)
            totals, state = added_play(totals, deal, end), rules.next_round(end) or end
            continue
        place = Place(number + 1, "deals")
        if number >= len(record.plan):
            readable = sound = False
            if "size" not in seen:
                yield from (
                    _slip(place, *each) for each in deal_malformations(agreed, deal, number)
                )
            seen.add("size")
        malformed = list(deal_malformations(rules, deal, number))
        strange = _strange(rules, deal, number) if malformed else set[str]()
        # Deck and plan are shared by all deals: their slip is reported once.
        slips = [] if seen & strange else [_slip(place, *each) for each in malformed]
        seen |= strange
        yield from slips
        sound = sound and not malformed
        left = Remains(rules, deal)
        if malformed or "size" in seen:
            left = deal_left(rules, deal, number, planned_otherwise="size" in seen)
        if left is None:
            readable, totals = False, added_points(totals, rules, deal)
            ends.append(None)
            continue
        replayed, found, meant = _replay(left.rules, left.deal, number, state.totals, place)
        if not left.whole:
            found += check_behind(rules.deck, deal, len(left.deal.tricks), place)
        yield from found
        sound = sound and not found
        unknown = not (left.whole and left.counts) or (malformed and not replayed.last.over)
        if replayed.last.breach is not None or unknown:
            # It is unknown how the deal went, and so what the totals were after it.
            readable, totals = False, added_points(totals, rules, deal)
            ends.append(None)
            if left.whole and len(deal.tricks) == rules.plan[number].cards:
                yield from check_questions(meant, None, place)
            continue
        if sound and record.view in range(record.seats):
            as_seen = as_seen and _is_as_seen(rules, record, deal, replayed.last.state)
        if sound:
            unfit = list(_check_belief(rules, deal, replayed, record, place))
            yield from unfit
            sound = not unfit
        last = replayed.last.state
        goes_on = number + 1 < len(record.deals) or _is_said_complete(record)
        if last.phase == "over" or not (found or malformed or goes_on):
            yield from check_questions(meant, last, place)
        ended = last.phase == "over" and not malformed and number < len(record.plan)
        ends.append(last if ended else None)
        readable = readable and all(each.rule in _FIGURES for each in found)
        totals = added_play(totals, left.deal, last)
        state = rules.next_round(last) or last if last.phase == "over" else last
        if last.phase != "over":
            totals = added_points(totals, rules, deal)
            if number + 1 < len(record.deals):
                readable = False
                if not found and deal.ended is None:
                    why = "the deal stops before its last trick, but another deal follows"
                    yield place.finding(codes.ENDS_EARLY, why)
                twice = deal == record.deals[number + 1]
                if twice or len(record.deals) > len(record.plan):
                    # An unfinished deal may be one that the plan lacks, or has only once.
                    seen.add("size")
    if not readable or (ends and ends[-1] is None and not sound):
        possible = possible_totals(record, totals)
        if possible:
            yield from check_totals(record, possible)
        return
    found = list(check_result(rules, record, state, totals or []))
    yield from found
    if record.view is not None and sound and not found:
        yield from _check_view(record, as_seen)


def _slip(place: Place, field: str, breach: IllegalAction) -> Finding:
    return place.finding(breach.rule, str(breach), field, fix=place.mended(field, breach))


def _is_said_complete(record: Record) -> bool:
    """Return whether a record says that the game was played out."""
    return record.result is not None and record.result.end == "complete"


def _strange(rules: PlanowanieRules, deal: Deal, number: int) -> set[str]:
    """Yield what shows, in a deal that cannot be played, that the deck or the plan is wrong.

    That is ranks and suits that the deck does not have, or a different size of all hands.
    """
    hands, deck = hands_of(rules, deal, number), rules.deck
    strange = strangers(deck.ranks, deck.suits, (card for hand in hands for card in hand))
    sizes = {len(hand) for hand in hands} - {0}
    other = len(sizes) == 1 and sizes != {rules.plan[number].cards}
    return strange | ({"size"} if other else set())


_FIGURES = (codes.WRONG_LEAD, codes.WRONG_WINNER, codes.WRONG_POINTS)
"""The possible errors in a deal although it is known how it went."""


def _is_as_seen(rules: PlanowanieRules, record: Record, deal: Deal, end: State) -> bool:
    """Return whether a deal contains what the player of a view was shown, and nothing else."""
    player = record.view or 0
    shown = rules.shown(end, player)
    return _bare(deal_view(record, deal, shown, player)) == _bare(deal)


def _check_belief(
    rules: PlanowanieRules, deal: Deal, replayed: Replayed[State], record: Record, place: Place
) -> Iterator[Finding]:
    """Check that a deal can have been as seen by its player, or by nobody in particular."""
    hidden = rules.deck.hidden
    hides = any(hidden in hand for hand in hands_of(rules, deal, place.number - 1))
    if not hides or belief(rules, replayed.last.state).is_possible():
        return
    steps = replayed.steps
    if record.view in range(record.seats):
        whole = RoundReplay(place.number, steps)
        steps = masked(PlanowaniePositions(), rules, whole, record.view or 0).steps
    found = first_impossible(steps, lambda steps: belief(rules, steps[-1].state))
    if found is not None:
        step, left = found
        why = f"no deal agrees with what is seen up to here: {left.contradiction()}"
        field = field_of(deal, step.state, step.state.turn)
        yield place.finding(
            codes.NO_DEAL_FITS, why, field, ply=step.ply or None, player=step.state.turn
        )


def _check_view(record: Record, as_seen: bool) -> Iterator[Finding]:
    assert record.view is not None
    if record.view not in range(record.seats):
        why = f"{record.view} is not a player: players are 0 to {record.seats - 1}"
        yield Finding(rule=codes.PLAYER_OUT_OF_RANGE, message=why, pointer="/view")
        return
    if record.seed is not None:
        why = f"a view of player {record.view} contains the seed, which reveals all hands"
        yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/seed")
        return
    hiding = (n for n, deal in enumerate(record.deals, 1) if hides_own_hand(deal, record.view))
    number = next(hiding, None)
    if number is not None:
        why = f"deal {number} hides the hand of player {record.view}, whose view this is"
    elif not as_seen or header_view(record, record.deals, record.view) != record:
        why = f"a view of player {record.view} shows more (or less) than that player was shown"
    else:
        return
    yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/view")


def _bare(deal: Deal) -> Deal:
    """Return a deal without variations and with sorted hands: their order does not matter."""
    hands = None if deal.hands is None else tuple(tuple(sorted(hand)) for hand in deal.hands)
    return replace(deal, hands=hands, variations=())


def _replay(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...], place: Place
) -> tuple[Replayed[State], list[Finding], Deal]:
    """Replay a deal: return how it went, what is wrong, and the deal as it is meant."""
    replayed, found = _played(rules, deal, number, totals, place)
    meant = None
    if len(found) > 1 and deal.tricks:
        replayed, found, meant = likeliest(
            (replayed, found),
            of_deal(rules, deal, found, place),
            lambda meant: _played(*meant, number, totals, place),
            lambda replayed: replayed.last.breach is None,
        )
    if deal.variations:
        main = RoundReplay(place.number, replayed.steps)
        of_hands = [codes.CARD_NOT_HELD]
        found += check_variations(rules, main, deal.variations, place, of_hands, bool(found))
    return replayed, found, deal if meant is None else meant[1]


def _played(
    rules: PlanowanieRules, deal: Deal, number: int, totals: tuple[int, ...], place: Place
) -> tuple[Replayed[State], list[Finding]]:
    """Replay a deal that can be played: return how it went, and what is wrong."""
    replayed = replay(rules, deal, number, totals)
    last = replayed.last
    found = list(check_marks(deal, last, rules.plan[number].start, place))
    if last.state.phase == "declare" and last.breach is None:
        found += _check_first_declarations(rules, deal, last.state, place)
    if last.breach is not None:
        if not is_wrong_lead(deal, last.state):
            found.append(_breach_finding(rules, deal, last, place))
        if last.state.phase == "play":
            found += check_behind(rules.deck, deal, last.state.trick, place)
    elif not found or last.state.points is not None:
        found += _beyond(deal, last.state, place)
    return replayed, found


def _check_first_declarations(
    rules: PlanowanieRules, deal: Deal, state: State, place: Place
) -> Iterator[Finding]:
    """Yield what is wrong with the known declarations, if not all are known."""
    for player, said in enumerate(deal.declarations or ()):
        breach = None if said is None else first_breach(rules, state, {player: str(said)})
        if breach is not None:
            why, field = str(breach), f"/declarations/{player}"
            yield place.finding(breach.rule, why, field, ply=player + 1, player=player)


# The places of broken rules


def _breach_finding(rules: PlanowanieRules, deal: Deal, step: Step[State], place: Place) -> Finding:
    breach, state = step.breach, step.state
    assert breach is not None
    assert step.actions is not None
    ply = step.ply
    for offset, (player, action) in enumerate(step.actions.items()):
        if first_breach(rules, state, {player: action}) is not None:
            field = field_of(deal, state, player)
            found = place.finding(breach.rule, str(breach), field, ply=ply + offset, player=player)
            return found.but(fix=place.mended(field, breach))
    raise AssertionError("a step that breaks a rule has an action that breaks it")


def _beyond(deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Yield what is recorded after the end of a replay that broke no rule; and check the points."""
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
        right = show(state.points)
        why = f"the points are {show(deal.points)}, but must be {right}"
        fix = place.right(state.points, "/points")
        yield place.finding(codes.WRONG_POINTS, why, "/points", fix=fix)


def _points_as_marked(deal: Deal, end: State) -> tuple[int, ...]:
    """Return the points of a deal whose tricks were won as marked, rightly or not."""
    table = end.deal
    assert table is not None
    winners = [
        winner if said.winner is None else said.winner
        for said, winner in zip(deal.tricks, table.winners, strict=False)
    ]
    taken = map(winners.count, range(table.players))
    return scores(table.cards, taken, table.declarations)
