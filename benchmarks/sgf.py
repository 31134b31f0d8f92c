"""How many plies of Go in SGF kifu checks in a second, compared with sgfmill.

    pip install sgfmill
    python benchmarks/sgf.py [FOLDER]

The games are random ones with times, comments, marks and variations, or the legal ones in a folder.
sgfmill reads them and replays their main lines, but checks nothing. kifu vouches for games with
nothing to report (accept), as `kifu validate` does, and reads and checks all others (explain).
Only the plies of main lines are counted.
"""

import statistics
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from processor import spent

from kifu import formats
from kifu.formats.files.piece import Piece
from kifu.formats.files.reading import read_piece
from kifu.replayer.go.engine.engine import Table
from kifu.replayer.go.points import point
from kifu.validation.outcome import outcome

GAMES, MOVES, REPEATS = 50, 200, 7
SGF = formats.notation("go/sgf")
COMMENTS = (
    "This is joseki; the other way, at the third line, is too low here.",
    "Black is a little ahead.\nWhite must invade: \\[see below\\].",
    "Better late than never.",
)


def random_game(rng: Random) -> bytes:
    """Return a game with annotations and some variations."""
    names = f"PB[Player {rng.randrange(99)}]PW[Player {rng.randrange(99)}]"
    head = f"(;FF[4]CA[UTF-8]GM[1]SZ[19]KM[6.5]{names}DT[2026-11-27]RE[B+R]"
    return f"{head}{line(Table(19, 19), rng, MOVES)})\n".encode()


def line(table: Table, rng: Random, moves: int) -> str:
    """Return the rest of a game; every 50 moves, there is a variation."""
    nodes = list[str]()
    for left in range(moves, 0, -1):
        if left % 50 == 25:
            other, move = node(table, legal(table, rng), rng), legal(table, rng)
            rest = node(table, move, rng)
            table.move(table.turn, move)
            rest += line(table, rng, left - 1)
            if rest[:6] != other[:6]:
                return "".join(nodes) + f"\n({rest})\n({other})"
            return "".join(nodes) + rest
        move = legal(table, rng)
        nodes.append(node(table, move, rng) + ("\n" if left % 10 == 0 else ""))
        table.move(table.turn, move)
    return "".join(nodes)


def legal(table: Table, rng: Random) -> int:
    """Return a move that causes no findings."""
    while not table.copy().move(table.turn, move := rng.randrange(361)):
        pass
    return move


def node(table: Table, move: int, rng: Random) -> str:
    """Return a node with a move, the time left, and perhaps a comment or a mark."""
    colour, place = "BW"[table.turn], point(move % 19, move // 19)
    text = f";{colour}[{place}]{colour}L[{rng.randrange(1, 18000) / 10:g}]"
    if rng.random() < 0.2:
        text += f"C[{rng.choice(COMMENTS)}]"
    return text + (f"TR[{place}]" if rng.random() < 0.05 else "")


def sgfmill(games: list[bytes]) -> int:
    """Read and replay games with sgfmill, and return the number of plies."""
    sgf: Any = import_module("sgfmill.sgf")
    boards: Any = import_module("sgfmill.boards")
    plies = 0
    for data in games:
        game = sgf.Sgf_game.from_bytes(data)
        board = boards.Board(game.get_size())
        for each in game.get_main_sequence():
            if each.has_setup_stones():
                board.apply_setup(*each.get_setup_stones())
            colour, place = each.get_move()
            if colour is not None:
                plies += 1
            if place is not None:
                board.play(*place, colour)
    return plies


def accept(games: list[bytes]) -> None:
    """Vouch for games that are legal, if they are not unusual."""
    assert SGF.accept is not None
    for data in games:
        SGF.accept(data)


def explain(games: list[bytes]) -> None:
    """Read and check games."""
    for data in games:
        for each in read_piece(SGF, Piece(data)):
            assert not outcome(each).findings


def is_legal(data: bytes) -> bool:
    """Return whether there is one game with nothing to report, which sgfmill can read."""
    found = [outcome(each) for each in read_piece(SGF, Piece(data))]
    try:
        sgfmill([data])
    except ValueError:
        return False
    return len(found) == 1 and not found[0].findings


def main() -> None:
    """Print the speeds."""
    if sys.argv[1:]:
        paths = sorted(Path(sys.argv[1]).rglob("*.sgf"))
        games = [each for each in (path.read_bytes() for path in paths) if is_legal(each)]
    else:
        games = [random_game(Random(number)) for number in range(GAMES)]
    plies = sgfmill(games)
    ways: tuple[Callable[[list[bytes]], object], ...] = (sgfmill, accept, explain)
    turns = [[spent(partial(way, games)) for way in ways] for _ in range(1 + REPEATS)]
    # The first turn is a warm-up.
    took = [statistics.median(each) for each in zip(*turns[1:], strict=True)]
    assert SGF.accept is not None
    vouched = sum(SGF.accept(each) is not None for each in games)
    size = sum(map(len, games))
    print(f"{len(games)} games, {plies} plies, {size} bytes; {vouched} are vouched for")
    for way, seconds in zip(ways, took, strict=True):
        ratio = took[0] / seconds
        print(f"  {way.__name__:10}{plies / seconds:12,.0f} plies per second{ratio:10.1f} ×")


if __name__ == "__main__":
    main()
