"""Reads the log of one game."""

from __future__ import annotations

import re

from msgspec.structs import replace

from ....findings import Finding
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.check.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ....replayer.planowanie.game import GAME
from ....replayer.planowanie.record import Record, Result
from ... import codes as file_codes
from ...found import Found
from ...interface.notation import Notation, Reading, placed_later
from ...text.place import place
from ...text.text import Text
from .. import codes
from ..protocol.comments import notes_of
from .builder import build
from .compare import REFUSALS
from .follow_on import Attempt, follow_on, may_follow
from .plain import plain_game
from .remarks import annotated
from .revoke_evidence import with_evidence

_REFUSAL = re.compile(r"(?<=\n)(?:<< [0-3]: )?\?(?=\n)")
"""A refusal without further text."""

_OF_THE_END = (game_codes.ENDS_EARLY, game_codes.WRONG_END, game_codes.VIEW_KNOWS_TOO_MUCH)


def read_game(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game from the log of an arbiter, or of a seat (its `own`)."""
    plain = plain_game(text.content, own)
    if plain is not None:
        place = placed_later(lambda: explained(text, notation, own))
        beside = tuple((REFUSALS, each[0]) for each in _REFUSAL.finditer(text.content))
        return Reading(notation, [], plain, place=place, beside=beside)
    return explained(text, notation, own)


def explained(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game line by line, and report everything that is wrong with its log."""
    game = Attempt(text, own)
    if game.dialogue.last is None:
        return Reading(notation, [_nothing(text)], whole=False)
    wrong, whole = Found(), game.followed and not game.findings.errors
    if not whole:
        wrong, game = follow_on(game)
    findings, places, conversation = game.findings, game.places, game.conversation
    players = conversation.players or 4
    possible = LEAST_PLAYERS <= players <= MOST_PLAYERS
    comments = [each.content for each in game.dialogue.comments]
    notes = notes_of(comments, game.dialogue.head or 0, players if possible else 0)
    if own and conversation.me is None:
        conversation.me = notes.seat
    elif own and notes.seat not in (None, conversation.me):
        at = next(at for at, each in enumerate(comments) if each.startswith("# seat"))
        notes.wrong[at] = f"`set_players` says that this is the log of seat {conversation.me}"
    result = game.comparison.result(notes)
    record = build(conversation, notes.header, result)
    remarks = [game.dialogue.comments[at].start for at in notes.remarks]
    first, last = game.dialogue.first or 0, game.dialogue.last or (0, 0)
    record = annotated(record, text.content, remarks, game.comparison.said, first, last[0])
    for at, why in notes.wrong.items():
        line = game.dialogue.comments[at]
        found = Finding(rule=codes.HEAD_DIFFERS, message=why)
        wrong.add(place(found, text, line.start, line.end))
    places.add("/result", *(game.dialogue.last or (0, 0)))
    if notes.end is not None:
        said = game.dialogue.comments[notes.end]
        places.add("/end_time", said.start, said.end)

    def placed(finding: Finding) -> Finding:
        # a record may say that its game was stopped, but a log just stops
        finding = replace(finding, severity=finding.rule.severity)
        return with_evidence(places.place(finding), finding, record, places)

    if not whole:
        # the end of the game is unknown, but the rest can be checked
        checked = [each for each in GAME.check(record).findings if each.rule not in _OF_THE_END]
        known = [each for each in map(placed, checked) if not may_follow(each, wrong)]
        return Reading(notation, [*wrong.all(), *findings.warnings, *known], whole=False)
    if notes.fault is not None and not notes.fits(result):
        why = f"the comment does not fit the game, which {_ending(result)}"
        game.dialogue.say(codes.FAULT_NOTE, why, game.dialogue.comments[notes.fault])
    beside = tuple(game.comparison.beside)
    return Reading(notation, [*wrong.all(), *findings.all()], record, place=placed, beside=beside)


def _ending(result: Result) -> str:
    """Return how a game ended, in words."""
    if result.end != "fault":
        return "was played to its end" if result.end == "complete" else "stops before its end"
    return f"player {result.player} ended early ({result.reason})"


def _nothing(text: Text) -> Finding:
    why = "the log has only comments"
    return place(Finding(rule=file_codes.EMPTY, message=why), text, 0, 0)
