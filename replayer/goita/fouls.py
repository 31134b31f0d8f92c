"""Recorded fouls: plies that broke a rule and were played all the same.

A foul says which ply broke which rule. It either stood, and the play went on, or it ended the
round (`result.end` is `foul`), and is then the last ply. Both are checked to be what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...findings import Finding
from ..place import Place
from ..replay import Step, first_breach
from . import codes
from .pieces import KING, NOTHING, team
from .record import Foul, Round, plies
from .rules import GoitaRules
from .state import State


def misnamed_foul(played: Round, last: Step[State], place: Place) -> Finding | None:
    """What is wrong with the foul recorded at the ply where a replay stopped, if there is one."""
    breach, found = last.breach, _foul_at(played, last.ply)
    if breach is None or found is None:
        return None
    number, foul = found
    if foul.rule == breach.rule.code:
        why = f"the play cannot go on after {foul.rule} ({breach.rule.name}); it must end the round"
        return _finding(place, number, foul, why, out_of_place=True)
    why = f"ply {foul.ply} breaks {breach.rule.code} ({breach.rule.name}), not {foul.rule}"
    return _finding(place, number, foul, f"{why}: {breach}")


def check_fouls(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]], place: Place
) -> Iterator[Finding]:
    """What is wrong with the fouls of a round that could be replayed."""
    actions, ending = plies(played.record), played.ended_by_foul
    for number, foul in enumerate(played.fouls):
        if _foul_at(played, foul.ply) != (number, foul):
            why = f"ply {foul.ply} is recorded as a foul twice"
            yield _finding(place, number, foul, why, out_of_place=True)
            continue
        if not 1 <= foul.ply <= len(actions):
            why = f"there is no ply {foul.ply}: the round has {len(actions)}"
            yield _finding(place, number, foul, why, out_of_place=True)
            continue
        step = next(each for each in steps if each.ply == foul.ply)
        state, action = step.state, actions[foul.ply - 1]
        breach = first_breach(rules, state, {state.turn: action})
        if breach is None and state.hides(state.turn) and _may_hide(foul.rule, action):
            continue
        if breach is None or breach.rule.code != foul.rule:
            broken = "no rule" if breach is None else f"{breach.rule.code}: {breach}"
            why = f"ply {foul.ply} does not break {foul.rule}, but {broken}"
            yield _finding(place, number, foul, why)
        elif ending and foul.ply == len(actions) and _team_of(played.winner) == team(state.turn):
            why = f"player {state.turn} broke a rule: the other team wins the round"
            yield place.finding(codes.WRONG_WINNER, why, "/winner", player=played.winner)
    points = 0 if played.result is None else played.result.points
    if ending and (points < 0 or points % 10):
        why = f"the result says {points} points, but all points are multiples of ten"
        yield place.finding(codes.WRONG_POINTS, why, "/result/points")
    if ending and not (actions and _foul_at(played, len(actions))):
        why = "the result says that a foul ended the round, but the last ply is recorded as none"
        yield place.finding(codes.FOUL_OUT_OF_PLACE, why, "/result")


def _may_hide(rule: str, action: str) -> bool:
    """Whether an action may break a rule by what is hidden in the hand."""
    if rule == codes.KING_MAY_NOT_ATTACK.code:
        return action[1:] == KING
    return rule == codes.NOT_IN_HAND.code and action != NOTHING


def _team_of(winner: int | None) -> int | None:
    return None if winner is None else team(winner)


def _foul_at(played: Round, ply: int) -> tuple[int, Foul] | None:
    """The foul recorded at a ply, the first if there are several, and its number."""
    return next((each for each in enumerate(played.fouls) if each[1].ply == ply), None)


def _finding(
    place: Place, number: int, foul: Foul, why: str, out_of_place: bool = False
) -> Finding:
    rule = codes.FOUL_OUT_OF_PLACE if out_of_place else codes.NOT_A_FOUL
    return place.finding(rule, why, f"/fouls/{number}", ply=foul.ply)
