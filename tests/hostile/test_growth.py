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


def test_quadratic_time_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, less in (("ENOUGH", 0.1), ("TOO_LITTLE", 0.02), ("AGAIN", 1)):
        monkeypatch.setattr(growth, name, less)

    def work(text: str, _: str | None) -> None:
        for at in range(len(text)):
            sum(range(at))

    ratio, _ = growth.growth(lambda length: length * "a", work, None)
    assert ratio > growth.RATIO
