"""A baseline file in an archive, and the parts of the archive that a run has read."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache, cached_property

from msgspec.structs import replace

from ..findings import Finding, Rule
from ..formats.files import is_remote
from ..formats.files.source import require_file
from ..formats.files.target import replace_file, write_file
from ..formats.interface.catalog import all_codes
from .baseline import BadBaseline, Key, Known, can_be_known, fingerprint, read, written
from .errors import ProjectError
from .fingerprint import lasting
from .repository import require_inside, shown, top
from .settings import Settings

LARGEST = 2**28
"""The maximum size of a baseline, in bytes."""


class BaselineFile:
    """The baseline at an absolute path, for files with the given settings.

    `may_be_new`: whether the file may be missing; `compares`: whether the run looks for matches
    that occur in several records. Raises ProjectError if it cannot be used, and OSError if it
    cannot be read.
    """

    def __init__(
        self, path: str, settings: Settings, may_be_new: bool = False, compares: bool = False
    ) -> None:
        self.path = path
        self.label = shown(path)
        require_inside(path, "put a file in its place")
        if may_be_new and path.endswith((".gz", ".zst")):
            raise ProjectError(f"{self.label}: baselines cannot be compressed: choose another name")
        self.is_changed = False
        """Whether the file was overwritten with different content."""
        self._settings = settings
        self._compares = compares
        self._folder = os.path.realpath(os.path.dirname(path))
        self._tree = os.path.join(os.path.realpath(top(self._folder) or self._folder), "")
        self._looked_at: dict[str, Settings] = {}
        self._searched: tuple[str, ...] = ()
        self._before = None if may_be_new and not os.path.lexists(path) else self._content()
        self._known: dict[Key, Known] = {}
        self._left, self._found = Counter[Key](), Counter[Key]()
        """How many times each known finding is still expected, and how many times it was found."""
        self._movable: dict[str, list[Key]] = {}
        """Known findings that may turn up in another file, by fingerprint."""
        for each in [] if self._before is None else self._parsed(self._before):
            if each.key not in self._known and (each.other is not None or self._is_gone(each.path)):
                self._movable.setdefault(each.fingerprint, []).append(each.key)
            self._known[each.key] = each
            self._left[each.key] += each.count

    def _content(self) -> bytes:
        try:
            require_file(self.path)
            with open(self.path, "rb") as stream:
                data = stream.read(LARGEST + 1)
        except FileNotFoundError:
            advice = "`--write-baseline` writes one"
            raise ProjectError(f"{self.label}: there is no such baseline: {advice}") from None
        if len(data) > LARGEST:
            raise ProjectError(
                f"{self.label}: a baseline cannot be larger than {LARGEST >> 20} MiB"
            )
        return data

    def _parsed(self, data: bytes) -> list[Known]:
        try:
            return read(data)
        except BadBaseline as why:
            place = ":".join([self.label, *map(str, why.place)])
            raise ProjectError(f"{place}: {why}") from None

    def name(self, place: str) -> str:
        """Return the baseline's name for an absolute path, which is the same wherever kifu runs."""
        if is_remote(place):
            return place
        real = os.path.realpath(place)
        inside = real if real.startswith(self._tree) else place
        return os.path.relpath(inside, self._folder).replace(os.sep, "/")

    def place(self, name: str) -> str:
        """Return the absolute path of a file that the baseline names."""
        return name if is_remote(name) else os.path.normpath(os.path.join(self._folder, name))

    def look_at(self, place: str, settings: Settings) -> None:
        """Record that the file at an absolute path was read to its end."""
        self._looked_at[self.name(place)] = settings

    def search(self, folder: str) -> None:
        """Record that everything in a folder is read, including files that no longer exist."""
        self._searched += (os.path.join(os.path.realpath(folder), ""),)

    def _is_gone(self, name: str) -> bool:
        return not (is_remote(name) or os.path.lexists(self.place(name)))

    def _has_seen(self, name: str) -> bool:
        """Return whether the run has read a file, or has seen that it does not exist."""
        if name in self._looked_at:
            return True
        return self._is_gone(name) and self.place(name).startswith(self._searched)

    def _looked(self, known: Known) -> bool:
        """Return whether a known finding would have been found if it still existed."""
        if not self._has_seen(known.path):
            return False
        if known.other is not None and not (self._compares and self._has_seen(known.other)):
            return False
        settings = self._looked_at.get(known.path, self._settings)
        place, rule = self.place(known.path), _rules().get(known.code)
        return rule is None or bool(settings.selection.of([Finding(rule=rule, message="")], place))

    # Findings of the run, each looked up once: by `accepts` or by `enter`

    def _match(self, name: str, finding: Finding) -> Key | None:
        """Return the key of the known finding that matches a finding in a file, if any."""
        if not can_be_known(finding):
            return None
        mark = fingerprint(finding)
        keys = [(name, mark), *self._movable.get(mark, ())]
        return next((key for key in keys if self._left[key] > 0), None)

    def knows(self, name: str, finding: Finding) -> bool:
        """Return whether a finding would be accepted now, given its file's name in the baseline."""
        return self._match(name, finding) is not None

    def accepts(self, name: str, finding: Finding) -> bool:
        """Return whether a finding is known; if so, count it as found."""
        key = self._match(name, finding)
        if key is None:
            return False
        self._left[key] -= 1
        self._enter(name, finding)
        return True

    def enter(self, name: str, finding: Finding) -> bool:
        """Make a finding known, and count it as found; return False if it cannot become known."""
        if can_be_known(finding) and not self.accepts(name, finding):
            self._enter(name, finding)
        return can_be_known(finding)

    def _enter(self, name: str, finding: Finding) -> None:
        other, message = None, lasting(finding.message)
        if finding.twin is not None:
            other = self.name(finding.twin.path)
            message = f"the other record is in {other}"
        found = Known(name, finding.code, finding.name, fingerprint(finding), 1, message, other)
        self._known[found.key] = found
        self._found[found.key] += 1

    def _counted(self, counts: Counter[Key]) -> list[Known]:
        """Return known findings with their counts, in the order of a baseline."""
        found = [replace(self._known[key], count=n) for key, n in counts.items() if n > 0]
        return sorted(found, key=lambda each: (each.path, each.code, each.fingerprint))

    @cached_property
    def gone(self) -> list[Known]:
        """The known findings that the run no longer found, or found less often."""
        return [each for each in self._counted(self._left) if self._looked(each)]

    def write(self) -> None:
        """Write the findings known after the run, unless nothing has changed.

        Raises OSError if it cannot be written, or was changed since it was read.
        """
        left = self._counted(self._left)
        unseen = {each.key: each.count for each in left if not self._looked(each)}
        data = written(self._counted(self._found + Counter(unseen)))
        if self._before is None:
            write_file(self.path, data)
        elif data != self._before:
            replace_file(self.path, self._before, data)
            self.is_changed = True


@cache
def _rules() -> dict[str, Rule]:
    return {rule.code: rule for rule in all_codes()}
