"""The time and memory used by `kifu convert` on an archive.

    python benchmarks/convert.py [MEGABYTES]

Some megabytes (by default 5) of canonical JSON, one match per line, are converted by one and by two
processes. For comparison, the same lines are only read, as records and by `json`. Time is processor
time; memory is the peak of the largest process, for all lines and for a quarter of them.
"""

import os
import statistics
import sys
import tempfile
from itertools import cycle, islice

from archives import is_compiled, lines

REPEATS, MATCHES, MEGABYTES = 3, 500, 5
TARGETS = {"goita": "goita/history", "mighty": "mighty/gibo", "planowanie": "planowanie/log"}
READ = "import kifu, pathlib, sys\nfor _ in kifu.read(pathlib.Path(sys.argv[1])): pass"
JSON = "import json, sys\nfor line in open(sys.argv[1], 'rb'): json.loads(line)"


def measured(command: list[str]) -> tuple[float, float]:
    """Return the processor time of a program and all that it starts, and its memory in MB."""
    quiet = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]  # losses are reported there
    process = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(game: str, size: int) -> None:
    """Measure each way in turn, and print medians."""
    data, _ = lines(game, MATCHES)
    texts = data.splitlines(keepends=True)
    count = size // (len(data) // len(texts))
    for name, number in (("one", 1), ("some", count // 4), ("all", count)):
        with open(f"{name}.jsonl", "wb") as stream:
            stream.writelines(islice(cycle(texts), number))
    convert = [sys.executable, "-m", "kifu", "convert", "--to", TARGETS[game], "--force"]
    convert += ["-o", "written", "-j"]
    ways = {
        "one process": [*convert, "1"],
        "two processes": [*convert, "2"],
        "reading alone": [sys.executable, "-c", READ],
        "json alone": [sys.executable, "-c", JSON],
    }
    turns = [
        {
            (way, name): measured([*command, f"{name}.jsonl"])
            for way, command in ways.items()
            for name in ("one", "all")
        }
        for _ in range(REPEATS)
    ]

    def median(way: str, name: str, which: int) -> float:
        return statistics.median(turn[way, name][which] for turn in turns)

    kind = "compiled" if is_compiled(game) else "plain Python"
    print(f"{game}/json to {TARGETS[game]}: {count} records, {size / 1e6:.0f} MB, {kind}")
    took = {way: median(way, "all", 0) - median(way, "one", 0) for way in ways}
    for way in ways:
        _, quarter = measured([*ways[way], "some.jsonl"])
        each, ratio = took[way] / count * 1e6, took[way] / took["reading alone"]
        memory = f"{median(way, 'all', 1):.0f} MB, for a quarter {quarter:.0f} MB"
        print(f"  {way:16}{each:8.0f} µs per record{ratio:8.2f} × reading alone   {memory}")


if __name__ == "__main__":
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else MEGABYTES
    with tempfile.TemporaryDirectory() as made:
        os.chdir(made)
        for each in TARGETS:
            measure(each, megabytes * 10**6)
