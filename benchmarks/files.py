"""The cost per file of `kifu validate` on a folder.

    python benchmarks/files.py [FILES]

A folder of files, each with one record on several lines, is checked by one process. The time for a
folder of one file is subtracted. Times are processor time.
"""

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


def validate(path: Path) -> float:
    """Return the processor time of `kifu validate` for a file or folder without errors."""
    return spent_by([sys.executable, "-m", "kifu.cli", "validate", str(path)])


def each_file(folder: Path, files: int) -> None:
    """Print the cost per file."""
    for identifier in NOTATIONS:
        many, one = (folder / f"{identifier.replace('/', '-')}-{each}" for each in (files, 1))
        make(many, identifier, files)
        make(one, identifier, 1)
        validate(many)  # the files are cached in memory from now on
        costs = [(validate(many) - validate(one)) / (files - 1) for _ in range(REPEATS)]
        print(f"{identifier:22}{statistics.median(costs) * 1e6:8.0f} µs per file", flush=True)


def main(files: int) -> None:
    """Measure in a temporary folder."""
    with tempfile.TemporaryDirectory() as path:
        each_file(Path(path), files)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
