"""Checks the recorded end of a game: the totals, and the player at fault."""

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
from .deal import Game
from .recorded import answered

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
"""The commands of the protocol, in the order in which a game reaches them."""

SET_UP = COMMANDS[:3]
ASKING = ("gen_declare", "gen_move")
"""The commands that require an answer."""

TELLING = ("set_cards", "declare", "play")
"""The commands of a deal that require no answer."""

SILENT = ("crashed", "timeout", "flood", "unanswered")
"""The reasons that apply to a program that did not reply."""

ANSWERED = ("refused", "invalid")
"""The reasons that only apply to an answer to a question."""

_NUMBER = re.compile("(-?)0*([0-9]{1,9})")


def number(word: str) -> int | None:
    """Return the number that a word stands for, or None; leading zeros are ignored.

    >>> number("3"), number("03"), number("-1"), number("one"), number("+3")
    (3, 3, -1, None, None)
    """
    found = _NUMBER.fullmatch(word)
    return None if found is None else int(found[1] + found[2])


def check_end(game: Game) -> Iterator[Finding]:
    """Check the end of a game, or only its totals if it is unknown how the game went."""
    record = game.record
    if not game.readable or (game.ends and game.ends[-1] is None and not game.sound):
        # If deals are missing or too many, the totals are unknown.
        known = len(record.deals) == len(record.plan)
        yield from _check_totals(record, (known and game.totals) or [])
    else:
        yield from _check_result(game.rules, record, game.state, game.totals or [])


def _check_result(
    rules: PlanowanieRules, record: Record, state: State, totals: Collection[tuple[int, ...]]
) -> Iterator[Finding]:
    """Compare a result with the game, which was replayed without errors up to `state`.

    `totals` are those that are accepted: the correct ones, and those that contain written points.
    """
    said = record.result or Result()
    yield from _check_innocent(said)
    unfinished = said.end == "complete" and state.phase != "over"
    if state.phase == "over":
        yield from _check_played_out(record, said)
    elif unfinished:
        why = f"the result is 'complete', but {_missing(record, state)}"
        yield _finding(codes.WRONG_END, why, "/end")
    elif said.end == "fault":
        yield from _check_fault(Ending(rules, record, state), said)
    elif record.view is None and said.end != "unfinished" and not _ended(record):
        why = f"the game stops early: {_missing(record, state)}, but nobody is at fault"
        # A record that says that it stops early is not wrong, only incomplete.
        severity: Severity = "warning" if said.end == "stopped" else "error"
        yield replace(_finding(codes.ENDS_EARLY, why), severity=severity)
    # If deals are missing from the record, the totals may include their points.
    if not unfinished and (totals or not _ended(record)):
        yield from _check_totals(record, [state.totals, *totals])


def _ended(record: Record) -> bool:
    """Return whether the last deal ended outside play, so that no rule determines its points."""
    return bool(record.deals) and record.deals[-1].ended is not None


def _check_totals(record: Record, possible: Sequence[tuple[int, ...]]) -> Iterator[Finding]:
    """Check that the totals are among the possible ones, of which the first are correct."""
    said = None if record.result is None else record.result.totals
    if possible and said not in (None, *possible):
        why = f"the totals are {_show(said)}, but must be {_show(possible[0])}"
        yield _finding(codes.WRONG_TOTALS, why, "/totals", possible[0])


def _check_innocent(said: Result) -> Iterator[Finding]:
    """Check that nobody is at fault if the game did not end by a fault."""
    fields = ("player", "reason", "command", "reply")
    given = [each for each in fields if getattr(said, each) is not None]
    if said.end != "fault" and given:
        why = f"the record has the {given[0]} of a fault, but the result is not 'fault'"
        yield _finding(codes.WRONG_END, why, f"/{given[0]}")


def _check_played_out(record: Record, said: Result) -> Iterator[Finding]:
    # The last card may have been played without a program acknowledging it.
    unheard = said.end == "fault" and said.command == "play" and said.reason not in ANSWERED
    if said.end == "stopped" and record.view is None:
        why = "the game stops before its last card was announced to all players"
        yield _finding(codes.ENDS_EARLY, why)
    elif said.end not in (None, "complete") and not unheard:
        why = f"the result is {said.end!r}, but the game was played out"
        yield _finding(codes.WRONG_END, why, "/end", "complete")
    elif said.end == "fault":
        yield from _check_player(said, record.seats)
        yield from _check_reply(said)


def check_end_in_setup(record: Record) -> Iterator[Finding]:
    """Yield the errors in a game that ended before its deals were planned."""
    said = record.result or Result()
    if said.end == "fault":
        yield from _check_player(said, record.seats)
        if said.command not in (None, *SET_UP):
            why = f"the game ended on {said.command}, but its deals had not been planned yet"
            yield _finding(codes.WRONG_END, why, "/command")
        elif said.reason in ANSWERED:
            why = f"the reason is {said.reason!r}, but nothing was asked in the set-up"
            yield _finding(codes.WRONG_END, why, "/reason")
        else:
            yield from _check_reply(said)
    elif record.view is None:
        why = "the game stops before its deals are planned, but nobody is at fault"
        yield _finding(codes.ENDS_EARLY, why)


def _check_player(said: Result, seats: int) -> Iterator[Finding]:
    if said.player is None or said.player not in range(seats):
        who = "no player is named" if said.player is None else f"there is no player {said.player}"
        why = f"the game ended by a fault, but {who}: players are 0 to {seats - 1}"
        yield _finding(codes.WRONG_END, why, "/player")


def _missing(record: Record, state: State) -> str:
    planned = len(record.plan)
    finished = state.number + (state.phase == "over")
    return f"{finished} of {planned} deals are finished"


def _check_fault(ending: Ending, said: Result) -> Iterator[Finding]:
    """Check that the player at fault can have failed where and how the record says."""
    seats, player = ending.rules.players, said.player
    if player is None or player not in range(seats):
        yield from _check_player(said, seats)
    elif said.reason in ANSWERED and said.command not in (None, *ASKING):
        why = f"{said.command} asks nothing, so its answer cannot be {said.reason!r}: only "
        yield _finding(codes.WRONG_END, f"{why}{' and '.join(ASKING)} ask", "/command")
    elif said.reason in ANSWERED and not ending.asks(player):
        why = f"player {player} is at fault for an answer, but was not asked for one"
        yield _finding(codes.WRONG_END, why, "/player")
    elif said.command is not None and not ending.is_at(said.command, player):
        who = [seat for seat in range(seats) if ending.is_at(said.command, seat)]
        why = f"the game ended on {said.command}, but that was not the current command"
        if who:
            asked = " or ".join(map(str, who))
            why = f"the game ended on {said.command}, which was addressed to player {asked}"
        yield _finding(codes.WRONG_END, why, "/player" if who else "/command")
    elif said.command in TELLING and ending.asks_next(said.command):
        why = f"the game ended on {said.command}, but a clock shows that a question followed"
        yield _finding(codes.WRONG_END, why, "/command")
    elif said.reason in (None, "invalid") and ending.is_right(said):
        why = f"player {player} is at fault, but {said.reply} was a legal answer"
        yield _finding(codes.PUNISHED_FOR_NOTHING, why, "/reply")
    else:
        yield from _check_reply(said)


def _check_reply(said: Result) -> Iterator[Finding]:
    """Check that a fault for the recorded reason can have the recorded reply."""
    if said.reply is None:
        return
    lines, why = said.reply.split("\n"), None
    if said.reason in SILENT:
        why = "there is a reply"
    elif said.reason in ANSWERED and len(lines) > 1:
        why = f"the reply has {len(lines)} lines: write the text after the mark on one line"
    elif said.reason == "malformed" and _is_well_formed(said.reply):
        why = f"{said.reply} is a well-formed reply"
    elif said.reason == "malformed" and not all(line.strip(" \t") for line in lines):
        why = "the reply has an empty line, which no reply can contain"
    if why is not None:
        why = f"the reason is {said.reason!r}, but {why}"
        yield _finding(codes.WRONG_END, why, "/reply")


def _is_well_formed(reply: str) -> bool:
    """Return whether a reply begins with = or ?, without a second line if it begins with =."""
    return reply[:1] == "?" or (reply[:1] == "=" and "\n" not in reply)


class Ending(Struct, frozen=True):
    """The point at which a game ended before its last card."""

    rules: PlanowanieRules
    record: Record
    state: State

    def asks(self, player: int) -> bool:
        """Return whether a player may have been asked for a decision at that point."""
        node = self.rules.node(self.state)
        return isinstance(node, Decision) and player in node.players and not self._declared(player)

    def is_at(self, command: str, player: int) -> bool:
        """Return whether a command may have been sent to a player at that point.

        A card is recorded once it has been announced, even if a player does not acknowledge it. In
        a view, the player may only know that a deal began, and may not know the others'
        declarations.
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
        """Return whether a clock of the current deal shows a question that was not answered.

        A question comes only after all commands that require no answer. In a view, however, the
        player may not know the earlier answers.
        """
        deals, state = self.record.deals, self.state
        if state.number >= len(deals) or (self.record.view is not None and command == "declare"):
            return False
        deal = deals[state.number]
        clocks = enumerate(deal.clocks or ())
        return any(len(clock) == answered(deal, state, player) + 1 for player, clock in clocks)

    def _declared(self, player: int) -> bool:
        """Return whether a player has declared, although not all players have."""
        deals, number = self.record.deals, self.state.number
        said = deals[number].declarations if number < len(deals) else None
        return self.state.phase == "declare" and said is not None and said[player] is not None

    def is_right(self, said: Result) -> bool:
        """Return whether the rules allow the answer of the player at fault."""
        if said.player is None or said.reply is None or not self.asks(said.player):
            return False
        if said.command not in (None, *ASKING):
            return False
        value = number(said.reply) if self.state.phase == "declare" else None
        action = said.reply if value is None else str(value)
        return first_breach(self.rules, self.state, {said.player: action}) is None


def _finding(rule: Rule, why: str, field: str = "", expected: object = None) -> Finding:
    """Return a finding about a field of the result; `expected` is its right value, if known."""
    where = f"/result{field}"
    fix = None if expected is None else right(expected, where)
    return Finding(rule=rule, message=why, pointer=where, fix=fix)


def _show(numbers: Sequence[int]) -> str:
    """Return one number for each player, separated by spaces."""
    return " ".join(map(str, numbers))
