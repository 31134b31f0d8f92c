"""The known findings of inputs, from the baselines that are configured for them."""

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
    """Tells new findings from known ones.

    If the run `writes` baselines, all findings become known. `compares` says that it looks for what
    records have in common.
    """

    def __init__(self, writes: bool = False, compares: bool = False) -> None:
        self._writes, self._compares = writes, compares
        self.files: dict[str, BaselineFile] = {}
        """The baselines that are open, by their paths."""

    def open(self, inputs: Iterable[Input], folders: Sequence[str] = ()) -> None:
        """Read the baselines of some inputs; everything in these folders is looked at.

        Raises ProjectError where one cannot be used, and OSError where it cannot be read.
        """
        for each in inputs:
            path = each.settings and each.settings.baseline
            if each.settings and path and path not in self.files:
                from ..baseline_file import BaselineFile

                self.files[path] = BaselineFile(path, each.settings, self._writes, self._compares)
        for file in self.files.values():
            for path in filter(os.path.isdir, folders):
                file.search(path)

    def of(self, source: Input) -> tuple[BaselineFile, str] | None:
        """The baseline of an input and what it calls it; a text without a name has none."""
        if source.settings is None or source.place is None:
            return None
        if source.path == STANDARD_INPUT and source.name is None:
            return None
        file = self.files.get(source.settings.baseline or "")
        return file and (file, file.name(source.place))

    def new(self, source: Input, findings: list[Finding]) -> list[Finding]:
        """Those of the findings of an input that are not known.

        The same mistake once more is new: each finding is to be asked about once.
        """
        found = self.of(source) if findings else None
        if found is None:
            return findings
        file, name = found
        accepts = file.known.enter if self._writes else file.known.accepts
        return [each for each in findings if not accepts(name, each)]
