"""Failures found by an attack: each is a minimised case in a file that can be repeated."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from .commands import Run
from .inputs import Input
from .kinds import KINDS
from .oracles import Fault

SECONDS = 30.0
"""The time limit for minimising a case."""


def save(folder: Path, kind: str, case: Any, fault: Fault) -> Path:
    """Write a case to a file, so that it can be repeated, and return the path."""
    folder.mkdir(parents=True, exist_ok=True)
    content = msgspec.json.encode({"kind": kind, "fault": str(fault), "case": case})
    path = folder / f"{kind}-{fault.kind.replace(' ', '-')}-{sha256(content).hexdigest()[:10]}.json"
    path.write_bytes(content)
    return path


def load(path: Path) -> tuple[str, Any]:
    """Return the kind of a saved case, and the case."""
    values = msgspec.json.decode(path.read_bytes())
    return values["kind"], msgspec.convert(values["case"], KINDS[values["kind"]].case)


def repeated(kind: str, case: Any) -> Fault | None:
    """Judge a case in its own folder, and return its fault, if any."""
    folder = Path(tempfile.mkdtemp(prefix="kifu-hostile-"))
    try:
        KINDS[kind].judge(case, folder / "case")
    except Fault as fault:
        return fault
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return None


def smallest(kind: str, case: Any, fault: Fault) -> Any:
    """Minimise a case within a time limit, keeping a fault of the same kind."""
    if fault.kind == "hang":  # each retry would take as long
        return case
    deadline = time.monotonic() + SECONDS

    def still(other: Any) -> bool:
        if time.monotonic() > deadline:
            return False
        found = repeated(kind, other)
        return found is not None and found.kind == fault.kind

    if isinstance(case, Input):
        return replace(case, data=shortest(case.data, lambda each: still(replace(case, data=each))))
    if isinstance(case, Run):
        for name in case.files:
            one = case

            def with_content(data: bytes, name: str = name, one: Run = one) -> Run:
                return replace(one, files={**one.files, name: data})

            data = shortest(case.files[name], lambda each, make=with_content: still(make(each)))
            case = with_content(data)
    return case


def shortest(data: bytes, holds: Callable[[bytes], bool]) -> bytes:
    """Remove parts of the data for as long as a condition holds (`ddmin`)."""
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data):
            other = data[:at] + data[at + size :]
            if holds(other):
                data = other
            else:
                at += size
        size //= 2
    return data
