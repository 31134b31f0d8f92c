"""Everything that can be wrong with a Goita record, round by round.

A round is replayed up to the first action that breaks a rule; if it is sound, its outcome is
compared with what the record says, and with the round before.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...findings import Finding
from ..game import IllegalAction
from ..replay import Step, walk
from . import codes
from .continuity import Played, follows
from .fouls import check_fouls, misnamed_foul, stood
from .game import line
from .outcome import check_goshi, check_kings, check_outcome
from .place import Place
from .record import Record, Round, plies
from .rules import GoitaRules, State, verify_deal
from .view import view


def check(record: Record, unsaid: frozenset[str]) -> Iterator[Finding]:
    """Everything wrong with a record; `unsaid` is what its notation cannot say."""
    rules = GoitaRules(record.rules)
    before: Played | None = None
    sound = True
    for number, played in enumerate(record.rounds, start=1):
        place = Place(number)
        last, found = _replay(rules, played, place, unsaid)
        yield from found
        now = Played(played, last, sound=all(each.severity != "error" for each in found))
        if now.sound:
            yield from check_outcome(now, place, unsaid)
        yield from check_goshi(played, place)
        yield from check_kings(played, place)
        yield from follows(rules.options, before, now, place, unsaid)
        before = now
        sound = sound and now.sound
    if sound and isinstance(record.view, int) and view(record, record.view) != record:
        why = f"a view of player {record.view} holds more (or less) than that player was shown"
        yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/view")


def _replay(
    rules: GoitaRules, played: Round, place: Place, unsaid: frozenset[str]
) -> tuple[Step[State] | None, list[Finding]]:
    """Replay a round: its last step, and what is wrong with its deal and its actions."""
    try:
        verify_deal(played.hands)
        steps = list(walk(rules, line(rules, played)))
    except IllegalAction as breach:
        return None, [_deal_finding(breach, place)]
    last = steps[-1]
    taken = sum(1 for step in steps if step.ply and step.transition is not None)
    rotated = _from_dealer_on(played)
    if last.breach is not None:
        if rotated is not None and _can_be_played(rules, rotated):
            return last, [_dealer_order(rotated, place)]
        return last, [misnamed_foul(played, last, place) or _play_finding(last, place)]
    if taken < len(stood(played)):
        why = f"the round is over after {taken} plies, but the record goes on"
        return last, [place.finding(codes.GOES_ON_AFTER_END, why, "/record", ply=taken + 1)]
    found = list(check_fouls(rules, played, steps, place))
    if "seat order" in unsaid and not last.over and rotated and _can_be_played(rules, rotated):
        why = "the first hand may be that of player 0 or that of the dealer; read as player 0's"
        found.append(place.finding(codes.HANDS_ORDER_AMBIGUOUS, why, "/hands"))
    return last, found


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
    steps = list(walk(rules, line(rules, played)))
    taken = sum(1 for step in steps if step.ply and step.transition is not None)
    return steps[-1].breach is None and taken == len(stood(played)) == len(plies(played.record))


def _dealer_order(rotated: Round, place: Place) -> Finding:
    why = f"the hands stand from the dealer (player {rotated.dealer}) on, and must start with"
    fix = place.fix("rotate the hands into seat order", "/hands", list(rotated.hands))
    return place.finding(
        codes.HANDS_IN_DEALER_ORDER,
        f"{why} player 0: only so can the round be played",
        "/hands",
        fix=fix,
    )
