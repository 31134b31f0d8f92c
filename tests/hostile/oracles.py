"""Properties that hold for any input: its results, time, memory, and what it preserves.

`judge` raises a Fault if a property does not hold. It uses only the public API.
"""

from __future__ import annotations

import io
import resource
import sys
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import kifu
from kifu import formats, replayer
from kifu.findings import Finding
from kifu.formats import CannotHold, Notation
from kifu.formats.files.source import Source, Unreadable
from kifu.formats.interface.notation import Counts
from kifu.formats.text.columns import visible
from kifu.replayer.game import Unsupported
from kifu.validation.outcomes import skimmed

from .inputs import Input

SECONDS, SECONDS_A_BYTE = 8.0, 0.001
"""The CPU time in seconds that examining an input may take, plus an allowance per byte."""
MEMORY, MEMORY_A_BYTE = 32 * 2**20, 1000
"""The memory in bytes that examining an input may take, plus an allowance per decompressed byte."""

SEVERITIES = ("error", "warning", "note")

T = TypeVar("T")


class Fault(Exception):
    """A property that does not hold: its `kind`, and what happened instead."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


def require(holds: bool, kind: str, what: str) -> None:
    """Raise a Fault unless a condition holds."""
    if not holds:
        raise Fault(kind, what)


Outcomes = list[kifu.Outcome[Any]]


def judge(one: Input) -> str:
    """Read an input, and query its records in every way.

    Return a digest of all results, which must be the same in every process.
    """
    with within_memory(one):
        outcomes = within_bounds(one, lambda: look(one))
    for each in outcomes:
        for finding in each.findings:
            require_proper(finding, one.data)
    if any(each.notation is not None and each.notation.skim for each in outcomes):
        require_skimmed(one, outcomes)
    seen, rng = shown(outcomes), Random(one.data)
    for each in outcomes[:5]:
        seen += within_bounds(one, lambda each=each: asked(each, rng))
    if one.thorough:
        require(shown(outcomes) == shown(look(one)), "different", "the second reading differs")
        for each in outcomes[:1]:
            seen += within_bounds(one, lambda each=each: suggested(each))
    return sha256(seen.encode("utf-8", "surrogatepass")).hexdigest()


@contextmanager
def refusals(kind: str, *allowed: type[Exception]) -> Generator[None]:
    """Ignore exceptions of exactly these types, and turn any other into a Fault."""
    try:
        yield
    except Fault:
        raise
    except Exception as error:
        if type(error) not in allowed:
            where = traceback.format_exc(limit=-3)
            raise Fault(kind, f"{type(error).__name__}: {error}\n{where}") from error


def within_bounds(one: Input, work: Callable[[], T]) -> T:
    """Do some work, within a time limit that depends on the length of the input."""
    began = time.process_time()
    done = work()
    took = time.process_time() - began
    most = SECONDS + SECONDS_A_BYTE * _unpacked_size(one.data)
    require(took <= most, "time", f"{took:.2f} s for {len(one.data)} bytes: at most {most:.2f} s")
    return done


@contextmanager
def within_memory(one: Input) -> Generator[None]:
    """Do some work, within a memory limit that depends on the length of the input.

    Only Linux can reset the peak; elsewhere, only memory use above the previous peak is noticed.
    """
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # see proc_pid_clear_refs(5)
    before = _most_memory()
    yield
    took, size = _most_memory() - before, _unpacked_size(one.data)
    most = MEMORY + MEMORY_A_BYTE * size
    require(took <= most, "memory", f"{took} bytes for {size} of input: at most {most}")


def _unpacked_size(data: bytes) -> int:
    """Return how many bytes can be read from an input, decompressed up to the limit."""
    try:
        return sum(len(line) + 1 for _, line in Source(io.BytesIO(data)).lines())
    except Unreadable:
        return len(data)


def _most_memory() -> int:
    """Return the peak memory of this process in bytes."""
    if sys.platform == "linux":
        status = Path("/proc/self/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    kilobytes = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * kilobytes


# Findings


def look(one: Input) -> Outcomes:
    """Return the outcomes of the records in an input, with their findings."""
    stream = io.BytesIO(one.data)
    stream.name = one.name
    found: Outcomes = []
    with refusals("crash", *([] if one.notation else [kifu.RecordError])):
        for each in kifu.outcomes(stream, one.notation):
            found.append(each)
            _ = each.findings, each.counts
    return found


def require_skimmed(one: Input, outcomes: Outcomes) -> None:
    """Raise a Fault if skimming hides a finding or gives different counts."""
    with refusals("crash"):
        found = list(skimmed(io.BytesIO(one.data), one.name, one.notation))
    told = [f for each in found if not isinstance(each, Counts) for f in each.findings]
    due = [finding for each in outcomes for finding in each.findings]
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    same = shown_findings(told) == shown_findings(due)
    due_counts = _total([each.counts for each in outcomes])
    require(same and _total(counts) == due_counts, "skimmed", "skimming gives a different result")


def _total(counts: Sequence[Counts | None]) -> tuple[int, int, int]:
    """Return the total numbers of records, rounds and plies."""
    some = [each for each in counts if each is not None]
    rounds, plies = sum(each.rounds for each in some), sum(each.plies for each in some)
    return sum(each.records for each in some), rounds, plies


def suggested(outcome: kifu.Outcome[Any]) -> str:
    """Return suggestions for an outcome, as text."""
    with refusals("crash"):
        return shown_findings(kifu.suggest(outcome))
    raise AssertionError


def shown(outcomes: Outcomes) -> str:
    """Return all visible details of outcomes, as text."""
    return "\n".join(f"{each.counts} {shown_findings(each.findings)}" for each in outcomes)


def shown_findings(findings: Sequence[Finding]) -> str:
    """Return all visible details of findings, as text."""
    return "\n".join(
        f"{each.line}:{each.column}-{each.end_line}:{each.end_column} {each.severity} {each.code} "
        f"{each.round} {each.ply} {each.pointer} {each.message} {each.fix} {each.suggestions}"
        for each in findings
    )


def require_proper(finding: Finding, data: bytes) -> None:
    """Raise a Fault if a finding would make no sense to people."""
    packed = data[:2] == b"\x1f\x8b" or data[:4] == b"\x28\xb5\x2f\xfd" or data[1:4] == b"*M\x18"
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
    line, column = finding.line, finding.column
    end = (finding.end_line, finding.end_column)
    require(finding.code not in ("F010", "R004"), "crash", f"{finding!r}: {finding.message}")
    proper = (
        finding.severity in SEVERITIES
        and bool(finding.message)
        and visible(finding.message) == finding.message
        and (line is None) == (column is None)
        and (line is None or (line >= 1 and (packed or line <= lines)))
        and (line is not None or finding.code in ("F001", "F004", "F005"))
        and (column is None or column >= 1)
        and (finding.round is None or finding.round >= 1)
        and (None in end or (line is not None and end >= (line, column)))
    )
    require(proper, "improper", f"{finding!r}")


# Queries about a record


def asked(outcome: kifu.Outcome[Any], rng: Random) -> str:
    """Make every kind of query about a record, and return the answers as text."""
    record = outcome.record
    if record is None:
        require(bool(outcome.findings), "passes", "there is no record, and nothing says why")
        return ""
    answers: list[Any] = []
    with refusals("crash", kifu.IllegalAction):
        replayed = kifu.replay(record)
        answers.append([(each.number, len(each.steps)) for each in replayed])
    player = rng.randrange(4)
    with refusals("crash", ValueError, kifu.IllegalAction, Unsupported):
        seen = kifu.view(record, player)
        require(kifu.view(seen, player) == seen, "changed", "a view of a view differs")
        answers.append(canonical_text(seen))
    with refusals("crash", ValueError, kifu.IllegalAction, IndexError, Unsupported):
        number, ply = rng.randrange(1, 4), rng.randrange(30)
        left = kifu.deals(record, rng.choice((None, player)), ply, number)
        answers.append(left.count())
        answers.append(canonical_text(left.sample(rng)))
    for target in formats.notations(replayer.game_of(record).name):
        with refusals("crash", CannotHold):
            answers.append(kifu.dumps(record, target.id).encode("utf-8"))
            answers.append(kifu.lost(record, target.id))
    if outcome.reading.whole:
        if outcome.errors:
            require_still_wrong(outcome)
        else:
            require_held(outcome)
    return repr(answers)


def canonical_text(record: Any) -> str:
    """Return a record in the canonical notation, or the reason why it cannot be written."""
    try:
        return kifu.dumps(record)
    except CannotHold as why:
        return str(why)


# What must be preserved


def require_held(outcome: kifu.Outcome[Any]) -> None:
    """Raise a Fault if a valid record cannot be written as canonical JSON, or is changed by it."""
    record, source = outcome.record, outcome.notation
    assert source is not None
    assert record is not None
    canonical = formats.canonical_notation(source.game)
    try:
        formats.lost(record, canonical)
    except CannotHold as why:
        raise Fault("refused", f"valid in {source.id}, but {why}") from None
    for target in formats.notations(source.game):
        try:
            loss = formats.lost(record, target)
        except CannotHold:
            continue
        there = sound_again(source, target, record)
        try:
            loss += formats.lost(there, source)
        except CannotHold:
            require(target.id != source.id, "refused", f"{source.id} can no longer hold it")
            continue
        back = sound_again(target, source, there)
        changed = set(formats.differences(source.game, record, back)) - declared(loss)
        way = f"{source.id} → {target.id} → {source.id}"
        require(not changed, "changed", f"{', '.join(sorted(changed))} via {way}")


def declared(loss: Sequence[str]) -> set[str]:
    """Return the names of losses."""
    return {each.partition(":")[0] for each in loss}


def sound_again(source: Notation[Any], target: Notation[Any], record: Any) -> Any:
    """Write a record in another notation and read it back, requiring that it is valid."""
    text = target.write(record)
    found = list(kifu.outcomes(text))
    names = [None if each.notation is None else each.notation.id for each in found]
    require(names == [target.id], "refused", f"{source.id} as {target.id} is read as {names}")
    (outcome,) = found
    wrong = "; ".join(f"{each.code} {each.message}" for each in outcome.errors)
    require(not wrong, "refused", f"valid in {source.id}, but not in {target.id}: {wrong}")
    return outcome.record


def require_still_wrong(outcome: kifu.Outcome[Any]) -> None:
    """Raise a Fault if a record that breaks its game's rules passes as canonical JSON."""
    assert outcome.notation is not None
    # Errors in the text alone disappear when the record is written.
    of_text = {(each.code, each.message) for each in outcome.reading.findings}
    of_play = [each for each in outcome.errors if (each.code, each.message) not in of_text]
    if not of_play:
        return
    try:
        text = kifu.dumps(outcome.record)  # pyright: ignore[reportArgumentType]
    except CannotHold:
        return
    # JSON can express that a game was stopped, which turns this into a warning.
    codes = {each.code for each in of_play}
    kept = [each for each in kifu.validate(text) if each.severity == "error" or each.code in codes]
    what = f"{of_play[0].code} ({of_play[0].message}) in {outcome.notation.id} is valid in JSON"
    require(bool(kept), "passes", what)
