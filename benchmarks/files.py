"""What `kifu validate` costs a file, and to start.

    python benchmarks/files.py [FILES]

A folder of ordinary files, one record each in several lines, is checked by one process; what it
takes for a folder of one file is subtracted. Start-up is beside importing click alone. All times
are processor time, of user and system.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from kifu import formats, replayer

NOTATIONS = ("goita/json", "planowanie/json", "leduc/json", "mighty/json")
REPEATS, STARTS = 3, 15


def make(folder: Path, identifier: str, files: int) -> None:
    """Write a folder of random records, one a file."""
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    folder.mkdir()
    for number in range(files):
        text = notation.write(game.generate(Random(f"files/{number}")))
        (folder / f"{number}{notation.suffix}").write_text(text, encoding="utf-8")


def seconds(*arguments: object) -> float:
    """The processor time of one process of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *map(str, arguments)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def validate(path: Path) -> float:
    """The processor time of `kifu validate` for a file or folder, all of which is right."""
    return seconds("-m", "kifu.cli", "validate", path)


def each_file(folder: Path, files: int) -> None:
    """Print what a file costs."""
    for identifier in NOTATIONS:
        many, one = (folder / f"{identifier.replace('/', '-')}-{each}" for each in (files, 1))
        make(many, identifier, files)
        make(one, identifier, 1)
        validate(many)  # its bytes are in memory from now on
        costs = [(validate(many) - validate(one)) / (files - 1) for _ in range(REPEATS)]
        print(f"{identifier:22}{statistics.median(costs) * 1e6:8.0f} µs a file", flush=True)


def start_up(folder: Path) -> None:
    """Print what it costs to start, and to read one record."""
    commands: dict[str, tuple[object, ...]] = {"import click": ("-c", "import click")}
    for identifier in ("goita/json", "goita/history", "goita/table", "mighty/gibo"):
        alone = folder / f"start-{identifier.replace('/', '-')}"
        make(alone, identifier, 1)
        commands[identifier] = ("-m", "kifu.cli", "validate", *alone.iterdir())
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(STARTS):
        for name, command in commands.items():
            times[name].append(seconds(*command))
    yardstick = times["import click"]
    for name, spent in times.items():
        ratio = statistics.median(a / b for a, b in zip(spent, yardstick, strict=True))
        print(f"start: {name:15}{statistics.median(spent) * 1000:8.0f} ms{ratio:8.2f} ×")


def main(files: int) -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory() as path:
        start_up(Path(path))
        each_file(Path(path), files)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
