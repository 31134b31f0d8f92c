"""How long kifu takes to start, beside importing click alone.

    python benchmarks/start_up.py

The commands take turns, so that all see the same machine. What counts is the ratio.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from kifu import formats, replayer

REPEATS = 25


def commands(folder: Path) -> dict[str, list[str]]:
    """What is started: the yardstick first."""
    file = folder / "match.json"
    file.write_text(
        formats.notation("goita/json").write(replayer.game("goita").generate(Random(1)))
    )
    return {
        "import click": ["-c", "import click"],
        "kifu --version": ["-m", "kifu.cli", "--version"],
        "kifu validate FILE": ["-m", "kifu.cli", "validate", str(file)],
    }


def seconds(arguments: list[str]) -> float:
    """The wall time of one process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Time all commands in turn, and print medians."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = commands(Path(folder))
        times: dict[str, list[float]] = {name: [] for name in chosen}
        for _ in range(REPEATS):
            for name, arguments in chosen.items():
                times[name].append(seconds(arguments))
    yardstick = times["import click"]
    for name, spent in times.items():
        ratio = statistics.median(a / b for a, b in zip(spent, yardstick, strict=True))
        print(f"{name:20}{statistics.median(spent) * 1000:7.0f} ms{ratio:7.2f}")


if __name__ == "__main__":
    main()
