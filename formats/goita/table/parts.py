"""What stands in the tables of the 2015 proposal: matches, their rounds, and the names in these."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from ...text.lines import BETWEEN, LineOfText, lines, quoted, unquoted
from ...text.text import Text
from ..detect import HEAD, OF_TABLE
from .words import is_nearly_head, ordinal

if TYPE_CHECKING:
    from lark import Token

_PIECES = re.compile(r"[王玉飛角金銀馬香し裏]+\Z")
_PLAYERS = 4
_HEADLIKE = re.compile(r"p|.*hand\Z")

Player: TypeAlias = "dict[str, Token]"


class Table(Struct):
    """What could be read in the text of one round, and the offset at which it starts.

    `players` are the tokens of each player's line, by terminal; `columns` the names in the line
    `turn`, none where there are no turns; `rows` the tokens of each turn, its number first. The
    `cut` is the number of rows up to one that could not be read whole, None where all could.
    """

    start: int
    players: list[Player]
    columns: list[Token]
    rows: list[list[Token]]
    cut: int | None = None
    whole: bool = True

    def span(self, token: Token) -> tuple[int, int]:
        """The offsets of a token."""
        start = self.start + (token.start_pos or 0)
        return start, start + len(token)

    def lose_turns(self, strays: Sequence[int]) -> None:
        """Cut the rows at the first stray line that was a turn, as the number behind it shows.

        The stray lines are given by the number of rows before them.
        """
        from lark import Token

        for at in strays:
            behind = self.rows[at][0] if at < len(self.rows) else None
            if behind == ordinal(at + 2) and (self.cut is None or self.cut > at):
                self.rows.insert(at, [Token("ORDINAL", "", start_pos=0)])
                self.cut = at + 1
                return


def table_of(start: int, tree: Any) -> Table:
    """The table of a tree of the grammar, whose text begins at `start`."""
    _, *parts = tree.children
    players = [{token.type: token for token in line.children} for line in parts[:4]]
    columns = [name for line in parts[4:5] for name in line.children[1:]]
    return Table(start, players, columns, [line.children for line in parts[5:]])


def matches(text: Text) -> Iterator[list[LineOfText]]:
    """The lines of each match: a line `---` ends one, and so does the name of the next.

    A name stands behind an empty line. Otherwise it is a line of the table that is damaged.
    """
    match: list[LineOfText] = []
    apart = named = False
    for line in lines(text):
        if not line.content:
            apart = True
            continue
        is_head = HEAD.match(line.content) is not None
        if not is_head:
            named = apart and OF_TABLE.match(line.content) is None
        apart = False
        if BETWEEN.match(line.content):
            if match:
                yield match
            match = []
            continue
        if is_head and len(match) > 1 and named:
            title = match.pop()
            yield match
            match = [title]
        match.append(line)
    if match:
        yield match


def is_head_behind_first(lines: Sequence[LineOfText]) -> bool:
    """Whether the line `player hand` has changed places with that of player 0."""
    if len(lines) < 3:
        return False
    first, head, second = (each.content for each in lines[:3])
    return first.startswith("0.") and HEAD.match(head) is not None and second.startswith("1.")


def heads_of(match: Sequence[LineOfText]) -> list[int]:
    """Where the rounds begin: at the line `player hand`, or where player 0 stands without it."""
    found: list[int] = []
    for index, line in enumerate(match):
        before = match[index - 1].content if index else ""
        if index and is_head_behind_first(match[index - 1 : index + 2]):
            found += [index - 1] if found[-1:] != [index - 1] else []
        elif HEAD.match(line.content) or is_nearly_head(line.content):
            found.append(index)
        elif line.content.startswith("0.") and (not found or index - found[-1] > _PLAYERS):
            damaged = _HEADLIKE.match(before) and not OF_TABLE.match(before)
            found.append(index - 1 if damaged else index)
    return found


def _by_number(players: list[Player]) -> list[Player]:
    """Players in the order of their numbers, if each of them stands there once."""
    numbers = [player.get("SEAT", "") for player in players]
    in_order = sorted(numbers) == [f"{seat}." for seat in range(4)]
    return sorted(players, key=lambda player: player["SEAT"]) if in_order else players


def seated(players: list[Player], known: tuple[str, ...] | None) -> list[Player]:
    """Players who stand out of their order, by the names that are known, or else by number."""
    ordered, names = _by_number(players), known or ("",) * _PLAYERS
    agree = [sum(map(str.__eq__, names_in(each), names)) for each in (ordered, players)]
    return players if agree[1] > agree[0] else ordered


def names_in(players: Sequence[Player]) -> tuple[str, ...]:
    """The names that stand in the lines of players, "" where there is none."""
    return tuple(unquoted(player.get("NAME", "")) for player in players)


def names_of(tables: Sequence[Table]) -> tuple[str, ...] | None:
    """The name of each player that stands most often, None where players have none.

    It stands in the player's line, and above a column: they begin with the dealer. One name alone
    is none: it is a word too many.
    """
    found = [Counter[str | None]() for _ in range(4)]
    for table in tables:
        players = _by_number(table.players)
        for seat, player in enumerate(players):
            found[seat][unquoted(player["NAME"]) if "NAME" in player else None] += 1
        dealers = [seat for seat, player in enumerate(players) if "DEALER" in player]
        if len(dealers) == 1 and sum("NAME" in player for player in players) > 1:
            for column, name in enumerate(table.columns[:4]):
                found[(dealers[0] + column) % 4][unquoted(name)] += 1
    names = [max(each, key=lambda name: (each[name], name is not None)) for each in found if each]
    if sum(name is not None for name in names) < 2:
        return None
    return tuple(name or "" for name in names)


def written_name(name: str) -> str:
    """A name as one word, in quotes where it is not one or would pass for a hand."""
    return json.dumps(name, ensure_ascii=False) if _PIECES.match(name) else quoted(name)
