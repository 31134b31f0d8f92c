"""Refused calls, which are reported to the page."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from ...arena.players.thinking import CalledOff
from ...replayer.play.going_on import CannotGoOn
from ...replayer.rules import IllegalAction


class Refused(Exception):
    """A refused call: a message, an HTTP status, and more values for the page."""

    def __init__(self, why: str, status: int = 422, **more: Any) -> None:
        super().__init__(why)
        self.status = status
        self.more = more


class Stale(Refused):
    """Raised if a call is about an older version of a sheet."""

    def __init__(self) -> None:
        super().__init__("the record was changed elsewhere and has been reloaded", 409, stale=True)


class Overtaken(Refused):
    """Raised if a call is about a moment that no longer exists or has changed since."""

    def __init__(self, why: str = "this position is no longer in the record") -> None:
        super().__init__(why, 409, overtaken=True)


@contextmanager
def refusing() -> Generator[None]:
    """Turn errors in play within the block into Refused, with the rule that forbids an action."""
    try:
        yield
    except IllegalAction as breach:
        rule = breach.rule
        raise Refused(str(breach), code=rule.code, name=rule.name) from None
    except CannotGoOn as why:
        refused = Refused(str(why))
        if why.missing:
            refused.more["missing"] = why.missing
        raise refused from None
    except IndexError:
        raise Overtaken from None
    except CalledOff:
        raise Overtaken("this was cancelled") from None
    except ValueError as why:
        raise Refused(str(why)) from None
