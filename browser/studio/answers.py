"""Responses to the page: a sheet's text, a board showing one round, and links between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ...formats import canonical_notation
from ...replayer.game import Game
from ...replayer.play.changes import ended_of
from ...replayer.play.going_on import Moment, standing
from ...replayer.replay.match import replay_round
from ...replayer.replay.round import RoundReplay
from ...replayer.replay.trajectory import Malformed, Trajectory, trajectories
from ...replayer.replay.view import masked, view
from ...replayer.rules import IllegalAction
from ...validation.outcome import Outcome
from ..document import (
    Line,
    Part,
    Shown,
    document_of,
    finding_values,
    outcomes_of,
    record_values,
    replay_values,
)
from ..written import actions_written, place_of
from .programs import acting, program_to_act
from .sheet import Sheet, playable

Values = dict[str, Any]


def answer(
    sheet: Sheet,
    record: int = 1,
    number: int = 1,
    moment: Moment | None = None,
    notice: str | None = None,
) -> Values:
    """Return the response that shows a round of a record at the given moment."""
    record = min(max(record, 1), len(sheet.outcomes))
    outcome = sheet.outcome(record)
    number = moment.round if moment is not None else _round(outcome, number)
    text, one, links, rounds = sheet.text, Values(), list[list[Any]](), list[Any]()
    if sheet.kept.seat is None:
        one = record_values(
            Shown(sheet.kept.name, outcome), part=Part(number, drawn=sheet.drawn(record, number))
        )
        links, rounds = list(_links(outcome, number)), list(_starts(outcome))
    else:
        text, one = _hidden(sheet, outcome, number)
    return {
        "sheet": sheet.values(record),
        "text": text,
        "board": document_of([one]),
        "unlisted": _count(outcome) - len(one["findings"]) if sheet.kept.seat is None else 0,
        "place": None if moment is None else _place(moment),
        "links": links,
        "rounds": rounds,
        "records": [] if sheet.kept.seat is not None else _records(sheet),
        "notice": notice,
        **_what_next(sheet, outcome, moment),
    }


def _count(outcome: Outcome[Any]) -> int:
    """Return the number of findings, including unlisted ones."""
    return sum(each.left_out.count if each.left_out else 1 for each in outcome.unproven)


def _place(moment: Moment) -> Values:
    return {"round": moment.round, "path": list(moment.path), "step": moment.step}


def _round(outcome: Outcome[Any], number: int) -> int:
    """Return the nearest round that exists."""
    found = playable(outcome)
    if found is None:
        return 1
    game, record = found
    return min(max(number, 1), max(1, len(game.rounds(record))))


def under_way(outcome: Outcome[Any]) -> Moment | None:
    """Return the end of the last round if play can continue from it, or None."""
    found = playable(outcome)
    if found is None or outcome.is_wrong:
        return None
    game, record = found
    number = len(game.rounds(record))
    try:
        line = replay_round(game, record, number)
    except (IndexError, IllegalAction):
        return None
    last = line.steps[-1]
    if ended_of(game.rounds(record)[number - 1]) is not None:
        return None
    return Moment(number, (), len(line.steps) - 1) if acting(last) and not last.actions else None


def _what_next(sheet: Sheet, outcome: Outcome[Any], moment: Moment | None) -> Values:
    """Return the seats to act at the given moment, and whether another round can be dealt."""
    found, none = playable(outcome), Values(next=None, goes_on=False)
    if found is None:
        return none
    game, record = found
    none["goes_on"] = _goes_on(game, record)
    if moment is None:
        return none
    try:
        step = standing(game, record, moment).step
    except (IndexError, IllegalAction):
        return none
    if step.actions is None and not moment.path and ended_of(game.rounds(record)[moment.round - 1]):
        return none
    seats, program = acting(step), program_to_act(step, sheet.kept.levels)
    return none | {"next": {"seats": seats, "program": program} if seats else None}


def _goes_on(game: Game[Any, Any], record: Any) -> bool:
    """Return whether the last round is over but the match is not."""
    try:
        last = replay_round(game, record, len(game.rounds(record))).steps[-1]
    except (IndexError, IllegalAction):
        return False
    return last.over and game.rules(record).next_round(last.state) is not None


def _hidden(sheet: Sheet, outcome: Outcome[Any], number: int) -> tuple[str, Values]:
    """Return a seat's view of a record, both as text and as a record in a board document."""
    found = playable(outcome)
    seat = sheet.kept.seat
    assert found is not None
    assert seat is not None
    game, record = found
    known = view(game, record, seat)
    canonical = canonical_notation(game.name)
    text = canonical.write(known)
    (read,) = outcomes_of(text, canonical.id)
    line = replay_round(game, record, number)
    mask = masked(game.positions, game.rules(record), line, seat)
    main: Line = Trajectory(game, game.rules(record), known, _unnamed(mask))
    values: Values = {
        "label": sheet.kept.name,
        "notation": None,
        "findings": [finding_values(each) for each in read.findings],
        "texts": {},
    }
    return text, values | replay_values(game, known, [main], positions=True)


def _unnamed(replayed: RoundReplay[Any]) -> RoundReplay[Any]:
    """Return a replay without the names of variations, which may reveal what was hidden."""
    return replace(replayed, name=None, variations=tuple(map(_unnamed, replayed.variations)))


def _starts(outcome: Outcome[Any]) -> Iterator[list[int | None] | None]:
    """Yield the line and column where each round begins in the text, or None if unknown."""
    found = playable(outcome)
    if found is None:
        return
    game, record = found
    for index in range(len(game.rounds(record))):
        place = place_of(outcome.reading, f"/{game.rounds_field}/{index}", index + 1)
        yield place and [place.line, place.column]


def _records(sheet: Sheet) -> list[int | None]:
    """Return the lines where records begin (None if unknown), or nothing for a single record."""
    if len(sheet.outcomes) < 2:
        return []
    return [line for part in sheet.parts for line in part.begins()]


def _links(outcome: Outcome[Any], number: int) -> Iterator[list[Any]]:
    """Yield the line and column of each action of a round in the text, with its path and step."""
    found = playable(outcome)
    if found is None:
        return
    game, record = found
    for main in trajectories(game, record, [number]):
        if isinstance(main, Malformed):
            return
        above = place_of(outcome.reading, f"/{game.rounds_field}/{number - 1}", number)
        # For actions that are not written down, a notation gives the place of the whole round.
        whole = above and (above.line, above.column)
        for line in main.tree():
            yield from _of_line(outcome, line, whole)


def _of_line(
    outcome: Outcome[Any], line: Trajectory[Any, Any], whole: tuple[Any, Any] | None
) -> Iterator[list[Any]]:
    steps = {id(step): index for index, step in enumerate(line.steps)}
    for each in actions_written(outcome.reading, line):
        place = each.place
        if place.end_line is not None and (place.line, place.column) != whole:
            ends = (place.end_line, place.end_column)
            yield [place.line, place.column, *ends, list(line.path), steps[id(each.step)]]
