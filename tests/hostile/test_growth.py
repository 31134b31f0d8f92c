"""A sample of `python -m tests.hostile.growth`."""

import pytest

from . import growth

SAMPLE = [
    (None, "' '", "detect"),
    ("planowanie/seat-log", "'a\\n' after", "read"),
    ("goita/yaml", "'log:\\n' repeated", "read"),
    ("leduc/json", "' ' between lines", "fix"),
    ("mighty/gibo", "' ' after", "suggest"),
]
"""Shapes that once took quadratic time, or nearly did."""


@pytest.mark.parametrize(("notation", "shape", "work"), SAMPLE)
def test_time_grows_with_the_length(notation: str | None, shape: str, work: str) -> None:
    made = dict(growth.shapes(notation))[shape]
    assert growth.is_bounded(shape, made, work, notation)


@pytest.mark.parametrize(("power", "is_bounded"), [(1, True), (2, False)])
def test_quadratic_time_is_noticed(
    monkeypatch: pytest.MonkeyPatch, power: int, is_bounded: bool
) -> None:
    """Times are made up here, as a busy machine would spoil real ones."""

    def seconds(_: growth.Work, text: str, __: str | None) -> float:
        return 1e-8 * float(len(text)) ** power

    monkeypatch.setattr(growth, "seconds", seconds)
    for name in ("ENOUGH", "TOO_LITTLE"):
        monkeypatch.setattr(growth, name, 1e-5)
    made = dict(growth.shapes(None))["'a'"]
    assert growth.is_bounded("a", made, "detect", None) == is_bounded
