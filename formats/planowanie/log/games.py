"""Splits a long log into its games, so that only one is in memory at a time.

A game begins when a seat gets the deck again, or with the comments at its head. An `# end:` after a
game, and similar comments after it, still belong to that game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat

from ....findings.limits import LIMIT
from ...files.apart import joined
from ...files.line_reader import LineReader
from ...files.source import Unreadable, too_large
from ..protocol.comments import HEAD

_MARKED = re.compile(rb"[ \t]*>>[ \t]*([0-9]{1,3}):[ \t]*set_deck\b")
_UNMARKED = re.compile(rb"[ \t]*()set_deck\b")
_TELLING = (b"set_deck", b"#")
"""Only comments and lines that begin a game contain one of these."""
_LEAST = 32
"""The minimum size counted for a line, as even a short line takes this many bytes in memory."""
_END = re.compile(rb"#[ ]*end:")
_HEAD = re.compile(rf"#[ ]*(?:{HEAD})(?: [0-9]+)?:".encode())


def games(lines: LineReader, *, marked: bool = True) -> Iterator[tuple[int, bytes]]:
    r"""Yield the games in an arbiter's log, or in a seat's log, without marks.

    Each comes with the number of its first line.

    Raises Unreadable if one is longer than a game may be.

    >>> from kifu.formats.files.source import records_in
    >>> log = b"# seed: 1\n>> 0: set_deck A C\n<< 0: =\n<< 0: \n# seed: 2\n>> 0: set_deck A C\n"
    >>> [(number, game.count(b"\n")) for number, game in games(records_in(iter([log])))]
    [(1, 4), (5, 2)]
    """
    set_deck = _MARKED if marked else _UNMARKED
    game: list[tuple[int, bytes]] = []
    begun: set[bytes] = set()
    head: int | None = None
    end: int | None = None
    ended = False
    size = 0
    for number, line in lines:
        begins = set_deck.match(line) if b"set_deck" in line else None
        if begins is not None:
            seat = begins[1]
            if seat in begun:
                cut = next((at for at in (head, end) if at is not None), len(game))
                yield joined(game[:cut])
                game, begun, size = game[cut:], set[bytes](), 0
                ended = any(_END.match(each) for _, each in game)
            begun.add(seat)
        if line.startswith(b"#"):
            tells_end = _END.match(line) is not None
            if tells_end and begun and not ended:
                end = len(game)
            elif head is None and _HEAD.match(line):
                head = len(game)
            ended = ended or tells_end
        elif line.strip():
            head = end = None
        game.append((number, line))
        size += max(len(line), _LEAST)
        first = lines.ended + 1
        plain = lines.without(_TELLING)
        if plain:
            if not plain.isspace():
                head = end = None
            plain = plain[:-1]
            game.append((first, plain))
            size += sum(map(max, map(len, plain.split(b"\n")), repeat(_LEAST)))
        if size > LIMIT:
            raise Unreadable(too_large("the game", game[0][0]))
    if game:
        yield joined(game)
