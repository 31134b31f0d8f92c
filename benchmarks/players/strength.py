"""How much better each level of player is than the one below, in duplicate deals with seats
rotated.

    python benchmarks/players/strength.py [--deals N] [--minutes M] [--playouts P] [--only GAME]
        [--write]

prints the table in docs/players.md, or writes it there; rows that are not measured stay as they
are. Each pair of levels plays N deals, or as many as it can in M minutes.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from kifu import replayer
from kifu.arena.players.duplicate import Edge, differences, edge
from kifu.arena.players.levels import ALL_SEEING, LEVELS, MONTE_CARLO, SEARCH, player
from kifu.arena.players.limit import Limit
from kifu.validation.beginning import begun

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
BEGINS, ENDS = "<!-- measured -->\n", "<!-- end -->\n"
GAMES = ("go", "goita", "leduc", "mighty", "planowanie")
ROUNDS = {"planowanie": 13}
"""The number of deals per match; one in other games, since the last deal decides who leads."""

OPTIONS: dict[str, dict[str, Any]] = {"go": {"size": 9, "komi": 6.5, "preset": "chinese"}}
SAME = ("go",)
"""Games that hide nothing, so that seeing all cards gives no advantage."""

SEARCHED = ("leduc",)
"""Games in which `search` plays all other levels."""

HEAD = [
    "| game | level | against | playouts | deals | points per deal | 95% interval | |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
]


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each pair")
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--only", choices=GAMES, action="append")
    parser.add_argument("--level", choices=LEVELS[1:], action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    for game in wanted.only or GAMES:
        for stronger, weaker in _pairs(game):
            if stronger in (wanted.level or LEVELS):
                found = edge(list(_measured(game, stronger, weaker, wanted)))
                row = _row(game, stronger, weaker, wanted.playouts, found)
                print(row, flush=True)
                if wanted.write:
                    _write(row)


def _pairs(game: str) -> Iterator[tuple[str, str]]:
    """Yield the levels that play each other: first the one that is expected to be better."""
    for weaker, stronger in pairwise(each for each in LEVELS if each != SEARCH):
        if stronger != ALL_SEEING or game not in SAME:
            yield stronger, weaker
    if game in SEARCHED:
        yield from ((SEARCH, each) for each in LEVELS if each != SEARCH)


def _measured(game: str, stronger: str, weaker: str, wanted: argparse.Namespace) -> Iterator[float]:
    """Yield the difference in each deal, in order."""
    end = monotonic() + 60 * wanted.minutes
    matches = -(-wanted.deals // ROUNDS.get(game, 1))
    play = partial(_match, game, stronger, weaker, wanted.playouts)
    with ProcessPoolExecutor(wanted.jobs) as pool:
        numbers = iter(range(matches))
        while some := list(islice(numbers, 2 * wanted.jobs)):
            for found in pool.map(play, some):
                yield from found
            if monotonic() > end:
                return


def _match(game: str, stronger: str, weaker: str, playouts: int, number: int) -> list[float]:
    players = [
        player(game, level, f"{number}/{level}", Limit(playouts)) for level in (stronger, weaker)
    ]
    both = players[0], players[1]
    record, rounds = begun(game, OPTIONS.get(game, {})), ROUNDS.get(game, 1)
    return list(differences(replayer.game(game), record, both, f"strength/{number}", rounds))


def _row(game: str, stronger: str, weaker: str, playouts: int, found: Edge) -> str:
    low, high = found.mean - found.margin, found.mean + found.margin
    said = "better" if found.certain else "worse" if found.mean < -found.margin else "not shown"
    spent = playouts if {MONTE_CARLO, SEARCH} & {stronger, weaker} else "–"
    figures = f"{found.deals:,} | {found.mean:+,.2f} | {low:+,.2f} to {high:+,.2f}"
    return f"| {game} | {stronger} | {weaker} | {spent} | {figures} | {said} |"


def _write(row: str) -> None:
    """Put a row into the page's table, replacing the row for the same players."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    table, _, after = rest.partition(ENDS)
    rows = {_key(each): each for each in table.splitlines()[len(HEAD) :]} | {_key(row): row}
    order = [(game, *pair) for game in GAMES for pair in _pairs(game)]
    lines = [*HEAD, *(rows[each] for each in order if each in rows)]
    text = "".join(f"{line}\n" for line in lines)
    PAGE.write_text(f"{before}{BEGINS}{text}{ENDS}{after}", "utf-8")


def _key(row: str) -> tuple[str, str, str]:
    _, game, stronger, weaker, *_ = (each.strip() for each in row.split("|"))
    return game, stronger, weaker


if __name__ == "__main__":
    main()
