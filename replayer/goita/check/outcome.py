"""Checks how a round is recorded: winner, result, kings, five し, and fouls.

A foul is a ply that broke a rule but was played. Either the ply counted and play continued, or it
ended the round (`result.end` is `foul`) and is the last ply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place
from ...replay.round import Step, first_breach
from ...rules import IllegalAction
from .. import codes
from ..ends import Outcome
from ..pieces import HIDDEN, KING, NOTHING, SHI, team, with_five_shi
from ..record import GYOKU, Foul, Round, split_plies
from ..rules import GoitaRules
from ..state import State
from .recorded import Replayed


def check_outcome(now: Replayed, place: Place, unsupported: Collection[str]) -> Iterator[Finding]:
    """Compare the recorded winner and result with the replay of a playable round."""
    if now.round.ended_by_foul:
        return
    outcome = now.last.state.outcome if now.last is not None else None
    if outcome is None:
        if now.round.winner is not None and now.round.ended is None:
            # A result that agrees with the winner is wrong for the same reason.
            result = now.round.result
            agrees = result is not None and result.end not in ("redeal", "unfinished")
            why = f"player {now.round.winner} is named as the winner, but the round is not decided"
            yield place.finding(codes.TOO_SHORT_FOR_WINNER, why, "/winner", player=now.round.winner)
            if agrees:
                return
    else:
        yield from _winner(now.round, outcome, place, unsupported)
    yield from _result(now.round, outcome, place)


def _winner(
    played: Round, outcome: Outcome, place: Place, unsupported: Collection[str]
) -> Iterator[Finding]:
    said, right = played.winner, outcome.winner
    if outcome.end == "redeal":
        if said is not None:
            why = f"player {said} is named as the winner, but the deal was thrown in"
            yield place.finding(codes.WRONG_WINNER, why, "/winner", player=said)
    elif said is None:
        if "winner" not in unsupported:
            who = f"player {right}" if right is not None else f"a player of team {outcome.team}"
            why = f"the round was won by {who}, but the record does not name the winner"
            fix = None if right is None else place.fix("name the winner", "/winner", right)
            yield place.finding(codes.WINNER_MISSING, why, "/winner", fix=fix)
    elif said != right and (right is not None or team(said) != outcome.team):
        who = f"player {right} wins" if right is not None else f"team {outcome.team} wins"
        why = f"player {said} is named as the winner, but {who} the round"
        fix = None if right is None else place.right(right, "/winner")
        yield place.finding(codes.WRONG_WINNER, why, "/winner", player=said, fix=fix)


def _result(played: Round, outcome: Outcome | None, place: Place) -> Iterator[Finding]:
    result = played.result
    if result is None:
        return
    end = "unfinished" if outcome is None else outcome.end
    points = 0 if outcome is None else outcome.points
    if outcome is None and played.ended is not None:
        points = None  # No rule determines the points of the round.
    if result.end == "redeal" and not any(_may_have_five(hand) for hand in played.hands):
        why = "the deal was thrown in, but nobody has five し"
        yield place.finding(codes.REDEAL_WITHOUT_FIVE, why, "/result")
    elif result.end != end:
        why = f"the result is {result.end!r}, but must be {end!r}"
        fix = None
        if outcome is not None and points is not None:
            fix = place.right(end, "/result/end")
            if points != result.points:
                both = (*fix.changes, (place.pointer("/result/points"), points))
                fix = replace(fix, message=f"{fix.message} and {points} points", changes=both)
        yield place.finding(codes.WRONG_RESULT, why, "/result/end", fix=fix)
    elif points is not None and result.points != points:
        why = f"the result has {result.points} points, but the round scores {points}"
        fix = place.right(points, "/result/points")
        yield place.finding(codes.WRONG_POINTS, why, "/result/points", fix=fix)


def _may_have_five(hand: str) -> bool:
    return hand.count(SHI) <= 5 <= hand.count(SHI) + hand.count(HIDDEN)


def check_kings(played: Round, place: Place) -> Iterator[Finding]:
    """Compare the marks of kings with the kings, and the kings played as 玉 with those dealt.

    A king played as 王 may be either one, since some people write 王 for both in plays.
    """
    if not played.kings:
        return
    kings = "".join(played.hands).count(KING) + played.record.count(KING)
    if len(played.kings) != kings:
        why = f"there are {len(played.kings)} marks for {kings} kings in the hands and the play"
        yield place.finding(codes.KINGS_MISCOUNTED, why, "/kings")
        return
    marks = iter(played.kings)
    held = [[next(marks) for piece in hand if piece == KING] for hand in played.hands]
    for number, action in enumerate(split_plies(played.record) if len(held) == 4 else ()):
        player = (played.dealer + number) % 4
        own = held[player]
        for part in (part for part, piece in enumerate(action) if piece == KING):
            mark = next(marks)
            if mark in own:
                own.remove(mark)
            elif mark == GYOKU and own and HIDDEN not in played.hands[player]:
                why = f"player {player} plays {mark}, but was dealt {own.pop()}"
                yield place.finding(
                    codes.OTHER_KING,
                    why,
                    "/record",
                    ply=number + 1,
                    player=player,
                    offset=part,
                    length=1,
                )


def check_goshi(played: Round, misdealt: IllegalAction | None, place: Place) -> Iterator[Finding]:
    """Compare the declarations of five し with the hands.

    Hands with errors are not checked; if it is unclear which hand is wrong, none is. If the wrong
    player is named instead of the right one, a single finding names both.
    """
    if played.goshi is None or (misdealt is not None and misdealt.part is None):
        return
    if misdealt is not None and misdealt.rule is codes.WRONG_DECK and misdealt.offset is None:
        return
    declared = with_five_shi(played.hands)
    if misdealt is None and played.goshi == declared:
        return
    faulty = () if misdealt is None else (misdealt.part,)
    five = [seat for seat in declared if seat not in faulty]
    missing = [seat for seat in five if seat not in played.goshi]
    expected = sorted({*played.goshi, *five})
    if not faulty and not any(HIDDEN in hand for hand in played.hands):
        expected = five
    # Removing repeated names changes nothing, but naming other players does.
    again = set(expected) == set(played.goshi)
    fix = place.fix("name each player with five し, once", "/goshi", expected, safe=again)
    known = None if set(expected) > set(five) else fix
    named = set[int]()
    for number, seat in enumerate(played.goshi):
        field, also = f"/goshi/{number}", ""
        hand = played.hands[seat] if seat in range(len(played.hands)) else ""
        wrong = seat not in range(4) or seat in named or not _may_have_five(hand)
        if wrong and missing and seat not in faulty:
            also = f"; player {missing.pop(0)} has five, but is not named"
        if seat not in range(4):
            why = f"player {seat} does not exist, so cannot declare five し: players are 0 to 3"
            yield place.finding(codes.PLAYER_OUT_OF_RANGE, why + also, field)
        elif seat in named:
            why = f"player {seat} is listed twice among those who declared five し"
            yield place.finding(codes.GOSHI_TWICE, why + also, field, player=seat, fix=fix)
        elif seat not in faulty and hand and not _may_have_five(hand):
            why = f"player {seat} declares five し, but has {hand.count(SHI)}"
            yield place.finding(codes.GOSHI_WITHOUT_FIVE, why + also, field, player=seat, fix=known)
        named.add(seat)
    for seat in missing:
        why = f"player {seat} has five し but did not declare them"
        yield place.finding(codes.GOSHI_NOT_DECLARED, why, "/goshi", player=seat, fix=fix)


# Fouls


def misnamed_foul(played: Round, last: Step[State], place: Place) -> Finding | None:
    """Return the error in a foul recorded at the ply where a replay stopped, if there is one."""
    breach, found = last.breach, _foul_at(played, last.ply)
    if breach is None or found is None:
        return None
    number, foul = found
    if foul.rule == breach.rule.code:
        why = f"play cannot go on after {foul.rule} ({breach.rule.name}): it must end the round"
        return _foul_finding(place, number, foul, why, out_of_place=True)
    why = f"ply {foul.ply} breaks {breach.rule.code} ({breach.rule.name}), not {foul.rule}"
    return _foul_finding(place, number, foul, f"{why}: {breach}")


def check_fouls(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]], place: Place
) -> Iterator[Finding]:
    """Yield the errors in the recorded fouls of a playable round."""
    actions, ending = split_plies(played.record), played.ended_by_foul
    for number, foul in enumerate(played.fouls):
        twice = _foul_at(played, foul.ply) != (number, foul)
        if twice or not 1 <= foul.ply <= len(actions):
            why = f"there is no ply {foul.ply}: the round has {len(actions)} plies"
            why = f"ply {foul.ply} is recorded as a foul twice" if twice else why
            yield _foul_finding(place, number, foul, why, out_of_place=True)
            continue
        step = next(each for each in steps if each.ply == foul.ply)
        state, action = step.state, actions[foul.ply - 1]
        breach = first_breach(rules, state, {state.turn: action})
        if breach is None and state.hides(state.turn) and _may_hide(foul.rule, action):
            continue
        if breach is None or breach.rule.code != foul.rule:
            broken = "is legal" if breach is None else f"breaks {breach.rule.code}: {breach}"
            why = f"ply {foul.ply} does not break {foul.rule}, but {broken}"
            yield _foul_finding(place, number, foul, why)
        elif ending and foul.ply == len(actions) and _team_of(played.winner) == team(state.turn):
            why = f"player {state.turn} broke a rule: the other team wins the round"
            yield place.finding(codes.WRONG_WINNER, why, "/winner", player=played.winner)
    points = 0 if played.result is None else played.result.points
    if ending and (points < 0 or points % 10):
        why = f"the result has {points} points, but points are multiples of ten"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")
    if ending and not (actions and _foul_at(played, len(actions))):
        why = "the result says that a foul ended the round, but the last ply is not one"
        yield place.finding(codes.FOUL_OUT_OF_PLACE, why, "/result")


def _may_hide(rule: str, action: str) -> bool:
    """Return whether hidden pieces decide if an action breaks a rule."""
    if rule == codes.KING_MAY_NOT_ATTACK.code:
        return action[1:] == KING
    return rule == codes.NOT_IN_HAND.code and action != NOTHING


def _team_of(winner: int | None) -> int | None:
    return None if winner is None else team(winner)


def _foul_at(played: Round, ply: int) -> tuple[int, Foul] | None:
    """Return the (first) foul recorded at a ply, with its index."""
    return next((each for each in enumerate(played.fouls) if each[1].ply == ply), None)


def _foul_finding(
    place: Place, number: int, foul: Foul, why: str, out_of_place: bool = False
) -> Finding:
    rule = codes.FOUL_OUT_OF_PLACE if out_of_place else codes.NOT_A_FOUL
    return place.finding(rule, why, f"/fouls/{number}", ply=foul.ply)
