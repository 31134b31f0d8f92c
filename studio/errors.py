"""What the studio refuses, as it tells the page."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from ..replayer.rules import IllegalAction


class Refused(Exception):
    """A call that is not carried out: one sentence, the status of HTTP, and more for the page."""

    def __init__(self, why: str, status: int = 422, **more: Any) -> None:
        super().__init__(why)
        self.status = status
        self.more = more


class Stale(Refused):
    """A call about a version of a sheet that is not the last one."""

    def __init__(self) -> None:
        super().__init__("this was changed elsewhere: it is shown anew", 409, stale=True)


@contextmanager
def refusing() -> Generator[None]:
    """Refuse what cannot be played, in the words of the rule that forbids it."""
    try:
        yield
    except IllegalAction as breach:
        rule = breach.rule
        raise Refused(str(breach), code=rule.code, name=rule.name) from None
    except (IndexError, ValueError) as why:
        raise Refused(str(why)) from None
