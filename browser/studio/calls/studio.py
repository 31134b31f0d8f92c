"""Calls about the studio: list sheets, start a match, open a file."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct, field

from .... import replayer
from ....formats import notation as notation_of
from ....formats.interface import catalog
from ....replayer.game import Unsupported
from ....replayer.play.going_on import Moment
from ....replayer.replay.match import replay_round
from ..answers import Values, answer
from ..beginning import first_record, new_sheet
from ..desk import Desk
from ..errors import refusing
from ..games import (
    changed_options,
    option_values,
    option_words,
    panel_words,
    presets,
    titles,
    unnamed,
)
from ..going import play_of
from ..levels import levels, require_levels
from ..sheet import Level, Sheet


class New(Struct, kw_only=True, forbid_unknown_fields=True):
    """A new match; with a `seat`, only that seat's view is shown.

    `like` gives the sheet and the number of a record whose options are reused.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    levels: list[Level | None] = field(default_factory=list[Level | None])
    seat: int | None = None
    seed: str | None = None
    title: str | None = None
    players: list[str] | None = None
    like: tuple[str, int] | None = None


def choices() -> Values:
    """Return the games, with the levels of their programs, and the notations.

    All games are imported, so threads must not call this concurrently.
    """
    return {
        "games": [_game(name) for name in replayer.games()],
        "notations": [
            {"id": each.id, "game": each.game, "suffix": notation_of(each.id).suffix}
            for each in catalog.described().values()
        ],
    }


def overview(desk: Desk, offered: Values) -> Values:
    """Return the open sheets and notices, with the available choices."""
    notices, desk.notices = desk.notices, []
    sheets = [each.values() for each in desk.sheets]
    return {**offered, "sheets": sheets, "notices": notices, "folder": desk.folder}


def _game(name: str) -> Values:
    values: Values = {"name": name, "seats": 0, "options": {}, "presets": presets(name)}
    values["hides"] = replayer.game(name).has_views
    values["levels"] = levels(name)
    try:
        record = replayer.new_record(name)
        values["levels"] = levels(name, record)
        game = replayer.game(name)
        values["seats"] = game.rules(record).players
        # The form has no fields for lists of lists.
        options = option_values(game, record)
        values["options"] = {each: options[each] for each in options if not _nested(options[each])}
    except Unsupported:
        pass
    values["title"] = replayer.games()[name].title
    scenes = replayer.scenes(name)
    values["titles"] = titles(scenes)
    values["language"] = scenes.language
    values["players"] = unnamed(scenes, values["seats"])
    return values | {"words": option_words(name), "panel": panel_words(name)}


def _nested(value: Any) -> bool:
    kinds = (list, tuple)
    return isinstance(value, kinds) and any(isinstance(each, kinds) for each in cast("Any", value))


class Options(Struct, forbid_unknown_fields=True):
    """The options of a match that has not begun."""

    game: str
    options: dict[str, Any]


def seats_of(body: Options) -> Values:
    """Return the number of seats of a match with these options, and the levels of programs."""
    record = first_record(body.game, body.options)
    seats = replayer.game(body.game).rules(record).players
    return {"seats": seats, "levels": levels(body.game, record)}


def begin(desk: Desk, body: New) -> Values:
    """Start a new match."""
    options = body.options
    if body.like is not None:
        one = play_of(desk.sheet(body.like[0]), body.like[1])
        options = changed_options(one.game, one.record) | options
    require_levels(body.game, first_record(body.game, options), body.levels)
    more = (options, body.levels, body.seat, body.seed, body.title, body.players)
    sheet = desk.add(new_sheet(body.game, desk.folder, *more))
    return answer(sheet, moment=_end(sheet, 1, 1))


def opened(desk: Desk, name: str, data: bytes) -> Values:
    """Open a file dropped on the page."""
    sheet, notice = desk.open(name, data)
    return answer(sheet, notice=notice)


def _end(sheet: Sheet, record: int, number: int) -> Moment:
    """Return the end of a round's main line."""
    one = play_of(sheet, record)
    with refusing():
        line = replay_round(one.game, one.record, number)
        return Moment(number, (), len(line.steps) - 1)
