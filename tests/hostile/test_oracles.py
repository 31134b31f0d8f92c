"""The oracles detect the faults they are meant to detect, which are planted here."""

import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu import formats
from kifu.formats import CannotHold
from kifu.formats.interface.notation import Counts

from ..campaign import in_a_campaign
from ..helpers import MODEL_A, goita
from . import oracles
from .found import load, repeated
from .inputs import Input
from .oracles import Fault, judge
from .worker import Worker

SOUND = Input(goita(MODEL_A).encode(), thorough=True)
outcomes = kifu.outcomes


def crashes(*arguments: Any) -> Iterator[Any]:
    raise ZeroDivisionError


def is_slow(*arguments: Any) -> Iterator[Any]:
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    return outcomes(*arguments)


def takes_memory(*arguments: Any) -> Iterator[Any]:
    assert bytes(range(256)) * 2**18
    return outcomes(*arguments)


LOOKS: list[object] = []


def differs(source: Any, *arguments: Any) -> Iterator[Any]:
    """Make every finding appear twice when an input is read a second time."""
    if isinstance(source, BytesIO):
        LOOKS.append(source)
    found = list(outcomes(source, *arguments))
    return iter(found * (1 + (len(LOOKS) == 2)))


def refuses(*arguments: Any) -> list[str]:
    raise CannotHold("no")


def changes(*arguments: Any) -> list[str]:
    return ["the title"]


def skims_all(*arguments: Any, **how: Any) -> Iterator[Any]:
    """Report one record, without looking at the file."""
    yield Counts(1, 1)


PLANTED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "crash": (kifu, "outcomes", crashes),
    "time": (kifu, "outcomes", is_slow),
    "memory": (kifu, "outcomes", takes_memory),
    "different": (kifu, "outcomes", differs),
    "skimmed": (oracles, "skimmed", skims_all),
    "refused": (formats, "lost", refuses),
    "changed": (formats, "differences", changes),
}


def plant(kind: str, patch: pytest.MonkeyPatch) -> None:
    LOOKS.clear()
    where, name, fault = PLANTED[kind]
    patch.setattr(where, name, fault)
    if kind == "time":
        patch.setattr("tests.hostile.oracles.SECONDS", 0.1)
        patch.setattr("tests.hostile.oracles.SECONDS_A_BYTE", 0)
    patch.setattr("tests.hostile.oracles.MEMORY", 2**23)


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge(SOUND)
    plant(kind, monkeypatch)
    with pytest.raises(Fault) as fault:
        judge(SOUND)
    assert fault.value.kind == kind


def test_a_wrong_record_that_passes_as_json_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Input(b"12345678,12345679,11112345,11112345,s1,118,2p,3p,4p,188\n")
    judge(wrong)

    def nothing(*arguments: Any) -> list[kifu.Finding]:
        return []

    monkeypatch.setattr(kifu, "validate", nothing)
    with pytest.raises(Fault, match="passes: G104"):
        judge(wrong)


def test_failures_are_saved_in_minimal_form_and_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant("crash", monkeypatch)
    worker = Worker(tmp_path, 0, 1, ["inputs"])
    worker.judged("inputs", SOUND)
    (path,) = tmp_path.glob("*.json")
    assert f"--repeat {path}" in capsys.readouterr().out
    kind, case = load(path)
    assert (kind, case.data) == ("inputs", b"")
    fault = repeated(kind, case)
    assert fault is not None
    assert fault.kind == "crash"
    monkeypatch.undo()
    assert repeated(kind, case) is None


@in_a_campaign
def test_an_input_that_differs_in_another_process_is_found(tmp_path: Path) -> None:
    worker = Worker(tmp_path, 0, 1, ["inputs"])
    worker.compare({"1": "another"})
    assert worker.counts["faults"] == 1
