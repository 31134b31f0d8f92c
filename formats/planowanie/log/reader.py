"""Reads the log of one game."""

from __future__ import annotations

import re

from ....findings import Finding
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.game import GAME
from ....replayer.planowanie.record import Record, Result
from ....replayer.planowanie.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ... import codes as file_codes
from ...lines import Places
from ...notation import Notation, Reading
from ...place import place
from ...text import Text
from .. import codes
from .bounded_findings import Findings
from .builder import Draft
from .compare import Referee
from .dialogue import MARK, Dialogue
from .header import notes_of
from .reporter import Early, Stop
from .revoke_evidence import placed

_PLAYERS = re.compile(r">>[ \t]*[0-9]+:[ \t]*set_players[ \t]+([2-4])\b")
_OF_THE_END = (game_codes.ENDS_EARLY, game_codes.WRONG_END, game_codes.VIEW_KNOWS_TOO_MUCH)


def read_game(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game from the log of a seat, or of an arbiter."""
    findings = Findings()
    places = Places(text)
    dialogue = Dialogue(text, findings.add)
    seats = None if own else _seats(text)
    referee = Referee(seats, Draft(places), dialogue)
    events = dialogue.seat_log() if own else dialogue.arbiter_log()
    whole = False
    try:
        for exchange, answered in events:
            if seats is not None and exchange.seat not in seats:
                why = f"seat {exchange.seat} is none: seats are 0 to {len(seats) - 1}"
                dialogue.say(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.line)
                raise Stop
            if answered:
                referee.answered(exchange)
            else:
                referee.sent(exchange)
        whole = True
    except Stop:
        pass
    except Early as early:
        with findings.muted():
            answered = any(came and each is early.waiting and not each.cut for each, came in events)
        referee.report.explain(early, answered)
    draft = referee.draft
    last = dialogue.last
    if last is None:
        return Reading(notation, [_nothing(text)], whole=False)
    places.add("/result", last.start, last.end)
    seats_said = draft.seats or 4
    possible = LEAST_PLAYERS <= seats_said <= MOST_PLAYERS
    notes = notes_of(dialogue.comments, seats_said if possible else 0)
    if own and referee.steps.me is None:
        referee.steps.me = notes.seat
    result = referee.result(notes)
    view = (referee.steps.me or 0) if own else None
    record = draft.record(notes.header, view, result)
    if not whole or findings.errors:
        # The game is not known to its end, but up to there it can be checked.
        found = (each for each in GAME.check(record).findings if each.rule not in _OF_THE_END)
        wrong = [placed(each, record, places) for each in found]
        return Reading(notation, [*findings.all(), *wrong], whole=False)
    if notes.fault is not None and not notes.fits(result):
        why = f"the comment does not fit the game, which {_ending(result)}"
        dialogue.say(codes.FAULT_NOTE, why, notes.fault)
    return Reading(
        notation, findings.all(), record, place=lambda each: placed(each, record, places)
    )


def _ending(result: Result) -> str:
    """How a game ended, in words."""
    if result.end != "fault":
        return "was played to its end" if result.end == "complete" else "only stops"
    return f"player {result.player} ended ({result.reason})"


def _seats(text: Text) -> range:
    """The seats of an arbiter's log: as many as players are announced, or have lines."""
    announced = _PLAYERS.search(text.content)
    if announced is not None:
        return range(int(announced[1]))
    found = re.finditer(rf"^{MARK.pattern}", text.content, re.MULTILINE)
    return range(min(max((int(each[2]) for each in found), default=0), 3) + 1)


def _nothing(text: Text) -> Finding:
    why = "the log has no line but comments"
    return place(Finding(rule=file_codes.EMPTY, message=why), text, 0, 0)
