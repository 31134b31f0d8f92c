"""Whether a game ended as its record says: the totals, and who is at fault."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from ...findings import Finding, Rule, Severity
from ..replay import first_breach
from ..rules import Decision
from . import codes
from .record import Record, Result
from .rules import PlanowanieRules
from .state import Phase, State

LAST_IN: dict[str, tuple[Phase, ...]] = {
    "set_deck": ("deal",),
    "set_players": ("deal",),
    "set_game": ("deal",),
    "set_cards": ("deal", "declare"),
    "time_left": ("deal", "declare", "play"),
    "gen_declare": ("declare",),
    "declare": ("deal", "declare", "play"),
    "gen_move": ("play",),
    "play": ("deal", "play", "over"),
}
"""The commands that a result can name, and the phases of a deal in which a game can end on each.

A player whose view a record is may know nothing of a deal but that it began. A card is played when
it has been announced, whoever does not take note of it.
"""

ANSWERED = ("refused", "invalid")
"""Reasons that only an answer to a question can give."""


def check_result(
    rules: PlanowanieRules, record: Record, state: State, totals: Collection[tuple[int, ...]]
) -> Iterator[Finding]:
    """Compare a result with the game, which was replayed without a fault up to `state`.

    `totals` are those that people may write: right, or added up from what they wrote before.
    """
    said = record.result or Result()
    yield from _check_innocent(said)
    if state.phase == "over":
        yield from _check_played_out(record, said)
    elif said.end == "complete":
        why = f"the result says 'complete', but {_missing(record, state)}"
        yield _finding(codes.WRONG_END, why, "/end")
    elif said.end == "fault":
        yield from _check_fault(rules, said, state)
    elif record.view is None:
        why = f"the game stops early: {_missing(record, state)}, and nobody is at fault"
        # A record that says so itself is not wrong, only not whole.
        severity: Severity = "warning" if said.end == "stopped" else "error"
        yield replace(_finding(codes.ENDS_EARLY, why), severity=severity)
    if said.totals is not None and said.totals not in (state.totals, *totals):
        why = f"the totals are given as {show(said.totals)}, but they are {show(state.totals)}"
        yield _finding(codes.WRONG_TOTALS, why, "/totals")


def _check_innocent(said: Result) -> Iterator[Finding]:
    """Check that nobody is at fault where the game did not end by a fault."""
    fields = ("player", "reason", "command", "reply")
    given = [each for each in fields if getattr(said, each) is not None]
    if said.end != "fault" and given:
        why = f"a {given[0]} is given as of a fault, but the result does not say 'fault'"
        yield _finding(codes.WRONG_END, why, f"/{given[0]}")


def _check_played_out(record: Record, said: Result) -> Iterator[Finding]:
    # The last card may have been played, and a program not have taken note of it.
    unheard = said.end == "fault" and _can_come_last(said.command, "over")
    if said.end == "stopped" and record.view is None:
        why = "the game stops before everybody has heard of its last card"
        yield _finding(codes.ENDS_EARLY, why)
    elif said.end not in (None, "complete") and not unheard:
        why = f"the result says {said.end!r}, but the game was played out"
        yield _finding(codes.WRONG_END, why, "/end")


def check_end_in_setup(record: Record) -> Iterator[Finding]:
    """What is wrong with a game that ended before its deals were planned."""
    said = record.result or Result()
    if said.end == "fault":
        yield from _check_player(said, record.seats)
    elif record.view is None:
        why = "the game stops before its deals are planned, and nobody is at fault"
        yield _finding(codes.ENDS_EARLY, why)


def _check_player(said: Result, seats: int) -> Iterator[Finding]:
    if said.player is None or said.player not in range(seats):
        who = "nobody is named" if said.player is None else f"there is no player {said.player}"
        why = f"the game ended by a fault, but {who}: players are 0 to {seats - 1}"
        yield _finding(codes.WRONG_END, why, "/player")


def _missing(record: Record, state: State) -> str:
    planned = len(record.plan)
    finished = state.number + (state.phase == "over")
    return f"{finished} of {planned} deals are finished"


def _check_fault(rules: PlanowanieRules, said: Result, state: State) -> Iterator[Finding]:
    if said.player is None or said.player not in range(rules.players):
        yield from _check_player(said, rules.players)
    elif said.reason in ANSWERED and not _is_asked(rules, state, said.player):
        why = f"player {said.player} is at fault for an answer, but was not asked for one"
        yield _finding(codes.WRONG_END, why, "/player")
    elif not _can_come_last(said.command, state.phase):
        why = f"the game ended on {said.command}, but it had come to another command"
        yield _finding(codes.WRONG_END, why, "/command")
    elif said.reason in (None, "invalid") and _is_right(rules, state, said):
        why = f"player {said.player} is at fault, but {said.reply} was a right answer"
        yield _finding(codes.PUNISHED_FOR_NOTHING, why, "/reply")


def _can_come_last(command: str | None, phase: Phase) -> bool:
    """Whether a game can end on a command in a phase.

    Where the command is not known, it is only certain that the game goes on to its last card.
    """
    return phase in LAST_IN[command] if command in LAST_IN else phase != "over"


def _is_asked(rules: PlanowanieRules, state: State, player: int) -> bool:
    node = rules.node(state)
    return isinstance(node, Decision) and player in node.players


def _is_right(rules: PlanowanieRules, state: State, said: Result) -> bool:
    """Whether the answer of the player at fault is one that the rules allow."""
    if said.player is None or said.reply is None or not _is_asked(rules, state, said.player):
        return False
    return first_breach(rules, state, {said.player: said.reply}) is None


def _finding(rule: Rule, why: str, field: str = "") -> Finding:
    return Finding(rule=rule, message=why, pointer=f"/result{field}")


def show(numbers: Sequence[int]) -> str:
    """Numbers in a row, one for each player."""
    return " ".join(map(str, numbers))
