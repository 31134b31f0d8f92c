"""What the studio refuses, as it tells the page."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from ...arena.players.thinking import CalledOff
from ...replayer.play.going_on import CannotGoOn
from ...replayer.rules import IllegalAction


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


class Overtaken(Refused):
    """A call about a moment that is not there any more, or at which something was done since."""

    def __init__(self, why: str = "this moment is not in the record any more") -> None:
        super().__init__(why, 409, overtaken=True)


@contextmanager
def refusing() -> Generator[None]:
    """Refuse what cannot be played, in the words of the rule that forbids it."""
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
        raise Overtaken("this was called off") from None
    except ValueError as why:
        raise Refused(str(why)) from None
