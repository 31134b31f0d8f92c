"""Finds everything wrong with a record of Go.

A game is replayed up to the first move that breaks a rule. After it, only words that are not moves
in any position are reported, and results that are impossible whatever is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import takewhile
from math import isfinite

from ....findings import Finding, Rule
from ...check import Place, check_remarks, check_variations
from ...game import Checked
from ...replay.round import RoundReplay, Step
from ...rules import CHANCE, IllegalAction
from .. import codes
from ..dates import wrong_date
from ..points import COLOURS, MOST, SETUP, actor, setting, size_in_words
from ..record import Record, Round, plies_in
from ..recorded import are_plain, replay
from ..rules import GoRules
from ..state import State
from .result import check_result

SMALLEST_HANDICAP = 2


def rules_of(record: Record) -> GoRules:
    """Return the rules of a record."""
    columns, rows = record.columns_and_rows
    return GoRules(
        columns=columns,
        rows=rows,
        komi=exact(record.komi) or Fraction(0),
        handicap=record.handicap,
        options=record.rules,
    )


def exact(number: float | None) -> Fraction | None:
    """Return a number of points, or None if it is unknown or not a number."""
    return Fraction(number) if number is not None and isfinite(number) else None


def wrong_size(record: Record) -> IllegalAction | None:
    """Return what is wrong with the size of the board, if anything."""
    columns, rows = record.columns_and_rows
    if 1 <= columns <= MOST and 1 <= rows <= MOST:
        return None
    size = size_in_words(columns, rows)
    why = f"a board cannot have {size}: it has 1 to {MOST}"
    return IllegalAction(codes.WRONG_SIZE, why)


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    rules = rules_of(record)
    found = list(check_header(record))
    ends = list[State | None]()
    for number, played in enumerate(record.rounds, start=1):
        end: State | None = None
        if wrong_size(record) is None:
            place = Place(number)
            try:
                start = rules.start(played.setup)
            except IllegalAction as breach:
                field = "/setup/position"
                found.append(place.finding(breach.rule, str(breach), field))
            else:
                found += check_handicap(record, played, start, place)
                play, end = _check_play(record, rules, played, start, place)
                found += play
        ends.append(end)
    return Checked(found, ends)


# The header


def check_header(record: Record) -> Iterator[Finding]:
    """Yield what is wrong with the size, the komi, the handicap and the date."""
    size, date = wrong_size(record), None if record.date is None else wrong_date(record.date)
    if size is not None:
        yield _of_record(size.rule, str(size), "/size")
    if record.komi is not None and 4 * record.komi % 1 != 0:
        why = f"{record.komi} is not a komi: expected whole, half or quarter points"
        yield _of_record(codes.WRONG_KOMI, why, "/komi")
    if record.handicap is not None and record.handicap < SMALLEST_HANDICAP:
        why = f"a handicap has at least {SMALLEST_HANDICAP} stones, not {record.handicap}"
        yield _of_record(codes.WRONG_HANDICAP, why, "/handicap")
    if date is not None:
        yield _of_record(date.rule, str(date), "/date")


def _of_record(rule: Rule, why: str, pointer: str) -> Finding:
    return Finding(rule=rule, message=why, pointer=pointer)


def check_handicap(record: Record, played: Round, start: State, place: Place) -> Iterator[Finding]:
    """Compare the handicap with the stones that are set up before the first move."""
    handicap = record.handicap
    if handicap is None or handicap < SMALLEST_HANDICAP:
        return
    rows = start.rows
    if any("W" in row for row in rows):
        return
    stones = sum(row.count("B") for row in rows)
    if not stones:
        stones = _stones_later(played)
        if stones in (0, handicap):
            why = f"the handicap is {handicap}, but the game starts with an empty board"
            yield _of_record(codes.HANDICAP_NOT_PLACED, why, "/handicap")
            return
    if stones != handicap:
        why = f"the handicap is {handicap}, but {stones} black stones are set up"
        yield place.finding(codes.HANDICAP_DIFFERS, why).but(pointer="/handicap", round=None)


def _stones_later(played: Round) -> int:
    """Count the black stones set up before the first move; return 0 if there are white ones."""
    later = takewhile(lambda each: actor(each) == CHANCE, played.actions)
    with suppress(ValueError):  # reported when the game is replayed
        found = [setting(each[len(SETUP) :]) for each in later]
        if not any(each.white for each in found):
            return len({point for each in found for point in each.black})
    return 0


# The play


def _check_play(
    record: Record, rules: GoRules, played: Round, start: State, place: Place
) -> tuple[list[Finding], State | None]:
    """Return what is wrong with a game, and its end if it was played to the end."""
    replayed, plain = replay(rules, played, start)
    last, found = replayed.last, list[Finding]()
    if plain < len(played.actions):
        line = RoundReplay(place.number, replayed.steps)
        found += check_remarks(rules, line, place)
        if last.breach is not None:
            found.append(_breach(last, last.breach, line.plies, place))
            found += _check_words(rules, played, last, place)
    end = last.state if last.breach is None else None
    found += check_result(record, played, end, place)
    is_plain = plain == len(played.actions)
    if played.variations and not (
        is_plain and are_plain(start.table, played.actions, 1, played.variations)
    ):
        main = RoundReplay(place.number, replayed.steps)
        found += check_variations(rules, main, played.variations, place)
    # After two passes, players may still disagree about dead stones and, for example, resign.
    return found, last.state if last.over and played.ended is None else None


def _check_words(
    rules: GoRules, played: Round, last: Step[State], place: Place
) -> Iterator[Finding]:
    """Yield the words after an illegal move that are not moves in any position.

    Only the first point off the board is reported: with a wrong size, there are many.
    """
    done, turn = last.state.table.done, last.state.table.turn
    is_off = last.breach is not None and last.breach.rule is codes.OFF_BOARD
    ply = plies_in(played.actions[:done])
    for at, word in enumerate(played.actions[done:], done):
        ply += not word.startswith(SETUP)
        player, wrong = rules.misspelt(last.state, turn, word)
        turn = _turn_set(word, turn) if player == CHANCE else 1 - player
        if wrong is None or at == done or (is_off and wrong.rule is codes.OFF_BOARD):
            continue
        is_off = is_off or wrong.rule is codes.OFF_BOARD
        field = f"/actions/{at}"
        fix = place.mended(field, wrong)
        yield place.finding(wrong.rule, str(wrong), field, ply=ply, player=player, fix=fix)


def _turn_set(change: str, turn: int) -> int:
    """Return whose turn it is after a change of the position, and `turn` if it does not say."""
    with suppress(ValueError):  # reported when the game is replayed
        colour = setting(change[len(SETUP) :]).turn
        return turn if colour is None else COLOURS.index(colour)
    return turn


def _breach(last: Step[State], breach: IllegalAction, plies: int, place: Place) -> Finding:
    ((player, _),) = (last.actions or {}).items()
    field = f"/actions/{last.state.table.done}"
    return place.finding(
        breach.rule,
        str(breach),
        field,
        ply=last.ply or plies or None,
        player=None if player == CHANCE else player,
        fix=place.mended(field, breach),
    )
