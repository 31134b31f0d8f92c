"""How long kifu takes to start, compared with importing click alone.

    python benchmarks/start_up.py

Times are processor time.
"""

import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from processor import spent_by

from kifu import formats, replayer

REPEATS = 15
NOTATIONS = ("goita/json", "goita/history", "goita/table", "mighty/gibo", "planowanie/log")


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the commands to run, starting with the yardstick."""
    found = {"import click": ["-c", "import click"], "--version": ["-m", "kifu", "--version"]}
    for identifier in NOTATIONS:
        notation = formats.notation(identifier)
        record = replayer.game(notation.game).generate(Random(1))
        parts = [record] if notation.parts is None else list(notation.parts(record).values())
        file = folder / f"{identifier.replace('/', '-')}{notation.suffix}"
        file.write_text(notation.write(parts[0]), encoding="utf-8")
        found[f"validate {identifier}"] = ["-m", "kifu", "validate", str(file)]
    return found


def main() -> None:
    """Time all commands in turn, and print medians."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = commands(Path(folder))
        times: dict[str, list[float]] = {name: [] for name in chosen}
        for _ in range(REPEATS):
            for name, arguments in chosen.items():
                times[name].append(spent_by([sys.executable, *arguments]))
    yardstick = times["import click"]
    for name, spent in times.items():
        ratio = statistics.median(a / b for a, b in zip(spent, yardstick, strict=True))
        print(f"{name:26}{statistics.median(spent) * 1000:7.0f} ms{ratio:7.2f} ×")


if __name__ == "__main__":
    main()
