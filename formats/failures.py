"""Exceptions in a game's code, which become findings about one text or record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..findings import Finding
from ..findings.shown import visible
from ..replayer import codes as record_codes
from ..replayer.compiled import Stale
from ..replayer.discovery import BrokenPlugin, GameFails, culprit, fails, plugins, raised
from ..replayer.replay.round import Endless
from . import codes
from .files.line_reader import Skim
from .interface.notation import Unsound
from .text.place import place
from .text.text import Text

RULES = (codes.GAME_FAILS, record_codes.ENDLESS_ROUND)
"""The rules of findings about failures."""

_LONGEST = 500
"""The maximum length of a message: an exception may quote a whole record."""


def failure(game: str, error: Exception) -> Finding:
    """Return a finding, without a place, for an error of a game's code on a record or text.

    The error is raised again if it is not about the record: a package cannot be imported or is out
    of date, memory is exhausted, or only soundness is being checked.
    """
    is_of_import = isinstance(error, BrokenPlugin) and not isinstance(error, GameFails)
    if is_of_import or isinstance(error, Unsound | Stale | MemoryError):
        raise error
    if os.environ.get("KIFU_DEBUG"):
        from traceback import print_exception  # slow to import

        print_exception(error, file=sys.stderr)
    why = plugin_failure(game, error)
    if why is None:
        why = f"internal error: {raised(error)}; please report it"
    message = visible(f"{why} (KIFU_DEBUG=1 shows where)")
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 2]}…{message[-_LONGEST // 2 :]}"
    rule = record_codes.ENDLESS_ROUND if isinstance(error, Endless) else codes.GAME_FAILS
    return Finding(rule=rule, message=message)


def plugin_failure(game: str, error: Exception) -> BrokenPlugin | None:
    """Return an error from a game's code as a failure of its plug-in; None if no plug-in failed."""
    if isinstance(error, BrokenPlugin):
        return error
    found = culprit(error)
    if found is None and game in plugins():
        return fails(game, f"its code fails ({raised(error)})")
    return found


def placing(
    game: str, text: Text, places: Callable[[Finding], Finding | None]
) -> Callable[[Finding], Finding | None]:
    """Wrap `places` so that a failure always has a place, if only the whole text."""

    def placed(finding: Finding) -> Finding | None:
        try:
            found = places(finding)
        except Exception as error:
            found, finding = None, failure(game, error)
        if finding.rule in RULES and (found is None or found.line is None):
            return place(finding, text, 0, 0)
        return found

    return placed


class GuardedSkim:
    """A skimmer that stops before a line it fails on; `failed` is then the finding."""

    def __init__(self, skim: Skim, game: str) -> None:
        self._skim = skim
        self._game = game
        self.failed: Finding | None = None

    def __call__(self, block: bytes, start: int) -> tuple[int, int, int, int]:
        """Skim a block; if that fails, skim it line by line."""
        try:
            return self._skim(block, start)
        except Exception as error:
            self.failed = failure(self._game, error)
        at, *sums = start, 0, 0, 0
        while end := block.find(b"\n", at) + 1:
            try:
                passed, *counts = self._skim(block[at:end], 0)
            except Exception as error:
                self.failed = failure(self._game, error)
                break
            if passed != end - at:
                self.failed = None  # another line failed, and will get its turn
                break
            at, sums = end, [a + b for a, b in zip(sums, counts, strict=True)]
        else:
            self.failed = None  # the line that failed is still incomplete
        records, rounds, plies = sums
        return at, records, rounds, plies
