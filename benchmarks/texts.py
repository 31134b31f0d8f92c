"""How fast legal records in other notations are checked, compared with an older kifu version.

    python benchmarks/texts.py OLDER [RECORDS]

OLDER is the folder of another version, for example extracted from `git archive VERSION`. Both check
the same texts, including JSON as other programs may write it.
"""

import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import kifu
from kifu import formats, replayer

REPEATS = 3
NOTATIONS = (
    "goita/history",
    "goita/table",
    "goita/yaml",
    "mighty/gibo",
    "planowanie/log",
    "planowanie/seat-log",
    "goita/json",
    "mighty/json",
    "planowanie/json",
)


def make(folder: Path, identifier: str, first: int, records: int) -> None:
    """Write random records in a notation, without those that it cannot hold.

    A file has ten records if the notation can hold several, otherwise one.
    """
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    folder.mkdir()
    several = notation.medium == "text"
    for number in range(first, first + records):
        record = game.generate(Random(f"texts/{number}"))
        if identifier == "planowanie/seat-log":
            record = kifu.view(record, 0)
        try:
            text = notation.write(record)
        except formats.CannotHold:
            continue
        if notation.medium == "json":
            text = json.dumps(dict(reversed(json.loads(text).items())), indent=1)
        name = f"{number // 10 if several else number}{notation.suffix}"
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write((notation.between if file.tell() else "") + text)


def check(folder: Path) -> None:
    """Check the files in a folder, which must have no errors."""
    for path in sorted(folder.iterdir()):
        stream = io.BytesIO(path.read_bytes())
        stream.name = path.name
        wrong = [each for each in kifu.validate(stream) if each.severity == "error"]
        assert not wrong, wrong


def time_check(warm_up: Path, folder: Path) -> None:
    """Print the processor time for checking a folder, after checking another as a warm-up."""
    check(warm_up)
    start = time.process_time()
    check(folder)
    print(time.process_time() - start)


def run_by(package: Path, script: str, *arguments: object) -> str:
    """Run a script in this folder with a version of kifu, and return its output."""
    with tempfile.TemporaryDirectory() as path:
        Path(path, "kifu").symlink_to(package)
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, script, *map(str, arguments)]
        done = subprocess.run(
            command, env=environment, check=True, stdout=subprocess.PIPE, encoding="utf-8"
        )
    return done.stdout


def main(older: Path, records: int) -> None:
    """Time both versions in turn, and print median processor times."""
    versions = older, Path(kifu.__file__).parent
    with tempfile.TemporaryDirectory() as path:
        for identifier in NOTATIONS:
            warm_up, folder = (Path(path, f"{identifier.replace('/', '-')}-{at}") for at in (1, 2))
            run_by(older, __file__, "make", warm_up, identifier, records, max(records // 10, 2))
            run_by(older, __file__, "make", folder, identifier, 0, records)
            held = (
                records
                if formats.notation(identifier).medium == "text"
                else len(list(folder.iterdir()))
            )
            pairs = [
                [float(run_by(each, __file__, "check", warm_up, folder)) for each in versions]
                for _ in range(REPEATS)
            ]
            before, after = map(statistics.median, zip(*pairs, strict=True))
            ratio = statistics.median(first / second for first, second in pairs)
            speeds = f"{held / before:10,.0f}{held / after:10,.0f} records per second"
            print(f"{identifier:22}{speeds}{ratio:8.1f} ×", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", folder, identifier, first, records]:
            make(Path(folder), identifier, int(first), int(records))
        case ["check", warm_up, folder]:
            time_check(Path(warm_up), Path(folder))
        case [older, *records]:
            main(Path(older).resolve(), int(records[0]) if records else 60)
        case _:
            sys.exit(__doc__)
