"""Everything that can be wrong with a Goita record, round by round.

A round is replayed up to the first action that breaks a rule; if it is sound, its outcome is
compared with what the record says, and with the round before. Digits in full width and hands in
dealer order are reported, and then understood as they are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ...findings import Finding
from ..check import check_variations
from ..game import Checked, IllegalAction
from ..place import Place
from ..replay import RoundReplay, Step, walk
from ..view import seen
from . import codes
from .continuity import Played, follows
from .fouls import check_fouls, misnamed_foul
from .hands import verify_deal
from .outcome import check_goshi, check_kings, check_outcome
from .pieces import HIDDEN
from .record import Record, Round, plies
from .recorded import recorded_round, rules_of
from .rules import GoitaRules, State
from .spelling import check_spelling, respelled
from .view import round_view


def check(record: Record, unsaid: frozenset[str]) -> Checked[State]:
    """Everything wrong with a record; `unsaid` is what its notation cannot say."""
    ends: list[State | None] = []
    return Checked(list(_check(record, unsaid, ends)), ends)


def _check(record: Record, unsaid: frozenset[str], ends: list[State | None]) -> Iterator[Finding]:
    rules = rules_of(record)
    before: Played | None = None
    sound = as_seen = True
    for number, written in enumerate(record.rounds, start=1):
        place, played = Place(number), respelled(written)
        now, found = _replay(rules, played, place, unsaid, hidden=record.view is not None)
        yield from check_spelling(written, place)
        yield from found
        if now.sound and not (record.view == "partial" and _may_be_over(now)):
            yield from check_outcome(now, place, unsaid)
        yield from check_goshi(now.round, place)
        yield from check_kings(now.round, place)
        yield from follows(rules.options, before, now, place, unsaid)
        ended = now.sound and now.last is not None and now.last.over
        ends.append(now.last.state if ended and now.last is not None else None)
        before, sound = now, sound and now.sound
        if isinstance(record.view, int) and sound:
            as_seen = as_seen and _is_as_seen(now, record.view)
    if sound and not as_seen:
        why = f"a view of player {record.view} holds more (or less) than that player was shown"
        yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/view")


def _is_as_seen(now: Played, player: int) -> bool:
    """Whether a round says what a player was shown, and nothing else."""
    bare = replace(now.round, variations=())
    return round_view(bare, seen(now.steps, player), player) == bare


def with_gaps(record: Record, unsaid: Iterable[str]) -> Record:
    """The record with a mark before each round where others are missing, for notations that
    cannot hold all rounds: in one that can, it would not be seen why score and dealer jump.
    """
    found = check(record, frozenset(unsaid)).findings
    after_gaps = {each.round for each in found if each.rule is codes.ROUNDS_MISSING}
    rounds = (
        replace(played, gap=number in after_gaps)
        for number, played in enumerate(record.rounds, start=1)
    )
    return replace(record, rounds=tuple(rounds)) if after_gaps else record


def _replay(
    rules: GoitaRules, played: Round, place: Place, unsaid: frozenset[str], hidden: bool
) -> tuple[Played, list[Finding]]:
    """Replay a round: what came of it, and what is wrong with its deal and its actions."""
    try:
        verify_deal(played.hands, hidden)
        steps = list(walk(rules, recorded_round(rules, played)))
    except IllegalAction as breach:
        return Played(played, (), sound=False), [_deal_finding(breach, place)]
    main = RoundReplay(place.number, tuple(steps))
    last, taken = steps[-1], main.plies
    rotated = _from_dealer_on(played)
    if last.breach is not None:
        if rotated is not None and _can_be_played(rules, rotated):
            now, found = _replay(rules, rotated, place, unsaid - {"seat order"}, hidden)
            return now, [_dealer_order(rotated, place), *found]
        found = [misnamed_foul(played, last, place) or _play_finding(last, place)]
    elif last.over and taken < len(plies(played.record)):
        why = f"the round is over after {taken} plies, but the record goes on"
        found = [place.finding(codes.GOES_ON_AFTER_END, why, "/record", ply=taken + 1)]
    else:
        found = list(check_fouls(rules, played, steps, place))
    now = Played(played, main.steps, sound=not found)
    undecided = "seat order" in unsaid and now.sound and not last.over
    if undecided and rotated is not None and _can_be_played(rules, rotated):
        why = "the first hand may be that of player 0 or that of the dealer; read as player 0's"
        found.append(place.finding(codes.HANDS_ORDER_AMBIGUOUS, why, "/hands"))
    found += check_variations(rules, main, played.variations, place.pointer(""))
    return now, found


def _may_be_over(now: Played) -> bool:
    """Whether six し or more in a hand, or five in two, may be hidden and have ended the round."""
    return not now.round.record and any(HIDDEN in hand for hand in now.round.hands)


def _deal_finding(breach: IllegalAction, place: Place) -> Finding:
    field = "/dealer" if breach.rule is codes.PLAYER_OUT_OF_RANGE else "/hands"
    if breach.part is None:
        return place.finding(breach.rule, str(breach), field)
    return place.finding(
        breach.rule,
        str(breach),
        f"{field}/{breach.part}",
        player=breach.part,
        offset=breach.offset,
        length=None if breach.offset is None else 1,
    )


def _play_finding(step: Step[State], place: Place) -> Finding:
    breach = step.breach
    assert breach is not None
    return place.finding(
        breach.rule,
        str(breach),
        "/record",
        ply=step.ply or None,
        player=step.state.turn,
        offset=breach.part,
        length=None if breach.part is None else 1,
    )


def _from_dealer_on(played: Round) -> Round | None:
    """The round with its hands understood as dealer first, None where that is no difference."""
    if len(played.hands) != 4 or played.dealer not in (1, 2, 3):
        return None
    hands = tuple(played.hands[(seat - played.dealer) % 4] for seat in range(4))
    return None if hands == played.hands else replace(played, hands=hands)


def _can_be_played(rules: GoitaRules, played: Round) -> bool:
    """Whether the whole round can be replayed."""
    *_, last = steps = tuple(walk(rules, recorded_round(rules, played)))
    return last.breach is None and RoundReplay(1, steps).plies == len(plies(played.record))


def _dealer_order(rotated: Round, place: Place) -> Finding:
    why = f"the hands stand from the dealer (player {rotated.dealer}) on, and must start with"
    # The marks of kings follow the hands, so that they would have to be moved as well.
    turned = place.fix("rotate the hands into seat order", "/hands", list(rotated.hands))
    return place.finding(
        codes.HANDS_IN_DEALER_ORDER,
        f"{why} player 0: only so can the round be played",
        "/hands",
        fix=None if rotated.kings else turned,
    )
