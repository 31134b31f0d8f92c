"""`noughts/blocks`: a game per line, a match per block; large files are split at empty lines."""

from collections.abc import Iterator

from kifu.formats.files.apart import at_empty_lines
from kifu.formats.interface.notation import Notation, Reading
from kifu.formats.text.lines import Places, blocks
from kifu.formats.text.text import Text

from .noughts import Record
from .words import Game, Stuck, written


def read(text: Text) -> Iterator[Reading[Record]]:
    for block in blocks(text):
        first, *games = block
        places = Places(text)
        try:
            if first.content != "noughts:":
                raise Stuck(text, first.start, first.end, "a match begins with `noughts:`")
            if not games:
                raise Stuck(text, first.end, first.end, "a match has at least one game")
            rounds = [
                Game(text, line, line.start, places).read(f"/rounds/{number}")
                for number, line in enumerate(games)
            ]
            yield Reading(NOTATION, [], Record(rounds=tuple(rounds)), place=places.place)
        except Stuck as stuck:
            yield Reading(NOTATION, [stuck.finding], whole=False)


def write(record: Record) -> str:
    return "\n".join(["noughts:", *map(written, record.rounds)]) + "\n"


NOTATION: Notation[Record] = Notation(
    id="noughts/blocks",
    title="text, a match per block",
    suffix=".txt",
    unsupported={},
    read=read,
    write=write,
    pieces=at_empty_lines,
    between="\n",
    description="noughts/blocks",
)
