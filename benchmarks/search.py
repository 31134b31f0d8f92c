"""How much search loses to a best reply, by simulations and training; and what search costs.

    pip install open_spiel
    python benchmarks/search.py [GAME] [--networks FOLDER] [--simulations 1,10,100,1000]
        [--seeds N] [--part playouts|others|networks|cost] [--write]

As in figure 3 of "Student of Games" (Science Advances, 2023): with each seed, a search is made at
each public state, given the searches that led there, and the exploitability of all policies
together is computed. The leaves of searches are played out at random 20 times, or judged by the
networks in a folder, as written by `kifu learn`. Beside it are CFR, CFR+ and
outcome-sampling MCCFR of OpenSpiel with as many visited states as all searches of a row together.

Numbers are thousandths of a point. Each row is printed, and with `--write` put into the tables and
the chart of docs/search.md, where other rows stay as they are.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from math import log10
from pathlib import Path
from typing import Any

from msgspec import Struct

from kifu import replayer
from kifu.arena.learning.checkpoint import load
from kifu.arena.players.strategy import NoStrategy
from kifu.arena.search.exploitability import exploited
from kifu.arena.search.growing import Growing
from kifu.arena.search.leaves import Leaves, Playouts
from kifu.arena.search.public import PublicState, PublicTree
from kifu.arena.search.resolving import Budget, Resolver
from kifu.validation.beginning import begun

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "search.md"
HEAD = (
    "| game | method | simulations | minimum | mean | maximum | visited states |",
    "| --- | --- | --- | --- | --- | --- | --- |",
)
PARTS = ["playouts", "others", "networks", "cost"]
ALIKE = {"leduc": "leduc_poker"}
"""Games of OpenSpiel with the same tree, which are faster than kifu's in OpenSpiel."""


class Row(Struct):
    """Exploitabilities in points, one per seed, and the mean number of visited states."""

    game: str
    method: str
    simulations: str
    found: list[float]
    visited: float

    @property
    def text(self) -> str:
        """The row of the table."""
        numbers = [1000 * each for each in (min(self.found), self._mean, max(self.found))]
        shown = " | ".join(f"{each:,.1f}" for each in numbers)
        visited = f"{self.visited:,.0f}" if self.visited else "–"
        return f"| {self.game} | {self.method} | {self.simulations} | {shown} | {visited} |"

    @property
    def _mean(self) -> float:
        return statistics.fmean(self.found)


def main() -> None:
    """Measure, and print or write the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="leduc")
    parser.add_argument("--networks", type=Path, default=Path("network"))
    parser.add_argument("--simulations", default="1,10,100,1000")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--part", choices=PARTS, action="append", help="all by default")
    wanted = parser.parse_args()
    parts = wanted.part or PARTS
    if parts != ["cost"]:
        print(*HEAD, sep="\n")
    tree = tree_of(wanted.game)
    for row in rows(wanted, parts, tree):
        print(row.text, flush=True)
        if wanted.write:
            write(row.text)
    if "cost" in parts:
        for line in costs(tree):
            print(line, flush=True)


def rows(wanted: argparse.Namespace, parts: Sequence[str], tree: PublicTree) -> Iterator[Row]:
    """Measure all parts but the cost."""
    amounts = [int(each) for each in wanted.simulations.split(",")]
    seeds, visits = range(wanted.seeds), list[float]()
    if "playouts" in parts or "others" in parts:
        for amount in amounts:
            made = [
                resolved(tree, Playouts(NoStrategy(), 20, str(seed)), amount, seed)
                for seed in seeds
            ]
            yield _row(wanted.game, "playouts", amount, made)
            visits.append(statistics.fmean(visited for _, visited in made))
    if "others" in parts:
        yield from others(wanted.game, visits, wanted.seeds)
    for path in sorted(wanted.networks.glob("network-*.npz")) if "networks" in parts else ():
        leaves: Leaves = load(str(path), replayer.game(wanted.game), begun(wanted.game, {}))
        name = f"self-play, {int(path.stem.removeprefix('network-')):,} games"
        alone = exploited(tree, lambda at, by=leaves: by.prior(tree, at)).exploitability
        yield Row(wanted.game, name, "none", [alone], 0)
        for amount in amounts:
            made = [resolved(tree, leaves, amount, seed) for seed in seeds]
            yield _row(wanted.game, name, amount, made)


def tree_of(game: str) -> PublicTree:
    """Return the public tree of a round under the usual rules."""
    rules = replayer.game(game).rules(begun(game, {}))
    return PublicTree(rules, rules.initial_state(), not replayer.game(game).has_views)


def _row(game: str, method: str, amount: int, made: Sequence[tuple[float, int]]) -> Row:
    found, visited = zip(*made, strict=True)
    return Row(game, method, f"{amount:,}", list(found), statistics.fmean(visited))


def resolved(tree: PublicTree, leaves: Leaves, amount: int, seed: int) -> tuple[float, int]:
    """Search at each public state; return the exploitability and the number of visited states."""
    resolvers = [Resolver(tree, each, leaves, Budget(amount), str(seed)) for each in (0, 1)]
    searches = dict[int, Growing]()

    def policy(at: PublicState) -> Sequence[float]:
        made = resolvers[at.player].search(at)
        searches[id(made)] = made
        return made.policy(made.places[at])

    found = exploited(tree, policy)
    return found.exploitability, sum(each.visited for each in searches.values())


# Other algorithms


def others(game: str, visits: Sequence[float], seeds: int) -> Iterator[Row]:
    """Measure OpenSpiel's solvers with as many visited states; only MCCFR depends on a seed."""
    spiel: Any = import_module("pyspiel")
    if game not in ALIKE:
        import_module("kifu.environments.open_spiel")
    there = spiel.load_game(ALIKE.get(game, f"kifu_{game}"))
    size = count(there.new_initial_state())
    length = statistics.fmean(_length(there) for _ in range(1000))
    solvers: list[tuple[str, Callable[[int], Any], float, int]] = [
        ("CFR", lambda _: spiel.CFRSolver(there), 2 * size, 1),
        ("CFR+", lambda _: spiel.CFRPlusSolver(there), 2 * size, 1),
        (
            "outcome-sampling MCCFR",
            lambda seed: spiel.OutcomeSamplingMCCFRSolver(there, seed=seed),
            2 * length,
            seeds,
        ),
    ]
    for name, solver, each, times in solvers:
        made = [_solved(there, solver(seed), each, visits) for seed in range(times)]
        for place, visited in enumerate(visits):
            found = [one[place] for one in made]
            yield Row(game, name, f"{round(visited / each):,} iterations", found, visited)


def _solved(there: Any, solver: Any, each: float, visits: Sequence[float]) -> list[float]:
    spiel: Any = import_module("pyspiel")
    found, done = list[float](), 0
    for visited in visits:
        while done < round(visited / each):
            if hasattr(solver, "evaluate_and_update_policy"):
                solver.evaluate_and_update_policy()
            else:
                solver.run_iteration()
            done += 1
        found.append(spiel.exploitability(there, solver.average_policy()))
    return found


def count(state: Any) -> int:
    """Return the number of states in a tree of OpenSpiel."""
    return 1 + sum(count(state.child(each)) for each in state.legal_actions())


def _length(there: Any) -> int:
    from random import choice

    state, length = there.new_initial_state(), 1
    while not state.is_terminal():
        state.apply_action(choice(state.legal_actions()))
        length += 1
    return length


# The cost of searches


def costs(tree: PublicTree) -> Iterator[str]:
    """Measure updates of information states a second, and how the cost of a search grows."""
    whole = Growing(tree, [tree.root], ([1.0], [1.0]), Playouts(NoStrategy(), 1, "0"), "0")
    whole.grow_all()
    best = 0.0
    for _ in range(5):
        before, began = whole.updates, time.process_time()
        for _ in range(100):
            whole.update()
        best = max(best, (whole.updates - before) / (time.process_time() - began))
    yield f"{best:,.0f} updates of information states a second\n"
    yield "| s | c | updates | states in the tree | states visited | ms | ns a state visited |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for amount, per_update in [(s, c) for s in (100, 300, 1000, 3000) for c in (1, 10)]:
        leaves, began = Playouts(NoStrategy(), 1, "0"), time.process_time()
        search = Growing(tree, [tree.root], ([1.0], [1.0]), leaves, "0")
        search.run(range(amount), per_update)
        spent = time.process_time() - began
        size = search.visited / search.iterations
        numbers = (amount, per_update, search.iterations, round(size), search.visited)
        shown = " | ".join(f"{each:,}" for each in numbers)
        yield f"| {shown} | {1000 * spent:,.0f} | {1e9 * spent / search.visited:,.0f} |"


# The page


def write(row: str) -> None:
    """Put a row into the page, in place of an earlier one."""
    text, mark = PAGE.read_text("utf-8"), "<!-- end -->\n"
    key = row.split(" | ")[:3]
    lines = text.splitlines(keepends=True)
    there = [number for number, each in enumerate(lines) if each.split(" | ")[:3] == key]
    if there:
        lines[there[0]] = f"{row}\n"
    else:
        lines.insert(lines.index(mark), f"{row}\n")
    PAGE.write_text("".join(lines), "utf-8")
    (DOCS / "search.svg").write_text(chart(lines), "utf-8")


WIDTH, HEIGHT, LEFT, RIGHT, BELOW = 700, 360, 60, 190, 40
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#888888")


def chart(lines: Sequence[str]) -> str:
    """Return a chart of the mean exploitability in Leduc poker by visited states."""
    series = dict[str, list[tuple[float, float]]]()
    for line in lines:
        cells = [each.strip() for each in line.strip().strip("|").split("|")]
        if cells[0] == "leduc" and cells[-1] != "–":
            at, mean = (float(cells[each].replace(",", "")) for each in (-1, 4))
            series.setdefault(cells[1], []).append((log10(at), log10(max(mean, 1))))
    points = [each for some in series.values() for each in some]
    low, high = (choose(at for at, _ in points) for choose in (min, max))
    top = max(height for _, height in points)

    def place(at: float, height: float) -> str:
        across = LEFT + (WIDTH - LEFT - RIGHT) * (at - low) / (high - low or 1)
        return f"{across:.0f},{HEIGHT - BELOW - (HEIGHT - BELOW - 20) * height / top:.0f}"

    drawn = list[str]()
    for number, (name, some) in enumerate(series.items()):
        colour, down = COLOURS[number % len(COLOURS)], 30 + 20 * number
        line = " ".join(place(*each) for each in sorted(some))
        drawn.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(f'<text x="{WIDTH - RIGHT + 10}" y="{down}" fill="{colour}">{name}</text>')
    for power in range(int(top) + 1):
        down = place(low, power).split(",")[1]
        drawn.append(f'<text x="{LEFT - 8}" y="{down}" text-anchor="end">{10**power:,}</text>')
    for power in range(int(low) + 1, int(high) + 1):
        across = place(power, 0).split(",")[0]
        drawn.append(f'<text x="{across}" y="{HEIGHT - 20}" text-anchor="middle">1e{power}</text>')
    drawn.append(f'<text x="{LEFT}" y="{HEIGHT - 4}">states visited by all searches</text>')
    drawn.append('<text x="4" y="14">thousandths of a chip</text>')
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f"\n{body}\n</svg>\n"
    )


if __name__ == "__main__":
    main()
