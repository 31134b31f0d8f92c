"""Runs the command with hostile files, odd options, standard input and several inputs."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from msgspec import Struct

import kifu
from kifu.formats import described, detect
from kifu.replayer import games

from ..command import Kifu, Result
from .inputs import any_input
from .oracles import Fault, require
from .seeds import any_seed

MEMORY = 2 * 2**30
"""The address space that a command may use, in bytes."""

STATUSES = (0, 1, 2)


class Run(Struct, frozen=True):
    """A command line, the files in its folder, and its standard input.

    If `again` is set, the command runs twice and must give the same output; a number is the hash
    seed of a fresh interpreter for the second run.
    """

    arguments: Sequence[str]
    files: Mapping[str, bytes]
    stdin: bytes = b""
    again: str = ""


ODD = (
    "-1",
    "0",
    "1",
    "2",
    "3",
    "99",
    "9" * 30,
    "x",
    "",
    "１",
    "1.2",
    "1.1.1",
    "-",
    "é\x1b[31m",
    "nan",
)
NAMES = (
    "a.json",
    "b.jsonl",
    "c.log",
    "d.gibo",
    "e",
    "ご\x1b[1m\n.yaml",
    "f.json.gz",
    "sub/g.json",
    "-h",
)


def any_run(rng: Random) -> Run:
    """Make a command line with its files."""
    files = {name: _content(rng) for name in rng.sample(NAMES, rng.choice((1, 1, 1, 2, 3)))}
    if rng.random() < 0.1:
        files["out"] = b"old"
    inputs = [f"./{each}" for each in files if each != "out"]
    inputs = rng.choice(
        (inputs, inputs, inputs, inputs[:1], ["-"], ["."], [*inputs, "-"], ["none"])
    )
    arguments = rng.choice(_WAYS)(inputs, rng)
    if rng.random() < 0.1:
        arguments.insert(rng.randrange(1, len(arguments) + 1), rng.choice((*ODD, "--nonsense")))
    again = rng.choice((*("" for _ in range(15)), "yes", "yes", "yes", "yes", "7"))
    return Run(arguments, files, _content(rng) if "-" in arguments else b"", again)


def _content(rng: Random) -> bytes:
    return any_seed(rng).data if rng.random() < 0.4 else any_input(rng).data


def _notation(rng: Random) -> str:
    return rng.choice((*described(), *described(), "goita/none", "", "json"))


def _maybe(rng: Random, *words: str) -> list[str]:
    return list(words) if rng.random() < 0.3 else []


def _place(rng: Random) -> list[str]:
    """Return options that select a position."""
    found = _maybe(rng, "--round", rng.choice(ODD)) + _maybe(rng, "--record", rng.choice(ODD))
    return found + _maybe(rng, "--variation", rng.choice(ODD))


def _ply(rng: Random) -> list[str]:
    return ["--ply", rng.choice((*ODD, *map(str, range(12))))]


def _written(rng: Random) -> list[str]:
    return _maybe(rng, "-o", "out") + _maybe(rng, "--force")


def _style(rng: Random) -> list[str]:
    return _maybe(rng, "--output-format", rng.choice(("json", "json", "text", "csv", "table")))


def _validate(inputs: Sequence[str], rng: Random) -> list[str]:
    more = _maybe(rng, "--strict") + _maybe(rng, "-v") + _maybe(rng, "--allow-empty")
    named = _maybe(rng, "--format", _notation(rng)) + _maybe(rng, "--duplicates")
    return ["validate", *_style(rng), *more, *named, *_maybe(rng, "--suggest", "3"), *inputs]


def _convert(inputs: Sequence[str], rng: Random) -> list[str]:
    more = _maybe(rng, "--from", _notation(rng)) + _maybe(rng, "--join") + _maybe(rng, "--strict")
    folder = _maybe(rng, "-d", "folder")
    return ["convert", "--to", _notation(rng), *more, *folder, *_written(rng), *inputs]


def _diff(inputs: Sequence[str], rng: Random) -> list[str]:
    which = _maybe(rng, "--record", rng.choice(ODD)) + _maybe(rng, "--other-record", "1")
    return ["diff", *_style(rng), *which, *inputs[:1], *inputs[-1:]]


def _replay(inputs: Sequence[str], rng: Random) -> list[str]:
    at = _ply(rng) if rng.random() < 0.5 else []
    return ["replay", *_style(rng), *_place(rng), *at, *inputs[:1]]


def _textconv(inputs: Sequence[str], rng: Random) -> list[str]:
    return ["textconv", *_maybe(rng, "--format", _notation(rng)), *inputs[:1]]


def _legal(inputs: Sequence[str], rng: Random) -> list[str]:
    why = _maybe(rng, "--why", _action(rng))
    return ["legal", *_style(rng), *_place(rng), *_ply(rng), *why, *inputs[:1]]


def _branch(inputs: Sequence[str], rng: Random) -> list[str]:
    actions = [_action(rng) for _ in range(rng.randrange(4))]
    name = _maybe(rng, "--name", rng.choice(ODD))
    return ["branch", *_place(rng), *_ply(rng), *name, *_written(rng), *inputs[:1], *actions]


def _action(rng: Random) -> str:
    return rng.choice((*ODD, "81", "0", "call", "raise", "fold", "♠A", "AS", "pass", "redeal"))


def _view(inputs: Sequence[str], rng: Random) -> list[str]:
    player = rng.choice((*ODD, "0", "1", "2", "3"))
    target = _maybe(rng, "--to", _notation(rng))
    return ["view", "--player", player, *target, *_written(rng), *inputs[:1]]


def _deals(inputs: Sequence[str], rng: Random) -> list[str]:
    player = _maybe(rng, "--player", rng.choice(("0", "1", "2", "3", "4", "x")))
    how = rng.choice(
        ([], ["--count"], ["--sample", "2", "--seed", "2"], ["--sample", "1", "--seed", "x"])
    )
    at = _ply(rng) + _maybe(rng, "--round", rng.choice(ODD))
    return ["deals", *at, *player, *how, *_maybe(rng, "--to", _notation(rng)), *inputs[:1]]


def _rate(inputs: Sequence[str], rng: Random) -> list[str]:
    numbers = ("--prior", "--draw", "--advantage", "--confidence")
    odd = _maybe(rng, rng.choice(numbers), rng.choice((*ODD, "0.5", "1e-6", "4000", "inf")))
    return ["rate", *_style(rng), *odd, *_maybe(rng, "--to", "bayeselo-pgn"), *inputs]


def _facts(inputs: Sequence[str], rng: Random) -> list[str]:
    style = _maybe(rng, "--output-format", rng.choice(("csv", "jsonl", "json", "x")))
    return ["facts", *style, *_maybe(rng, "--format", _notation(rng)), *_written(rng), *inputs]


def _others(inputs: Sequence[str], rng: Random) -> list[str]:
    """Make a command that does not read a file."""
    match rng.randrange(4):
        case 0:
            target = _maybe(rng, "--to", _notation(rng))
            seed = ["--seed", rng.choice(ODD)]
            return ["generate", rng.choice((*games(), "x")), "-n", "2", *seed, *target]
        case 1:
            return ["rule", *_style(rng), rng.choice((*ODD, "G104", "g104", "goita-king"))]
        case 2:
            return ["schema", rng.choice((*described(), *ODD, "replay"))]
        case _:
            return [rng.choice(("formats", "arbiter", "tournament", "--version", "nonsense"))]


_WAYS: tuple[Callable[[Sequence[str], Random], list[str]], ...] = (
    *(_validate, _validate, _validate, _convert, _convert, _convert),
    *(_diff, _diff, _replay, _replay, _textconv),
    *(_legal, _branch, _view, _view, _deals, _rate, _facts, _others),
)  # fmt: skip


# Properties that must hold


def judge_run(run: Run, folder: Path) -> None:
    """Run a command in its own folder; raise a Fault if a property does not hold."""
    result = _run(run, folder, {})
    _require_proper(run, result)
    _require_whole(run, folder, result)
    if run.arguments[0] == "validate":
        _require_as_api(run, folder, result)
    if run.again:
        environment = {"PYTHONHASHSEED": run.again} if run.again.isdigit() else {}
        other = _run(run, folder, environment)
        same = (result.status, result.stdout, result.err) == (other.status, other.stdout, other.err)
        require(same, "different", f"the second run gives {other}, not {result}")


def _run(run: Run, folder: Path, environment: Mapping[str, str]) -> Result:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    kifu_there = Kifu(folder, forks=True)
    kifu_there.write(run.files)
    memory = None if environment else MEMORY
    try:
        words = [os.fsencode(each) for each in run.arguments]
        return kifu_there(*words, stdin=run.stdin, environment=environment, memory=memory)
    except AssertionError as noise:
        raise Fault("crash", f"{run.arguments}: {noise}") from noise


def _require_proper(run: Run, result: Result) -> None:
    what = f"{run.arguments}: {result}"[:2000]
    require(result.status in STATUSES, "status", what)
    require("out of memory" not in result.err, "memory", what)
    lines = result.err.splitlines()
    if result.status == 2:
        prefixes = ("kifu: ", "Error: ")
        require(any(each.startswith(prefixes) for each in lines), "silent", what)
    for text in (result.err, _text(result, what)):
        odd = {each for each in text if not each.isprintable() and each not in "\n\t\r"}
        # Python considers this white space unprintable.
        odd -= {each for each in odd if each.isspace() and ord(each) >= 0xA0}
        require(not odd, "control", f"{odd} in {what}")
    if "json" in run.arguments and "--output-format" in run.arguments and result.stdout:
        try:
            json.loads(result.out)
        except ValueError as why:
            raise Fault("not JSON", f"{why} in {what}") from None


def _text(result: Result, what: str) -> str:
    try:
        return result.out
    except UnicodeDecodeError as why:
        raise Fault("improper", f"{why}: {what}") from None


def _require_whole(run: Run, folder: Path, result: Result) -> None:
    """Require that every file is whole, whether old or new, and that no other file is left."""
    left = {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}
    targets = {name for option, name in pairwise(run.arguments) if option in ("-o", "--output")}
    known = {"out", *run.files, *targets}
    strange = {each for each in left - known if not each.startswith("folder/")}
    require(not strange, "left", f"{strange} after {run.arguments}")
    for name, data in run.files.items():
        if name != "out":
            require((folder / name).read_bytes() == data, "changed", f"{name} by {run.arguments}")
    out = folder / "out"
    if result.status == 2 and run.arguments[0] not in ("convert", "facts"):
        old = run.files.get("out")
        now = out.read_bytes() if out.exists() else None
        require(now == old, "changed", f"out, by {run.arguments}, which failed: {result.err}")
    if run.arguments[0] == "convert":
        written = [folder / each for each in left if each.startswith("folder/") or each == "out"]
        target = run.arguments[run.arguments.index("--to") + 1] if "--to" in run.arguments else ""
        for each in written:
            _require_is(each, target, run)


def _require_is(path: Path, target: str, run: Run) -> None:
    """Require that the output is in the requested notation and can be read."""
    data = path.read_bytes()
    if data == run.files.get(path.name):
        return
    found = detect(data[:65536])
    name = None if found is None else found.id
    named = name is not None and target in (name, name.partition("/")[2])
    require(named, "written", f"{name} by {run.arguments}: {data[:300]!r}")
    readings = list(kifu.read(path))
    whole = bool(readings) and all(each.whole for each in readings)
    require(whole, "written", f"unreadable, by {run.arguments}: {data[:300]!r}")


def _require_as_api(run: Run, folder: Path, result: Result) -> None:
    """Require that the exit status agrees with the API's findings in the files."""
    paths = [each for each in run.arguments if each.startswith("./")]
    plain = {"--output-format", "json", "text", "-v", "validate", "--allow-empty", "--suggest", "3"}
    if result.status == 2 or not paths or set(run.arguments) - plain - set(paths):
        return
    try:
        found = [one for each in paths for one in kifu.validate(folder / each)]
    except kifu.RecordError:  # the command, unlike the API, recognises records by their names
        return
    wrong = any(each.severity == "error" for each in found)
    require(result.status == int(wrong), "status", f"{result.status}, errors: {wrong}: {run}")
