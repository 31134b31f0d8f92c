"""The columns of the table of facts, the same for all games."""

from __future__ import annotations

from msgspec import Struct


class Column(Struct, frozen=True):
    """A column: its name, its SQL type, and its meaning."""

    name: str
    type: str
    meaning: str


CALLS = "STRUCT(player BIGINT, bid VARCHAR)[]"
DECLARATIONS = "STRUCT(player BIGINT, kind VARCHAR, what VARCHAR)[]"
JUDGED = (
    "STRUCT(player BIGINT, ply BIGINT, score DOUBLE, loss DOUBLE, accuracy DOUBLE,"
    " glyphs BIGINT[])[]"
)

COLUMNS = (
    Column("file", "VARCHAR", "the path of the file, as it was read; empty for a text"),
    Column("record", "BIGINT", "the number of the record in its file, from 1"),
    Column("line", "BIGINT", "the line of the file where its text begins, from 1"),
    Column("round", "BIGINT", "the number of the round in its record, from 1"),
    Column("game", "VARCHAR", "the name of the game"),
    Column("notation", "VARCHAR", "the ID of the notation"),
    Column("title", "VARCHAR", "the title of the record"),
    Column("start_time", "VARCHAR", "when the match began, as written"),
    Column("players", "VARCHAR[]", "the names of the players, in seat order"),
    Column("view", "BIGINT", "the player whose view the record is"),
    Column("options", "MAP(VARCHAR, VARCHAR)", "the options that differ from the default"),
    Column("result", "VARCHAR", "how the round ended, in the game's words"),
    Column("roles", "MAP(VARCHAR, BIGINT)", "the players with a special role, by role"),
    Column("points", "DOUBLE[]", "the points scored in the round, in seat order"),
    Column("winners", "BIGINT[]", "the players who won the round; empty if nobody did"),
    Column("bids", CALLS, "the calls of the auction, in order"),
    Column("declarations", DECLARATIONS, "what was declared, in order"),
    Column("judged", JUDGED, "the actions with evaluations or glyphs, in order"),
    Column("plies", "BIGINT", "the length of the round, in plies"),
    Column("codes", "VARCHAR[]", "the codes of the findings, sorted, each once"),
    Column("errors", "BIGINT", "the number of errors"),
)
"""The columns, in order. Players are numbered from 0, in seat order. Unknown values are NULL."""
