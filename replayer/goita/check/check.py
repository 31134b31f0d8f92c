"""Everything that can be wrong with a Goita record, round by round.

A round is replayed up to the first action that breaks a rule; if it is sound, its outcome is
compared with the recorded one, and its score and dealer with the previous round. Full-width digits
and hands in dealer order are reported, then read as intended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding
from ...check import Place, check_variations, first_impossible
from ...game import Checked
from ...hypotheses import likeliest
from ...replay.round import RoundReplay, Step
from ...rules import IllegalAction
from ...times import check_times
from .. import codes
from ..beliefs import belief
from ..pieces import HIDDEN, in_ascii, named
from ..record import Record, Round, split_plies
from ..rules import GoitaRules
from ..state import State
from ..view import unlike_view, with_declared
from .continuity import Course, Head, shows_gap, with_rounds_swapped
from .meant import certain, of_round
from .outcome import check_fouls, check_goshi, check_kings, check_outcome, misnamed_foul
from .recorded import Replayed, from_dealer, replay, rules_of


class Match(Struct, frozen=True):
    """A match whose rounds have been replayed, with the findings about the rounds' heads."""

    record: Record
    rules: GoitaRules
    unsupported: Collection[str]
    heads: Sequence[Head]
    in_heads: list[Finding]


def check(record: Record, unsupported: Collection[str]) -> Checked[State]:
    """Return everything wrong with a record, found in one pass through its rounds.

    `unsupported` names the values that the notation cannot express; they are not reported as
    missing.
    """
    rules, findings = rules_of(record), list[Finding]()
    completed: list[Round] | None = [] if "results" in unsupported else None
    course, heads, in_heads = Course(rules, unsupported), list[Head](), list[Finding]()
    for number, written in enumerate(record.rounds, start=1):
        place, played, hiding = Place(number), written.in_ascii(), ""
        if isinstance(record.view, int):
            played, hiding = _as_declared(played, record.view)
        nobody = [] if played.winner in _WINNERS else [_unknown_winner(played, place)]
        played = replace(played, winner=None) if nobody else played
        known = {*unsupported, "winner"} if nobody else unsupported
        masked = record.view is not None
        judge = partial(_judged, rules, place=place, unsupported=known, masked=masked)
        now, wrong = judge(played)
        if wrong:
            hypotheses = of_round(rules, now, course.dealers, place)
            now, wrong, _ = likeliest((now, wrong), hypotheses, judge, lambda now: now.sound)
        wrong += nobody
        clear = now.sound and all(each.severity != "error" for each in wrong)
        findings += wrong
        jumps = course.check(now, place, written)
        heads.append(Head(now, place, written, clear, hiding))
        in_heads += jumps
        if completed is not None:
            ended = now.completed("winner" in unsupported) if now.round is written else written
            completed.append(replace(ended, gap=True) if shows_gap(jumps) else ended)
    match = Match(record, rules, unsupported, heads, in_heads)
    for find in _CHECKS:
        findings += find(match)
    whole = None if completed is None else replace(record, rounds=tuple(completed))
    return Checked(findings, [each.now.end for each in heads], whole)


def complete(record: Record, unsupported: Collection[str]) -> Record:
    """Return the record with the results, winners and gaps that can be derived from its play.

    Without `gap`, a record converted to a notation that can hold all rounds would not show why the
    score and the dealer jump.
    """
    return check(record, {*unsupported, "results"}).completed or record


_WINNERS = (None, 0, 1, 2, 3)


def _unknown_winner(played: Round, place: Place) -> Finding:
    """Return the finding for a recorded winner who does not exist."""
    why = f"{played.winner} is not a player: players are 0 to 3, and -1 means nobody"
    return place.finding(codes.PLAYER_OUT_OF_RANGE, why, "/winner")


def _as_declared(played: Round, player: int) -> tuple[Round, str]:
    """Return a view's round with declared five し filled in, and an error if it hides them."""
    meant = with_declared(played)
    for seat, (hand, dealt) in enumerate(zip(played.hands, meant.hands, strict=True)):
        if hand != dealt and seat != player:
            return meant, f"it hides the five し that player {seat} declared"
    return played, ""


def _judged(
    rules: GoitaRules, played: Round, *, place: Place, unsupported: Collection[str], masked: bool
) -> tuple[Replayed, list[Finding]]:
    """Replay a round as written, and return the findings about it."""
    now = replay(rules, played, masked)
    wrong = list(_check_play(rules, now, place))
    now = replace(now, sound=False) if wrong else now
    return now, [*wrong, *_check_round(rules, now, place, unsupported)]


def _check_play(rules: GoitaRules, now: Replayed, place: Place) -> Iterator[Finding]:
    """Yield the errors in the deal and the actions of a round."""
    played, breach, last = now.round, now.breach, now.last
    if last is None:
        assert breach is not None
        yield _deal_finding(breach, place)
        yield from _check_rest(rules, played, breach, place)
    elif breach is not None:
        yield misnamed_foul(played, last, place) or _play_finding(played, last, breach, place)
    elif not now.sound:
        why = f"the round is over after {now.taken} plies, but the record goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, "/record", ply=now.taken + 1)
    elif played.fouls or played.ended_by_foul:
        yield from check_fouls(rules, played, now.steps, place)


def _check_rest(
    rules: GoitaRules, played: Round, breach: IllegalAction, place: Place
) -> Iterator[Finding]:
    """Yield the other errors in the hands, and an error in the play whatever the hands are."""
    if breach.rule in (codes.NOT_FOUR_HANDS, codes.PLAYER_OUT_OF_RANGE):
        return
    hands, more = certain(played.hands, breach)
    for each in more:
        yield _deal_finding(each, place)
    now = replay(rules, replace(played, hands=tuple(hands)))
    if now.breach is not None and now.last is not None:
        wrong = misnamed_foul(played, now.last, place)
        yield wrong or _play_finding(played, now.last, now.breach, place)


def _check_round(
    rules: GoitaRules, now: Replayed, place: Place, unsupported: Collection[str]
) -> Iterator[Finding]:
    """Yield the errors in a round other than those in its main line."""
    played = now.round
    if "seat order" in unsupported and _is_ambiguous(rules, now):
        why = "the first hand may be player 0's or the dealer's; it is read as player 0's"
        yield place.finding(codes.HANDS_ORDER_AMBIGUOUS, why, "/hands")
    if played.variations and now.last is not None:
        main = RoundReplay(place.number, now.steps)
        yield from check_variations(rules, main, played.variations, place, [codes.NOT_IN_HAND])
    if now.sound and not (rules.partial and _may_be_over(now)):
        yield from check_outcome(now, place, unsupported)
    yield from check_goshi(played, now.breach if now.last is None else None, place)
    yield from check_kings(played, place)


def _is_ambiguous(rules: GoitaRules, now: Replayed) -> bool:
    """Return whether an unfinished round can be played with hands in seat or dealer order."""
    other = from_dealer(now.round) if now.sound and now.end is None else None
    return other is not None and replay(rules, other).sound


def _may_be_over(now: Replayed) -> bool:
    """Return whether the hidden hands may have ended the round: one with six し, two with five."""
    return not now.round.record and any(HIDDEN in hand for hand in now.round.hands)


def _deal_finding(breach: IllegalAction, place: Place) -> Finding:
    field = "/dealer" if breach.rule is codes.PLAYER_OUT_OF_RANGE else "/hands"
    if breach.part is None:
        return place.finding(breach.rule, str(breach), field)
    field = f"{field}/{breach.part}"
    return place.finding(
        breach.rule,
        str(breach),
        field,
        player=breach.part,
        offset=breach.offset,
        length=None if breach.offset is None else 1,
        fix=place.mended(field, breach),
    )


def _play_finding(played: Round, step: Step[State], breach: IllegalAction, place: Place) -> Finding:
    fix = None
    if breach.meant is not None:
        plies = split_plies(played.record)
        plies[step.ply - 1] = breach.meant
        fix = place.fix(f"write {breach.meant}", "/record", "".join(plies))
    return place.finding(
        breach.rule,
        str(breach),
        "/record",
        ply=step.ply or None,
        player=step.state.turn,
        offset=breach.part,
        length=None if breach.part is None else 1,
        fix=fix,
    )


# Checks of all rounds


def _check_times(match: Match) -> Iterator[Finding]:
    return check_times(match.record.start_time, match.record.end_time)


def _check_spelling(match: Match) -> Iterator[Finding]:
    """Yield one finding for each string with full-width digits; its fix corrects all strings."""
    for each in match.heads:
        for seat, hand in enumerate(each.written.hands):
            yield from _check_string(hand, f"/hands/{seat}", each.place, player=seat)
        yield from _check_string(each.written.record, "/record", each.place)


def _check_string(
    string: str, field: str, place: Place, player: int | None = None
) -> Iterator[Finding]:
    right = in_ascii(string)
    if string == right:
        return
    at = next(index for index, digit in enumerate(string) if digit != right[index])
    why = f"{string[at]} is a full-width digit: write {right[at]}"
    ply = None
    if player is None:
        before = split_plies(right[: at + 1])
        ply, at = len(before), len(before[-1]) - 1
    yield place.finding(
        codes.FULL_WIDTH_DIGIT,
        why,
        field,
        ply=ply,
        player=player,
        offset=at,
        length=1,
        fix=place.fix("write all digits here in ASCII", field, right),
    )


def _check_beliefs(match: Match) -> Iterator[Finding]:
    """Check that at least one deal agrees with what was seen of each round."""
    for each in match.heads if match.record.view is not None else ():
        now = each.now
        if not each.clear or not any(HIDDEN in hand for hand in now.round.hands):
            continue
        found = first_impossible(now.steps, partial(belief, match.rules, now.round))
        if found is not None:
            step, left = found
            yield each.place.finding(
                codes.NO_DEAL_FITS,
                f"no deal agrees with what is seen up to here: {left.contradiction(named)}",
                "/record" if step.ply else "/hands",
                ply=step.ply or None,
                player=step.state.turn,
            )


def _check_order(match: Match) -> Iterator[Finding]:
    """Yield the errors in the heads of rounds, two of which may be swapped."""
    heads = match.heads
    for each in with_rounds_swapped(match.rules, match.unsupported, heads, match.in_heads):
        twice = heads[(each.round or 1) - 1] if each.rule is codes.ROUND_TWICE else None
        yield each if twice is None else each.but(fix=twice.place.removal(twice.written))


def _check_view(match: Match) -> Iterator[Finding]:
    """Check that a view records each round as its player saw it."""
    player = match.record.view
    if player not in (None, "partial", *range(4)):
        why = f"{player} is not a player: players are 0 to 3"
        yield Finding(rule=codes.PLAYER_OUT_OF_RANGE, message=why, pointer="/view")
    elif isinstance(player, int) and all(each.now.sound for each in match.heads):
        for each in match.heads:
            how = each.hiding or unlike_view(each.now.round, each.now.steps, player)
            if how:
                why = f"round {each.place.number} is not what player {player} saw of it: {how}"
                yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/view")
                break


_CHECKS: tuple[Callable[[Match], Iterator[Finding]], ...] = (
    _check_times,
    _check_spelling,
    _check_beliefs,
    _check_order,
    _check_view,
)
"""The checks of a match that come after replaying its rounds."""
