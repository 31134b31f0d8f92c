"""Reads the log of one game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ....findings import Finding, Rule
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.check.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ....replayer.planowanie.game import GAME
from ....replayer.planowanie.record import Record, Result
from ... import codes as file_codes
from ...found import Found
from ...interface.notation import Notation, Reading, placed_later
from ...text.lines import Places
from ...text.place import place
from ...text.text import Text
from .. import codes
from ..protocol.comments import Notes, notes_of
from .builder import build
from .course import REFUSALS, Course
from .exchange import Line, Log, RawLine
from .follower import Follower
from .mending import may_follow, mend
from .plain import plain_game
from .remarks import annotated

_REFUSAL = re.compile(r"(?<=\n)(?:<< [0-3]: )?\?(?=\n)")
"""A refusal without further text."""

_OF_THE_END = (game_codes.ENDS_EARLY, game_codes.WRONG_END, game_codes.VIEW_KNOWS_TOO_MUCH)


def read_game(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game from an arbiter's log, or from a seat's `own` log."""
    plain = plain_game(text.content, own)
    if plain is not None:
        place = placed_later(lambda: explained(text, notation, own))
        beside = tuple((REFUSALS, each[0]) for each in _REFUSAL.finditer(text.content))
        return Reading(notation, [], plain, place=place, beside=beside)
    return explained(text, notation, own)


def explained(text: Text, notation: Notation[Record], own: bool) -> Reading[Record]:
    """Read a game line by line, and report everything that is wrong with its log."""
    log = Log(text, own)
    if log.first is None or log.last is None:
        why = "the log has only comments"
        empty = place(Finding(rule=file_codes.EMPTY, message=why), text, 0, 0)
        return Reading(notation, [empty], whole=False)
    game, mended = Follower(log), None
    if not _followed(game, log.lines):
        mended = mend(log)
        game = Follower(log)
        _followed(game, mended.lines)
    course = game.course or Course(text)
    places = course.places
    notes = _notes(log, game)
    result = game.result(notes)
    record = build(game.talk, notes.header, result)
    remarks = [log.comments[at].start for at in notes.remarks]
    record = annotated(record, text.content, remarks, course.said, log.first[0], log.last[0])
    wrong = Found() if mended is None else mended.findings
    for at, why in notes.wrong.items():
        wrong.add(_at(text, log.comments[at], codes.HEAD_DIFFERS, why))
    places.add("/result", *log.last)
    if notes.end is not None:
        places.add("/end_time", log.comments[notes.end].start, log.comments[notes.end].end)

    def placed(finding: Finding) -> Finding:
        # a record may say that its game was stopped, but a log just stops
        finding = replace(finding, severity=finding.rule.severity)
        return _with_evidence(places.place(finding), finding, record, places)

    if mended is None and notes.fault is None:
        game.note_loss()
    warnings = game.findings.warnings
    if mended is not None:
        # The end of the game is not known, but the game can be checked as far as it is.
        checked = [each for each in GAME.check(record).findings if each.rule not in _OF_THE_END]
        known = [each for each in map(placed, checked) if not may_follow(each, wrong)]
        return Reading(notation, [*wrong.all(), *warnings, *known], whole=False)
    if notes.fault is not None and not notes.fits(result):
        why = f"the comment does not fit the game, which {_ending(result)}"
        warnings.append(_at(text, log.comments[notes.fault], codes.FAULT_NOTE, why))
    beside = tuple(course.beside)
    return Reading(notation, [*wrong.all(), *warnings], record, place=placed, beside=beside)


def _followed(game: Follower, lines: Sequence[RawLine]) -> bool:
    """Follow a log as far as possible; return whether its end was reached."""
    return all(game.read(lines, at) for at in range(len(lines))) and game.finish()


def _notes(log: Log, game: Follower) -> Notes:
    """The contents of a log's comments, checked against its commands."""
    talk, comments = game.talk, [each.content for each in log.comments]
    players = talk.players or 4
    possible = LEAST_PLAYERS <= players <= MOST_PLAYERS
    notes = notes_of(comments, log.head, players if possible else 0)
    if log.own and talk.me is None:
        talk.me = notes.seat
    elif log.own and notes.seat not in (None, talk.me):
        at = next(at for at, each in enumerate(comments) if each.startswith("# seat"))
        notes.wrong[at] = f"`set_players` says that this is the log of seat {talk.me}"
    return notes


def _at(text: Text, line: Line, rule: Rule, why: str) -> Finding:
    return place(Finding(rule=rule, message=why), text, line.start, line.end)


def _ending(result: Result) -> str:
    """Return how a game ended, in words."""
    if result.end != "fault":
        return "was played to its end" if result.end == "complete" else "stops before its end"
    return f"player {result.player} ended early ({result.reason})"


def _with_evidence(placed: Finding, finding: Finding, record: Record, places: Places) -> Finding:
    """If a finding says that a suit was not followed, add the line of a seat's log that proves it.

    Only that player's own log shows the hand. In other logs, the card is seen when it is played.
    """
    player, view = finding.player, record.view
    if finding.rule is not game_codes.MUST_FOLLOW or player is None or view in (None, player):
        return placed
    _, _, deal, _, trick, *_ = (finding.pointer or "").split("/")
    tricks = record.deals[int(deal)].tricks
    offending = tricks[int(trick)]
    led = None if offending.lead is None else offending.cards[offending.lead]
    for number, later in enumerate(tricks[int(trick) + 1 :], start=int(trick) + 1):
        card = later.cards[player]
        if card is not None and led is not None and card[1] == led[1]:
            evidence = finding.but(pointer=f"/deals/{deal}/tricks/{number}/cards/{player}")
            line = places.place(evidence).line
            return placed.but(message=f"{placed.message} (line {line} plays {card})")
    return placed
