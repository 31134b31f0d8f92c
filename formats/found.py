"""The findings of one record, bounded: a rule broken a million times does not hide the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..findings import SEVERITIES, Finding, LeftOut, amount
from ..findings.limits import MOST_FINDINGS as MOST
from . import codes
from .interface.notation import Unsound, reads_on


class Found:
    """The findings of one record, up to `MOST` for each rule, so that memory stays bounded."""

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self._listed: list[Finding] = []
        self._counts: dict[str, int] = {}
        self._worst: dict[str, Finding] = {}
        """The worst finding of each rule among those left out."""
        for each in findings:
            self.add(each)

    def __len__(self) -> int:
        return sum(self._counts.values())

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._listed)

    def add(self, finding: Finding) -> None:
        """Count a finding, and list it if there is room.

        Raises Unsound if it is an error and only soundness is being checked (`judging`).
        """
        if finding.severity == "error" and not reads_on():
            raise Unsound
        code = finding.code
        count = self._counts[code] = self._counts.get(code, 0) + 1
        if count <= MOST:
            self._listed.append(finding)
        elif _rank(finding) < _rank(self._worst.setdefault(code, finding)):
            self._worst[code] = finding

    @property
    def last(self) -> Finding | None:
        """The last listed finding."""
        return self._listed[-1] if self._listed else None

    @property
    def left_out(self) -> list[Finding]:
        """For each rule with unlisted findings, a finding that says how many there are."""
        return [_more(each, self._counts[code] - MOST) for code, each in self._worst.items()]

    def all(self) -> list[Finding]:
        """Return the listed findings, and those that represent the others."""
        return [*self._listed, *self.left_out]


def _rank(finding: Finding) -> int:
    return SEVERITIES.index(finding.severity or finding.rule.severity)


def _more(worst: Finding, count: int) -> Finding:
    """Return the finding that represents the others of a rule, with the place of the worst one."""
    rule = worst.rule
    more = f"{amount(count, 'more finding')} of {rule.code} {rule.name} in this record"
    return worst.but(
        rule=codes.MORE_FINDINGS,
        message=f"{more} {'is' if count == 1 else 'are'} not listed",
        fix=None,
        left_out=LeftOut(rule, count),
    )
