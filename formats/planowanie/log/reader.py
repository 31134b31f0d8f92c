"""Reads the log of one game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ....findings import Finding, Rule
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.cards import cards_of
from ....replayer.planowanie.check.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ....replayer.planowanie.game import GAME
from ....replayer.planowanie.record import Cards, Deal, Deck, Record, Result, Trick
from ....replayer.planowanie.rules import PlanowanieRules
from ....replayer.planowanie.state import Taken
from ....replayer.tricks import in_seats
from ... import codes as file_codes
from ...found import Found
from ...interface.notation import Notation, Reading, placed_later
from ...text.place import place
from ...text.text import Text
from .. import codes
from ..protocol.comments import Notes, notes_of
from ..protocol.conversation import Conversation, OpenDeal
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
    record = _build(game.talk, notes.header, result)
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
        return places.place(finding)

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


# The record


def _build(conversation: Conversation, header: Record, result: Result) -> Record:
    """Return the record of a game so far, given its conversation and its header."""
    deals = (_deal(conversation.rules, each, result.player) for each in conversation.deals)
    return replace(
        header,
        view=conversation.player(0) if conversation.own else None,
        deck=conversation.deck or Deck(),
        seats=conversation.players or 4,
        plan=conversation.plan or (),
        deals=tuple(deals),
        result=result,
    )


def _deal(rules: PlanowanieRules, deal: OpenDeal, at_fault: int | None) -> Deal:
    players = range(rules.players)
    clocks = tuple(_clocks(deal, player, player == at_fault) for player in players)
    known = {**deal.bids, **deal.declarations}
    return Deal(
        hands=tuple(_hand(rules, deal, player) for player in players),
        declarations=tuple(known.get(player) for player in players) if known else None,
        tricks=tuple(_tricks(rules, deal)),
        points=deal.state.points,
        clocks=clocks if any(clocks) else None,
    )


def _clocks(deal: OpenDeal, player: int, at_fault: bool) -> tuple[int | None, ...]:
    """Return the time a player had left before each question that was answered or timed out.

    If another player's fault ended the game, an open question is not part of the record, unless its
    time is impossible.
    """
    clocks = tuple(deal.clocks[player])
    if not at_fault:
        answered = (player in deal.bids) + len(deal.state.played_by(player))
        wrong = (each for each in clocks[answered:] if each is not None and each < 0)
        clocks = (*clocks[:answered], *wrong)
    return () if set(clocks) == {None} else clocks


def _hand(rules: PlanowanieRules, deal: OpenDeal, player: int) -> Cards:
    """Return a hand as it was dealt, or else the cards that were played from it."""
    if player in deal.hands:
        return deal.hands[player]
    order = {card: at for at, card in enumerate(cards_of(rules.deck.ranks, rules.deck.suits))}
    played = sorted(deal.state.played_by(player), key=lambda card: order.get(card, 0))
    return (*played, *(rules.deck.hidden,) * (rules.plan[deal.state.number].cards - len(played)))


def _tricks(rules: PlanowanieRules, deal: OpenDeal) -> list[Trick]:
    state = deal.state
    rows: list[tuple[Taken, int | None]] = [(each, each.winner) for each in state.tricks]
    if state.table:
        rows.append((Taken(state.lead, state.table, -1), None))
    return [
        Trick(lead=each.lead, cards=in_seats(rules.players, each.lead, each.cards), winner=winner)
        for each, winner in rows
    ]
