"""Reads the log of one game."""

from __future__ import annotations

import re

from ...findings import Finding
from ...replayer.planowanie import codes as game_codes
from ...replayer.planowanie.game import GAME
from ...replayer.planowanie.record import Record
from ...replayer.planowanie.shape import LEAST_PLAYERS, MOST_PLAYERS
from .. import codes as file_codes
from ..lines import Places
from ..notation import MOST, Notation, Reading
from ..place import place
from ..text import Text
from .dialogue import MARK, Dialogue
from .draft import Draft
from .header import header
from .proof import placed
from .referee import Referee, Stop

_PLAYERS = re.compile(r">>[ \t]*[0-9]+:[ \t]*set_players[ \t]+([2-4])\b")
_OF_THE_END = (game_codes.ENDS_EARLY, game_codes.WRONG_END, game_codes.VIEW_KNOWS_TOO_MUCH)


def read_game(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game from the log of a seat, or of an arbiter."""
    findings: list[Finding] = []
    places = Places(text)

    def report(finding: Finding) -> None:
        if len(findings) < MOST:
            findings.append(finding)

    dialogue = Dialogue(text, report)
    seats = None if own else _seats(text)
    referee = Referee(seats, Draft(places), dialogue.say)
    try:
        for exchange, answered in dialogue.seat_log() if own else dialogue.arbiter_log():
            if seats is not None and exchange.seat not in seats:
                why = f"seat {exchange.seat} is none: seats are 0 to {len(seats) - 1}"
                dialogue.say(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.line)
                raise Stop
            if answered:
                referee.answered(exchange)
            else:
                referee.sent(exchange)
    except Stop:
        pass  # why has been reported, or is for the check of the record to say
    draft = referee.draft
    last = dialogue.last
    if last is None:
        return Reading(notation, [_nothing(text)], whole=False)
    places.add("/result", last.start, last.end)
    seats_said = draft.seats or 4
    possible = LEAST_PLAYERS <= seats_said <= MOST_PLAYERS
    names, reasons = header(dialogue.comments, seats_said if possible else 0)
    view = (referee.me or 0) if own else None
    record = draft.record(names, view, referee.result(reasons))
    wrong = any(each.severity == "error" for each in findings)
    if wrong:
        # The game is not known to its end, but up to there it can be checked.
        found = (each for each in GAME.check(record) if each.rule not in _OF_THE_END)
        findings += (placed(each, record, places) for each in found)
        return Reading(notation, findings, whole=False)
    return Reading(notation, findings, record, place=lambda each: placed(each, record, places))


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
