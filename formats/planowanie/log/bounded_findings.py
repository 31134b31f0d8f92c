"""What is found while a log is read, bounded: a slip that every question repeats hides no error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from ....findings import Finding
from ...base import MOST

LISTED = 10
"""How many warnings of one rule are listed; the last one says how many more there are."""


class BoundedFindings:
    """The findings about one game; `errors` is how many of them are errors."""

    def __init__(self) -> None:
        self.errors = 0
        self._found: list[Finding] = []
        self._warnings: Counter[str] = Counter()
        self._muted = False

    def add(self, finding: Finding) -> None:
        """Keep a finding, unless there are too many of its kind."""
        if self._muted:
            return
        if finding.severity == "error":
            self.errors += 1
            if self.errors > MOST:
                return
        else:
            self._warnings[finding.code] += 1
            if self._warnings[finding.code] > LISTED:
                return
        self._found.append(finding)

    @contextmanager
    def muted(self) -> Generator[None, None, None]:
        """Keep nothing that is found meanwhile."""
        self._muted = True
        try:
            yield
        finally:
            self._muted = False

    def all(self) -> list[Finding]:
        """The findings that were kept; the last of a kind says how many more there were."""
        found = list(self._found)
        for code, count in self._warnings.items():
            if count > LISTED:
                last = max(at for at, each in enumerate(found) if each.code == code)
                message = f"{found[last].message} ({count - LISTED} more like it follow)"
                found[last] = found[last].but(message=message)
        return found
