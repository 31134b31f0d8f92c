"""Writers killed at a random moment: the old or the new target must be whole."""

from __future__ import annotations

import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec import Struct

from kifu.formats import canonical_notation
from kifu.formats.files.target import is_unfinished
from kifu.replayer import game, games

from ..command import Kifu
from .oracles import require
from .seeds import shorter

RECORDS = 100
"""The number of records to convert."""
SLOW = 60


class Kill(Struct, frozen=True):
    """A command that writes the file `out`, and when to kill it.

    It is killed `seconds` after it starts or, if `writing` is set, after it begins to write.
    """

    arguments: tuple[str, ...]
    source: bytes
    old: bytes | None
    writing: bool
    seconds: float


def any_kill(rng: Random) -> Kill:
    """Make a command that is killed at some moment."""
    name = rng.choice(list(games()))
    notation = canonical_notation(name)
    assert notation.compact is not None
    record = shorter(name, game(name).generate(rng), rng)
    old = b"old\n" if rng.random() < 0.5 else None
    out = rng.choice(("out", "out", "out.gz", "out.zst"))
    force = ["-o", out, *(["--force"] if old else [])]
    match rng.randrange(3):
        case 0:
            arguments = ["convert", "--to", notation.id, *force, "in.jsonl"]
            source = notation.compact(record) * RECORDS
        case 1 if game(name).has_views:
            arguments = ["view", "--player", "0", *force, "in.jsonl"]
            source = notation.compact(record)
        case _:
            arguments = ["generate", name, "-n", "60", "--seed", "1", *force]
            source = ""
    writing = rng.random() < 0.5
    seconds = rng.uniform(0, 0.03) if writing else rng.uniform(0.05, 1.0)
    return Kill(tuple(arguments), source.encode(), old, writing, seconds)


def judge_kill(kill: Kill, folder: Path) -> bool:
    """Kill a writer, then write again; raise a Fault if a property does not hold.

    Return whether it was killed before it finished.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run = Kifu(folder, forks=True)
    name = kill.arguments[kill.arguments.index("-o") + 1]
    run.write({"in.jsonl": kill.source, **({} if kill.old is None else {name: kill.old})})
    process = run.start(*kill.arguments, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + SLOW
    while kill.writing and process.poll() is None and time.monotonic() < deadline:
        if any(is_unfinished(each.name) for each in folder.iterdir()):
            break
    with suppress(subprocess.TimeoutExpired):
        process.wait(kill.seconds)
    process.kill()
    killed = process.wait() < 0
    target = folder / name
    found = target.read_bytes() if target.exists() else None
    arguments = [*kill.arguments, *([] if "--force" in kill.arguments else ["--force"])]
    result = run(*arguments)
    what = f"{kill.arguments}, killed {kill.seconds:.3f} s after it began (writing: {kill.writing})"
    require(result.status == 0, "status", f"{result}: {what}")
    new = target.read_bytes()
    require(found in (kill.old, new), "half", f"{found and found[:200]!r}: {what}")
    left = {each.name for each in folder.iterdir()} - {"in.jsonl", name}
    require(not left, "left", f"{left}: {what}")
    return killed
