"""Whether a game ended as its record says: the totals, and who is at fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding, Rule, Severity
from ...check import right
from ...replay.round import first_breach
from ...rules import Decision
from .. import codes
from ..record import Record, Result
from ..rules import PlanowanieRules
from ..state import State
from .clocks import answered

COMMANDS = (
    "set_deck",
    "set_players",
    "set_game",
    "set_cards",
    "time_left",
    "gen_declare",
    "declare",
    "gen_move",
    "play",
)
"""The commands of the protocol, in the order in which a game comes to them."""

SET_UP = COMMANDS[:3]
ASKING = ("gen_declare", "gen_move")
"""The commands that ask for an answer."""

TELLING = ("set_cards", "declare", "play")
"""The commands of a deal that tell something."""

SILENT = ("crashed", "timeout", "flood", "unanswered")
"""Reasons that are told of a program that did not reply."""

ANSWERED = ("refused", "invalid")
"""Reasons that only an answer to a question can give."""

_NUMBER = re.compile("(-?)0*([0-9]{1,9})")


def number(word: str) -> int | None:
    """The number that a word is, None if it is none. Zeros before it mean nothing.

    >>> number("3"), number("03"), number("-1"), number("one"), number("+3")
    (3, 3, -1, None, None)
    """
    found = _NUMBER.fullmatch(word)
    return None if found is None else int(found[1] + found[2])


def check_result(
    rules: PlanowanieRules, record: Record, state: State, totals: Collection[tuple[int, ...]]
) -> Iterator[Finding]:
    """Compare a result with the game, which was replayed without a fault up to `state`.

    `totals` are those that people may write: right, or added up from what they wrote before.
    """
    said = record.result or Result()
    yield from _check_innocent(said)
    unfinished = said.end == "complete" and state.phase != "over"
    if state.phase == "over":
        yield from _check_played_out(record, said)
    elif unfinished:
        why = f"the result says 'complete', but {_missing(record, state)}"
        yield _finding(codes.WRONG_END, why, "/end")
    elif said.end == "fault":
        yield from _check_fault(Ending(rules, record, state), said)
    elif record.view is None and said.end != "unfinished" and not _ended(record):
        why = f"the game stops early: {_missing(record, state)}, and nobody is at fault"
        # A record that says so itself is not wrong, only not whole.
        severity: Severity = "warning" if said.end == "stopped" else "error"
        yield replace(_finding(codes.ENDS_EARLY, why), severity=severity)
    # Where deals are missing from the record, their points may be in the totals.
    if not unfinished and (totals or not _ended(record)):
        yield from check_totals(record, [state.totals, *totals])


def _ended(record: Record) -> bool:
    """Whether the last deal ended outside play: its points follow from no rule."""
    return bool(record.deals) and record.deals[-1].ended is not None


def check_totals(record: Record, possible: Sequence[tuple[int, ...]]) -> Iterator[Finding]:
    """Whether the totals are among those that are possible, of which the first are right."""
    said = None if record.result is None else record.result.totals
    if said not in (None, *possible):
        why = f"the totals are given as {show(said)}, but they are {show(possible[0])}"
        yield _finding(codes.WRONG_TOTALS, why, "/totals", possible[0])


def _check_innocent(said: Result) -> Iterator[Finding]:
    """Check that nobody is at fault where the game did not end by a fault."""
    fields = ("player", "reason", "command", "reply")
    given = [each for each in fields if getattr(said, each) is not None]
    if said.end != "fault" and given:
        why = f"a {given[0]} is given as of a fault, but the result does not say 'fault'"
        yield _finding(codes.WRONG_END, why, f"/{given[0]}")


def _check_played_out(record: Record, said: Result) -> Iterator[Finding]:
    # The last card may have been played, and a program not have taken note of it.
    unheard = said.end == "fault" and said.command == "play" and said.reason not in ANSWERED
    if said.end == "stopped" and record.view is None:
        why = "the game stops before everybody has heard of its last card"
        yield _finding(codes.ENDS_EARLY, why)
    elif said.end not in (None, "complete") and not unheard:
        why = f"the result says {said.end!r}, but the game was played out"
        yield _finding(codes.WRONG_END, why, "/end", "complete")
    elif said.end == "fault":
        yield from _check_player(said, record.seats)
        yield from _check_reply(said)


def check_end_in_setup(record: Record) -> Iterator[Finding]:
    """What is wrong with a game that ended before its deals were planned."""
    said = record.result or Result()
    if said.end == "fault":
        yield from _check_player(said, record.seats)
        if said.command not in (None, *SET_UP):
            why = f"the game ended on {said.command}, but its deals were not planned yet"
            yield _finding(codes.WRONG_END, why, "/command")
        elif said.reason in ANSWERED:
            why = f"the result says {said.reason!r}, but nothing was asked in the set-up"
            yield _finding(codes.WRONG_END, why, "/reason")
        else:
            yield from _check_reply(said)
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


def _check_fault(ending: Ending, said: Result) -> Iterator[Finding]:
    """Whether the player at fault can have failed where the game ended, and so."""
    seats, player = ending.rules.players, said.player
    if player is None or player not in range(seats):
        yield from _check_player(said, seats)
    elif said.reason in ANSWERED and said.command not in (None, *ASKING):
        why = f"{said.command} asks nothing, so that no answer to it is {said.reason!r}: only "
        yield _finding(codes.WRONG_END, f"{why}{' and '.join(ASKING)} ask", "/command")
    elif said.reason in ANSWERED and not ending.asks(player):
        why = f"player {player} is at fault for an answer, but was not asked for one"
        yield _finding(codes.WRONG_END, why, "/player")
    elif said.command is not None and not ending.is_at(said.command, player):
        who = [seat for seat in range(seats) if ending.is_at(said.command, seat)]
        why = f"the game ended on {said.command}, but it had come to another command"
        if who:
            asked = " or ".join(map(str, who))
            why = f"the game ended on {said.command}, which was due to player {asked}"
        yield _finding(codes.WRONG_END, why, "/player" if who else "/command")
    elif said.command in TELLING and ending.asks_next(said.command):
        why = f"the game ended on {said.command}, but a clock tells of a question behind it"
        yield _finding(codes.WRONG_END, why, "/command")
    elif said.reason in (None, "invalid") and ending.is_right(said):
        why = f"player {player} is at fault, but {said.reply} was a right answer"
        yield _finding(codes.PUNISHED_FOR_NOTHING, why, "/reply")
    else:
        yield from _check_reply(said)


def _check_reply(said: Result) -> Iterator[Finding]:
    """Whether a fault for that reason can have that reply."""
    if said.reply is None:
        return
    lines, why = said.reply.split("\n"), None
    if said.reason in SILENT:
        why = "it has a reply"
    elif said.reason in ANSWERED and len(lines) > 1:
        why = f"its reply has {len(lines)} lines: it is what stands behind the mark, in one"
    elif said.reason == "malformed" and _is_well_formed(said.reply):
        why = f"{said.reply} has the form of a reply"
    elif said.reason == "malformed" and not all(line.strip(" \t") for line in lines):
        why = "its reply has an empty line, which is never part of one"
    if why is not None:
        why = f"the result says {said.reason!r}, but {why}"
        yield _finding(codes.WRONG_END, why, "/reply")


def _is_well_formed(reply: str) -> bool:
    """Whether a reply begins with = or ?, and has no second line behind =."""
    return reply[:1] == "?" or (reply[:1] == "=" and "\n" not in reply)


class Ending(Struct, frozen=True):
    """Where a game came to its end, before its last card."""

    rules: PlanowanieRules
    record: Record
    state: State

    def asks(self, player: int) -> bool:
        """Whether a player may have been asked for a decision there."""
        node = self.rules.node(self.state)
        return isinstance(node, Decision) and player in node.players and not self._declared(player)

    def is_at(self, command: str, player: int) -> bool:
        """Whether a command may have gone to a player there.

        A card is recorded when it has been announced, whoever does not take note of it. A player
        whose view a record is may know nothing of a deal but that it began, and little of what
        others have declared.
        """
        state, view = self.state, self.record.view is not None
        begins = state.phase == "deal"
        match command:
            case "set_cards":
                nobody = not any(map(self._declared, range(self.rules.players)))
                return begins or (state.phase == "declare" and nobody)
            case "time_left":
                return self.asks(player) or (begins and view)
            case "gen_declare":
                return state.phase == "declare" and self.asks(player)
            case "declare":
                all_in = state.phase == "play" and not state.played
                return all_in or (view and state.phase in ("deal", "declare"))
            case "gen_move":
                return state.phase == "play" and self.asks(player)
            case "play":
                return bool(state.played) or (begins and state.number > 0)
            case _:
                return begins and not self.record.deals

    def asks_next(self, command: str) -> bool:
        """Whether a clock of the deal under way tells of a question that is not answered.

        A question comes behind all commands that tell something. But whose view a record is may
        not have been told what was answered before.
        """
        deals, state = self.record.deals, self.state
        if state.number >= len(deals) or (self.record.view is not None and command == "declare"):
            return False
        deal = deals[state.number]
        clocks = enumerate(deal.clocks or ())
        return any(len(clock) == answered(deal, state, player) + 1 for player, clock in clocks)

    def _declared(self, player: int) -> bool:
        """Whether a player has answered with a declaration, while not all have."""
        deals, number = self.record.deals, self.state.number
        said = deals[number].declarations if number < len(deals) else None
        return self.state.phase == "declare" and said is not None and said[player] is not None

    def is_right(self, said: Result) -> bool:
        """Whether the answer of the player at fault is one that the rules allow."""
        if said.player is None or said.reply is None or not self.asks(said.player):
            return False
        if said.command not in (None, *ASKING):
            return False
        value = number(said.reply) if self.state.phase == "declare" else None
        action = said.reply if value is None else str(value)
        return first_breach(self.rules, self.state, {said.player: action}) is None


def _finding(rule: Rule, why: str, field: str = "", due: object = None) -> Finding:
    """A finding about a field of the result; `due` is what follows from the game."""
    where = f"/result{field}"
    fix = None if due is None else right(due, where)
    return Finding(rule=rule, message=why, pointer=where, fix=fix)


def show(numbers: Sequence[int]) -> str:
    """Numbers in a row, one for each player."""
    return " ".join(map(str, numbers))
