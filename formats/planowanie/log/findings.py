"""The findings in a log, limited so that a slip repeated at every question cannot hide errors."""

from __future__ import annotations

from collections import Counter

from ....findings import Finding
from ...found import Found

LISTED = 10
"""How many warnings under one rule are listed; the last one says how many more there are."""


class LogFindings:
    """The errors and warnings about one game."""

    def __init__(self) -> None:
        self.errors = Found()
        self._warnings: list[Finding] = []
        self._counts: Counter[str] = Counter()

    def add(self, finding: Finding) -> None:
        """Keep a finding, unless there are too many of its kind."""
        if finding.severity == "error":
            self.errors.add(finding)
            return
        self._counts[finding.code] += 1
        if self._counts[finding.code] <= LISTED:
            self._warnings.append(finding)

    @property
    def warnings(self) -> list[Finding]:
        """The warnings to list; the last one of a kind says how many more there were."""
        found = list(self._warnings)
        for code, count in self._counts.items():
            if count > LISTED:
                last = max(at for at, each in enumerate(found) if each.code == code)
                message = f"{found[last].message} ({count - LISTED} more like it follow)"
                found[last] = found[last].but(message=message)
        return found
