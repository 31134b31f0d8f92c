"""Whether a game ended as its record says: the totals, and who is at fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...findings import Finding
from ..game import Decision, IllegalAction
from . import codes
from .record import Record, Result
from .rules import PlanowanieRules
from .state import State

ANSWERED = ("refused", "invalid")
"""Reasons that only an answer to `gen_declare` or `gen_move` can give."""

_SETUP = ("set_deck", "set_players", "set_game")
_ELSEWHERE = {
    "deal": ("gen_declare", "gen_move"),
    "declare": (*_SETUP, "gen_move", "play"),
    "play": (*_SETUP, "set_cards", "gen_declare"),
}
"""The commands that cannot have come last in a phase."""


def check_result(rules: PlanowanieRules, record: Record, state: State) -> Iterator[Finding]:
    """Compare a result with the game, which was replayed without a fault up to `state`."""
    said = record.result or Result()
    yield from _check_innocent(said)
    if state.phase == "over":
        # The last card may have been played, and a program not have taken note of it.
        unheard = said.end == "fault" and said.command == "play"
        if said.end == "stopped" and record.view is None:
            why = "the game stops before everybody has heard of its last card"
            yield Finding(rule=codes.ENDS_EARLY, message=why, pointer="/result")
        elif said.end not in (None, "complete") and not unheard:
            why = f"the result says {said.end!r}, but the game was played out"
            yield Finding(rule=codes.WRONG_END, message=why, pointer="/result/end")
    elif said.end == "complete":
        why = f"the result says 'complete', but {_missing(record, state)}"
        yield Finding(rule=codes.WRONG_END, message=why, pointer="/result/end")
    elif said.end == "fault":
        yield from _check_fault(rules, said, state)
    elif record.view is None:
        why = f"the game stops early: {_missing(record, state)}, and nobody is at fault"
        yield Finding(rule=codes.ENDS_EARLY, message=why, pointer="/result")
    if said.totals is not None and said.totals != state.totals:
        why = f"the totals are given as {show(said.totals)}, but they are {show(state.totals)}"
        yield Finding(rule=codes.WRONG_TOTALS, message=why, pointer="/result/totals")


def _check_innocent(said: Result) -> Iterator[Finding]:
    """Only a fault has somebody who is at fault."""
    if said.end == "fault":
        return
    for field in ("player", "reason", "command", "reply"):
        if getattr(said, field) is not None:
            why = f"a {field} is given as of a fault, but the result does not say 'fault'"
            yield Finding(rule=codes.WRONG_END, message=why, pointer=f"/result/{field}")
            return


def check_end_in_setup(record: Record) -> Iterator[Finding]:
    """What is wrong with a game that ended before its deals were planned."""
    said = record.result or Result()
    if said.end == "fault":
        yield from _check_player(said, record.seats)
    elif record.view is None:
        why = "the game stops before its deals are planned, and nobody is at fault"
        yield Finding(rule=codes.ENDS_EARLY, message=why, pointer="/result")


def _check_player(said: Result, seats: int) -> Iterator[Finding]:
    if said.player is None or said.player not in range(seats):
        who = "nobody is named" if said.player is None else f"there is no player {said.player}"
        why = f"the game ended by a fault, but {who}: players are 0 to {seats - 1}"
        yield Finding(rule=codes.WRONG_END, message=why, pointer="/result/player")


def _missing(record: Record, state: State) -> str:
    planned = len(record.plan)
    finished = state.number + (state.phase == "over")
    return f"{finished} of {planned} deals are finished"


def _check_fault(rules: PlanowanieRules, said: Result, state: State) -> Iterator[Finding]:
    if said.player is None or said.player not in range(rules.players):
        yield from _check_player(said, rules.players)
    elif said.reason in ANSWERED and not _is_asked(rules, state, said.player):
        why = f"player {said.player} is at fault for an answer, but was not asked for one"
        yield Finding(rule=codes.WRONG_END, message=why, pointer="/result/player")
    elif said.command in _ELSEWHERE.get(state.phase, ()):
        why = f"the game ended on {said.command}, but it had come to another command"
        yield Finding(rule=codes.WRONG_END, message=why, pointer="/result/command")
    elif said.reason not in (None, "invalid") or said.reply is None:
        return
    elif is_right(rules, state, said.player, said.reply):
        why = f"player {said.player} is at fault, but {said.reply} was a right answer"
        yield Finding(rule=codes.PUNISHED_FOR_NOTHING, message=why, pointer="/result/reply")


def _is_asked(rules: PlanowanieRules, state: State, player: int) -> bool:
    node = rules.node(state)
    return isinstance(node, Decision) and player in node.players


def is_right(rules: PlanowanieRules, state: State, player: int, answer: str) -> bool:
    """Whether a player could answer so in a state."""
    if not _is_asked(rules, state, player):
        return False
    try:
        rules.verify(state, player, answer)
    except IllegalAction:
        return False
    return True


def show(numbers: Sequence[int]) -> str:
    """Numbers in a row, one for each player."""
    return " ".join(map(str, numbers))
