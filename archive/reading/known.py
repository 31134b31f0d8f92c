"""Known findings about inputs, from the baselines configured for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...findings import Finding
from ..files import STANDARD_INPUT
from .inputs import Input

if TYPE_CHECKING:
    from ..baseline_file import BaselineFile


class Baselines:
    """Separates new findings from known ones, and counts those accepted.

    `writes`: whether all findings become known; `prunes`: whether findings that are gone are
    removed; `compares`: whether the run looks for matches that occur in several records.
    """

    def __init__(self, writes: bool = False, prunes: bool = False, compares: bool = False) -> None:
        self.writes, self.prunes, self._compares = writes, prunes, compares
        self.accepted = 0
        self.files: dict[str, BaselineFile] = {}
        """The open baselines, by their paths."""

    def open(self, inputs: Iterable[Input], folders: Sequence[str] = ()) -> None:
        """Read the baselines of the inputs; everything in `folders` will be read.

        Raises ProjectError if a baseline cannot be used, and OSError if one cannot be read.
        """
        for each in inputs:
            path = each.settings and each.settings.baseline
            if each.settings and path and path not in self.files:
                from ..baseline_file import BaselineFile

                self.files[path] = BaselineFile(path, each.settings, self.writes, self._compares)
        for file in self.files.values():
            for path in filter(os.path.isdir, folders):
                file.search(path)

    def of(self, source: Input) -> tuple[BaselineFile, str] | None:
        """Return an input's baseline and its name there; a text without a name has no baseline."""
        if source.settings is None or source.place is None:
            return None
        if source.path == STANDARD_INPUT and source.name is None:
            return None
        file = self.files.get(source.settings.baseline or "")
        return file and (file, file.name(source.place))

    def knows(self, source: Input, finding: Finding) -> bool:
        """Return whether a finding about an input will be accepted, as far as is known."""
        found = self.of(source)
        if found is None or not self.writes:
            return found is not None and found[0].knows(found[1], finding)
        from ..baseline import can_be_known

        return can_be_known(finding)

    def new(self, source: Input, findings: list[Finding]) -> list[Finding]:
        """Return the findings about an input that are not known.

        Further occurrences of a known mistake are new, so ask about each finding only once.
        """
        found = self.of(source) if findings else None
        if found is None:
            return findings
        file, name = found
        accepts = file.enter if self.writes else file.accepts
        left = [each for each in findings if not accepts(name, each)]
        self.accepted += len(findings) - len(left)
        return left

    def read(self, source: Input) -> None:
        """Record that an input was read to its end."""
        found = self.of(source)
        if found is not None and source.place is not None and source.settings is not None:
            found[0].look_at(source.place, source.settings)

    def finish(self) -> None:
        """Write the baselines, if the run should; raises OSError if one cannot be written."""
        if self.writes or self.prunes:
            for file in self.files.values():
                file.write()

    @property
    def gone(self) -> int:
        """The number of known findings that the run no longer found."""
        if self.writes:
            return 0
        return sum(each.count for file in self.files.values() for each in file.gone)
