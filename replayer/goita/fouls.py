"""Recorded fouls: plies that broke a rule and were played all the same.

A foul says which ply broke which rule. It either stood, and the play went on, or it ended the
round (`result.end` is `foul`), and is then the last ply. Both are checked to be what they say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...findings import Finding
from ..replay import Step, first_breach
from . import codes
from .pieces import team
from .place import Place
from .record import Foul, Round, plies
from .rules import GoitaRules, State

PLAYABLE = frozenset(
    rule.code
    for rule in (codes.KING_MAY_NOT_ATTACK, codes.RECEIVE_MUST_MATCH, codes.KING_MAY_NOT_RECEIVE)
)
"""The rules that can be broken without the play coming to a stop."""


def ended_by_foul(played: Round) -> bool:
    """Whether the record says that a foul ended the round."""
    return played.result is not None and played.result.end == "foul"


def stood(played: Round) -> list[str]:
    """The actions of a round that took effect: a foul that ended it did not."""
    actions = plies(played.record)
    return actions[:-1] if ended_by_foul(played) else actions


def misnamed_foul(played: Round, last: Step[State], place: Place) -> Finding | None:
    """What is wrong with the foul recorded at the ply where a replay stopped, if there is one."""
    breach, foul = last.breach, _foul_at(played, last.ply)
    if breach is None or foul is None:
        return None
    if foul.rule == breach.rule.code:
        why = f"the play cannot go on after {foul.rule} ({breach.rule.name}); it must end the round"
        return _finding(place, played, foul, why, out_of_place=True)
    why = f"ply {foul.ply} breaks {breach.rule.code} ({breach.rule.name}), not {foul.rule}"
    return _finding(place, played, foul, f"{why}: {breach}")


def check_fouls(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]], place: Place
) -> Iterator[Finding]:
    """What is wrong with the fouls of a round that could be replayed."""
    actions, last = plies(played.record), steps[-1]
    ending = ended_by_foul(played)
    for foul in played.fouls:
        if not 1 <= foul.ply <= len(actions):
            why = f"there is no ply {foul.ply}: the round has {len(actions)}"
            yield _finding(place, played, foul, why, out_of_place=True)
        elif ending and foul.ply == len(actions):
            breach = first_breach(rules, last.state, {last.state.turn: actions[-1]})
            if breach is None and last.state.hides(last.state.turn):
                continue
            if breach is None or breach.rule.code != foul.rule:
                broken = "no rule" if breach is None else f"{breach.rule.code}: {breach}"
                why = f"ply {foul.ply} does not break {foul.rule}, but {broken}"
                yield _finding(place, played, foul, why)
            elif played.winner is not None and team(played.winner) == team(last.state.turn):
                why = f"player {last.state.turn} broke a rule: the other team wins the round"
                yield place.finding(codes.WRONG_WINNER, why, "/winner", player=played.winner)
        else:
            step = next(each for each in steps if each.ply == foul.ply)
            if step.breach is None and not step.state.hides(step.state.turn):
                why = f"ply {foul.ply} is legal: it does not break {foul.rule}"
                yield _finding(place, played, foul, why)
    if ending and not (actions and _foul_at(played, len(actions))):
        why = "the result says that a foul ended the round, but the last ply is recorded as none"
        yield place.finding(codes.FOUL_OUT_OF_PLACE, why, "/result")


def _foul_at(played: Round, ply: int) -> Foul | None:
    return next((foul for foul in played.fouls if foul.ply == ply), None)


def _finding(
    place: Place, played: Round, foul: Foul, why: str, out_of_place: bool = False
) -> Finding:
    rule = codes.FOUL_OUT_OF_PLACE if out_of_place else codes.NOT_A_FOUL
    number = played.fouls.index(foul)
    return place.finding(rule, why, f"/fouls/{number}", ply=foul.ply)
