"""The usual statistics for a table of facts: counts, lengths, winners, declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ...replayer.points import as_number
from .database import VIEW, Database, all_of, of_conditions


class Length(Struct, frozen=True):
    """The number of rounds with this many plies."""

    plies: int
    rounds: int


class Result(Struct, frozen=True):
    """The number of rounds with this result; `result` is None if unknown."""

    result: str | None
    rounds: int


class Player(Struct, frozen=True):
    """A seat: its rounds with known winners, the rounds won, and its total points.

    `scored` is the number of these rounds with known points.
    """

    player: int
    rounds: int
    won: int
    points: int | float
    scored: int


class Points(Struct, frozen=True):
    """How many times a player scored this many points in a round."""

    points: int | float
    times: int


class Said(Struct, frozen=True):
    """How many times a bid was made."""

    bid: str
    times: int


class Declared(Struct, frozen=True):
    """How many times something was declared."""

    kind: str
    what: str
    times: int


class Role(Struct, frozen=True):
    """A role: its rounds with known points and winners, the rounds won, and its total points."""

    role: str
    rounds: int
    won: int
    points: int | float


class Accuracy(Struct, frozen=True):
    """A player, by name (by number if unnamed): the mean accuracy and loss of judged decisions."""

    player: str
    decisions: int
    accuracy: float
    loss: float | None


class Option(Struct, frozen=True):
    """The number of records with an option that differs from the default."""

    option: str
    value: str
    records: int


class Code(Struct, frozen=True):
    """The number of records and of rounds with a code."""

    code: str
    records: int
    rounds: int


class GameStatistics(Struct, frozen=True, kw_only=True):
    """The statistics for a game; `game` is None for records of unknown games.

    `wrong` is the number of rounds with errors. Lists are sorted by value or by count, most
    frequent first.
    """

    game: str | None
    records: int
    rounds: int
    plies: int
    wrong: int
    lengths: list[Length]
    results: list[Result]
    players: list[Player]
    roles: list[Role]
    points: list[Points]
    bids: list[Said]
    declarations: list[Declared]
    accuracies: list[Accuracy]
    options: list[Option]
    codes: list[Code]


_PARTS: dict[str, tuple[type[Struct], str]] = {
    "lengths": (
        Length,
        "SELECT game, plies, count(*) FROM chosen WHERE plies IS NOT NULL"
        " GROUP BY ALL ORDER BY plies",
    ),
    "results": (
        Result,
        "SELECT game, result, count(*) FROM chosen WHERE round IS NOT NULL"
        " GROUP BY ALL ORDER BY count(*) DESC, result",
    ),
    "players": (
        Player,
        "SELECT game, player, count(*), count_if(list_contains(winners, player)),"
        " coalesce(sum(points[player + 1]), 0), count(points[player + 1]) FROM (SELECT game,"
        " points, winners, unnest(range(coalesce(len(points), seats))) AS player FROM (SELECT *,"
        " max(coalesce(len(points), list_max(winners) + 1)) OVER (PARTITION BY game) AS seats"
        " FROM chosen WHERE winners IS NOT NULL)) GROUP BY ALL ORDER BY player",
    ),
    "roles": (
        Role,
        "SELECT game, part.key, count(*), count_if(list_contains(winners, part.value)),"
        " coalesce(sum(points[part.value + 1]), 0) FROM (SELECT game, points, winners,"
        " unnest(map_entries(roles)) AS part FROM chosen WHERE winners IS NOT NULL AND"
        " points IS NOT NULL) GROUP BY ALL ORDER BY count(*) DESC, part.key",
    ),
    "points": (
        Points,
        "SELECT game, each, count(*) FROM (SELECT game, unnest(points) AS each FROM chosen)"
        " WHERE each IS NOT NULL GROUP BY ALL ORDER BY each",
    ),
    "bids": (
        Said,
        "SELECT game, each.bid, count(*) FROM (SELECT game, unnest(bids) AS each FROM chosen)"
        " GROUP BY ALL ORDER BY count(*) DESC, each.bid",
    ),
    "declarations": (
        Declared,
        "SELECT game, each.kind, each.what, count(*)"
        " FROM (SELECT game, unnest(declarations) AS each FROM chosen)"
        " GROUP BY ALL ORDER BY each.kind, count(*) DESC, each.what",
    ),
    "accuracies": (
        Accuracy,
        "SELECT game, coalesce(nullif(players[each.player + 1], ''), each.player::VARCHAR) AS name,"
        " count(*), avg(each.accuracy), avg(each.loss)"
        " FROM (SELECT game, players, unnest(judged) AS each FROM chosen)"
        " WHERE each.accuracy IS NOT NULL GROUP BY ALL ORDER BY count(*) DESC, name",
    ),
    "options": (
        Option,
        "SELECT game, option.key, option.value, count(*) FROM (SELECT game,"
        " unnest(map_entries(options)) AS option FROM (SELECT DISTINCT game, file, record, options"
        " FROM chosen)) GROUP BY ALL ORDER BY option.key, count(*) DESC, option.value",
    ),
    "codes": (
        Code,
        "SELECT game, code, count(DISTINCT (file, record)), count(round) FROM (SELECT game, file,"
        " record, round, unnest(codes) AS code FROM chosen) GROUP BY ALL ORDER BY code",
    ),
}

_TOTALS = (
    "SELECT game, count(DISTINCT (file, record)), count(round), coalesce(sum(plies), 0),"
    " count(round) FILTER (errors > 0) FROM chosen GROUP BY game ORDER BY game NULLS LAST"
)


def statistics(database: Database, conditions: Sequence[str] = ()) -> list[GameStatistics]:
    """Return the statistics for each game, over the rounds that meet all conditions.

    Raises WrongQuestion if a condition cannot be evaluated; `check_condition` says which, and
    where.
    """
    chosen = f"WITH chosen AS (SELECT * FROM {VIEW} WHERE {all_of(conditions)}) "

    def answer(query: str) -> Iterator[tuple[Any, ...]]:
        return database.ask(chosen + query, of_conditions(chosen + query)).rows

    totals = list(answer(_TOTALS))
    parts: dict[str, dict[str | None, list[Any]]] = {}
    for name, (kind, query) in _PARTS.items():
        of_game = parts.setdefault(name, {})
        for game, *values in answer(query):
            of_game.setdefault(game, []).append(kind(*map(as_number, values)))
    return [
        GameStatistics(
            game=game,
            records=records,
            rounds=rounds,
            plies=plies,
            wrong=wrong,
            **{name: found.get(game, []) for name, found in parts.items()},
        )
        for game, records, rounds, plies, wrong in totals
    ]


def values(found: Sequence[GameStatistics]) -> dict[str, Any]:
    """Return the statistics as JSON, described by `statistics_schema`."""
    return {"version": 1, "games": msgspec.to_builtins(found)}


def statistics_schema() -> dict[str, Any]:
    """Return the JSON Schema for statistics, generated from their types.

    >>> statistics_schema()["title"]
    'Statistics of records'
    """
    (kind,), types = msgspec.json.schema_components([GameStatistics], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:kifu:schema:statistics",
        "title": "Statistics of records",
        "description": "The output of `kifu stats --output-format json`. Players are numbered from "
        "0.",
        "type": "object",
        "properties": {
            "version": {"description": "The version of this format.", "const": 1},
            "games": {"description": "Each game.", "type": "array", "items": kind},
        },
        "required": ["version", "games"],
        "additionalProperties": False,
        "$defs": types,
    }
