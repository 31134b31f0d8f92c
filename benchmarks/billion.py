"""The cost of an archive of a billion records: measured on a few, and extrapolated.

    python benchmarks/billion.py [--write]

prints the table in docs/parallel.md, or writes it there. For each game, legal records, one per
line, are validated by one process; the start-up time is subtracted.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

from processor import spent_by

from kifu import formats, replayer
from kifu.replayer.goita.engine import engine

PAGE = Path(__file__).parents[1] / "docs" / "parallel.md"
BEGINS, ENDS = "<!-- measured -->\n", "<!-- end -->\n"
GAMES = ("goita", "leduc", "mighty", "planowanie")
DIFFERENT, SECONDS = 40, 1.5
"""How many different records there are, and how many seconds a run of repeated ones takes."""


def main() -> None:
    """Measure, and print or write the table."""
    rows = [_row(game) for game in GAMES]
    head = [
        "| one record per line | bytes per record | CPU seconds per million | TB per billion"
        " | core hours per billion |",
        "| --- | --- | --- | --- | --- |",
    ]
    kind = "compiled" if not engine.__file__.endswith(".py") else "in plain Python"
    said = f"Measured with Python {sys.version.split()[0]}, {kind}.\n\n"
    table = said + "".join(f"{line}\n" for line in [*head, *rows])
    if "--write" not in sys.argv:
        print(table, end="")
        return
    before, _, rest = PAGE.read_text("utf-8").partition(BEGINS)
    PAGE.write_text(f"{before}{BEGINS}{table}{ENDS}{rest.partition(ENDS)[2]}", "utf-8")


def _row(game: str) -> str:
    notation, rules = formats.notation(f"{game}/json"), replayer.game(game)
    records = (rules.generate(Random(f"billion/{each}")) for each in range(DIFFERENT))
    text = "".join(notation.texts(records)).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        path.write_bytes(text.partition(b"\n")[0] + b"\n")
        start = _seconds(path)
        times, seconds = 1, 0.0
        while seconds < SECONDS:
            times *= 16 if seconds < SECONDS / 16 else round(1.5 * SECONDS / seconds)
            path.write_bytes(text * times)
            seconds = _seconds(path) - start
    size, million = len(text) / DIFFERENT, seconds / (times * DIFFERENT) * 1e6
    hours = million * 1000 / 3600
    return f"| {game} | {size:,.0f} | {million:,.1f} | {size / 1000:,.2f} | {hours:,.1f} |"


def _seconds(path: Path) -> float:
    """Return the processor time of a run."""
    command = [sys.executable, "-m", "kifu", "validate", "-q", "--isolated", "-j1", str(path)]
    return spent_by(command)


if __name__ == "__main__":
    main()
