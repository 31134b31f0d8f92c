"""The choice of findings to report, and their severities."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from ..findings import Finding, Rule, Severity

if TYPE_CHECKING:
    from .globs import Glob

ALL = "ALL"
"""The selector for every rule."""

_EXACT = 100


@cache
def known_codes() -> Mapping[str, str]:
    """Return the names of all rules by code."""
    from ..formats.interface.catalog import all_codes

    return {rule.code: rule.name for rule in all_codes()}


def closeness(selector: str, rule: Rule) -> int:
    """Return how closely a selector matches a rule: 0 if not at all, higher for longer ones."""
    if selector in (rule.code, rule.name):
        return _EXACT
    if selector == ALL:
        return 1
    return 1 + len(selector) if selector and rule.code.startswith(selector) else 0


def closest(selectors: Iterable[str], rule: Rule) -> int:
    """Return how closely the best of the selectors matches a rule."""
    return max((closeness(each, rule) for each in selectors), default=0)


class Step(Struct, frozen=True):
    """The rules that one source selects (None if it does not say), and those it ignores."""

    select: Sequence[str] | None
    ignore: Sequence[str] = ()


class FileIgnores(Struct, frozen=True):
    """Rules that are ignored in files that match a pattern or, if `outside`, in all other files."""

    glob: Glob
    outside: bool
    selectors: Sequence[str]


class Selection:
    """A choice of findings. If two selectors conflict, the one that matches a rule more closely
    wins.

    A finding that stands for others that are not listed is selected as they would be.

    An error in the family `F` means that the rest of a file could not be read, so anything may be
    wrong with it. It goes unreported only if its own code or name is ignored.
    """

    def __init__(
        self,
        steps: Sequence[Step] = (),
        in_files: Sequence[FileIgnores] = (),
        severities: Mapping[str, Severity] | None = None,
    ) -> None:
        self._steps = steps
        self._in_files = in_files
        self._severities = severities or {}
        self._known: dict[str, bool] = {}

    @property
    def changes_nothing(self) -> bool:
        """Whether every finding is reported unchanged."""
        return not self._steps and not self._in_files and not self._severities

    def of(self, findings: list[Finding], path: str | None) -> list[Finding]:
        """Return the findings to report about a file at an absolute path, or about a text."""
        if self.changes_nothing or not findings:
            return findings
        here = self._ignored_in(path)
        return [
            self.weighed(each)
            for each in findings
            if self.reports(each.about) and not _ignores(here, each.about)
        ]

    def reports(self, rule: Rule) -> bool:
        """Return whether findings for a rule are reported in files in general."""
        known = self._known.get(rule.code)
        if known is None:
            known = self._known[rule.code] = self._reports(rule)
        return known

    def _reports(self, rule: Rule) -> bool:
        reported = True
        for step in self._steps:
            chosen = 0 if step.select is None else closest(step.select, rule)
            if step.select is not None:
                reported = bool(chosen) or stops_reading(rule)
            ignored = closest(step.ignore, rule)
            if ignored and ignored >= chosen and _may_ignore(ignored, rule):
                reported = False
        return reported

    def _ignored_in(self, path: str | None) -> list[str]:
        return [
            selector
            for each in (self._in_files if path is not None else ())
            if each.glob.covers(os.path.abspath(path or "")) != each.outside
            for selector in each.selectors
        ]

    def weighed(self, finding: Finding) -> Finding:
        """Return a finding with its configured severity."""
        rule = finding.about
        close = max(self._severities, key=lambda each: closeness(each, rule), default=None)
        if close is None or not closeness(close, rule):
            return finding
        severity = self._severities[close]
        return finding if severity == finding.severity else finding.but(severity=severity)


def _ignores(selectors: Sequence[str], rule: Rule) -> bool:
    ignored = closest(selectors, rule)
    return bool(ignored) and _may_ignore(ignored, rule)


def _may_ignore(close: int, rule: Rule) -> bool:
    return close == _EXACT or not stops_reading(rule)


def stops_reading(rule: Rule) -> bool:
    """Return whether a finding for a rule means that other errors may be hidden."""
    return rule.code[:1] == "F" and rule.severity == "error"
