"""The cost per file of `kifu validate` on a folder.

    python benchmarks/files.py [FILES]

A folder of files, each with one record on several lines, is checked by one process, without a cache
and with the cache of an earlier run. The time for a folder of one file is subtracted. Times are
processor time.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from processor import spent_by

from kifu import formats, replayer

NOTATIONS = ("goita/json", "planowanie/json", "leduc/json", "mighty/json")
REPEATS = 3


def make(folder: Path, identifier: str, files: int) -> None:
    """Write a folder of random records, one per file."""
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    folder.mkdir()
    for number in range(files):
        text = notation.write(game.generate(Random(f"files/{number}")))
        (folder / f"{number}{notation.suffix}").write_text(text, encoding="utf-8")


def validate(path: Path, *more: str) -> float:
    """Return the processor time of `kifu validate` for a file or folder without errors."""
    return spent_by([sys.executable, "-m", "kifu.cli", "validate", str(path), *more])


def each_file(folder: Path, files: int) -> None:
    """Print the cost per file."""
    for identifier in NOTATIONS:
        many, one = (folder / f"{identifier.replace('/', '-')}-{each}" for each in (files, 1))
        make(many, identifier, files)
        make(one, identifier, 1)
        validate(many)  # from now on, the files are in memory, and in the cache
        checked, cached = (
            statistics.median(
                (validate(many, *more) - validate(one, *more)) / (files - 1) for _ in range(REPEATS)
            )
            * 1e6
            for more in (("--no-cache", "-j1"), ("-j1",))
        )
        ratio = f"{checked / cached:5.1f} times the cost with a cache ({cached:.0f} µs)"
        print(f"{identifier:22}{checked:8.0f} µs per file, {ratio}", flush=True)


def main(files: int) -> None:
    """Measure in a temporary folder."""
    with tempfile.TemporaryDirectory() as path:
        os.chdir(path)  # for the cache
        each_file(Path(path), files)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
