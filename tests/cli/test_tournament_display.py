"""When a tournament is shown as plain lines: without a terminal, or on a simple one."""

import io
import sys

import pytest

from kifu.arena.tournament.plan import Plan, Settings
from kifu.arena.tournament.standings import Score
from kifu.cli.arena.display import Lines, display


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "term", "lines"),
    [
        (None, "xterm", True),
        (io.StringIO(), "xterm", True),
        (Terminal(), "dumb", True),
        (Terminal(), "xterm", False),
    ],
)
def test_where_lines_are_shown(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None, term: str, lines: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", term)
    plan = Plan(settings=Settings(seed=1, random=1, time=1000), entrants={})
    with display(plan, 1, Score()) as shown:
        assert isinstance(shown, Lines) == lines
