"""The findings about a log, bounded, so that an error in every question hides no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from ....findings import Finding
from ...found import Found

LISTED = 10
"""The most warnings of one rule that are listed; the last one gives the number of the others."""


class BoundedFindings:
    """The findings about one game."""

    def __init__(self) -> None:
        self._errors = Found()
        self._found: list[Finding] = []
        self._warnings: Counter[str] = Counter()
        self._muted = False

    def add(self, finding: Finding) -> None:
        """Keep a finding, unless there are too many of its kind."""
        if self._muted:
            return
        if finding.severity == "error":
            self._errors.add(finding)
            return
        self._warnings[finding.code] += 1
        if self._warnings[finding.code] <= LISTED:
            self._found.append(finding)

    @property
    def errors(self) -> list[Finding]:
        """The errors among them."""
        return list(self._errors)

    @property
    def left_out(self) -> list[Finding]:
        """The findings that stand for errors that are not listed."""
        return self._errors.left_out

    @contextmanager
    def muted(self) -> Generator[None, None, None]:
        """Keep no findings meanwhile."""
        self._muted = True
        try:
            yield
        finally:
            self._muted = False

    @property
    def warnings(self) -> list[Finding]:
        """The warnings that were kept; the last of a kind gives the number of the others."""
        found = list(self._found)
        for code, count in self._warnings.items():
            if count > LISTED:
                last = max(at for at, each in enumerate(found) if each.code == code)
                message = f"{found[last].message} ({count - LISTED} more like it follow)"
                found[last] = found[last].but(message=message)
        return found

    def all(self) -> list[Finding]:
        """The findings that were kept."""
        return [*self._errors.all(), *self.warnings]
