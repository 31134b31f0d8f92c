"""Baselines as text: known findings that are accepted until somebody fixes them.

A known finding is identified by its file and its fingerprint, and counted: one more occurrence of
the same mistake is new. The findings of a removed file count as known in any other file, since the
file may have been renamed. A finding about two records with the same match is known in either of
them.

A finding that stands for others that are not listed is never known, as those may differ in the next
run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, cast

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict

from ..findings import Finding
from ..formats.codes import TOO_MANY_FINDINGS
from .fingerprint import identity

FORMAT, VERSION = "kifu/baseline", 1

Key: TypeAlias = tuple[str, str]
"""A file's path (with slashes, relative to the baseline's folder) and a fingerprint."""


class BadBaseline(ValueError):
    """Raised if a text is not a baseline; the message says why on one line.

    `place` is the line and column, if known.
    """

    def __init__(self, why: str, *place: int) -> None:
        super().__init__(why)
        self.place = place


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A known finding, and how many times it occurs in its file; `message` is for human readers.

    `other` is the path of the other file, in the same form as `path`, if the finding is about two
    records.
    """

    path: str
    code: str
    name: str
    fingerprint: str
    count: Annotated[int, Meta(ge=1)]
    message: str
    other: str | None = None

    @property
    def key(self) -> Key:
        """The path and the fingerprint that identify the finding."""
        return self.path, self.fingerprint


def fingerprint(finding: Finding) -> str:
    """Return 32 hexadecimal digits that identify a finding in its file."""
    from hashlib import sha256  # slow to import

    return sha256(identity(finding).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def can_be_known(finding: Finding) -> bool:
    """Return whether a finding is about a problem, not just a count of unlisted findings."""
    return finding.left_out is None and finding.code != TOO_MANY_FINDINGS.code


def written(known: Sequence[Known]) -> bytes:
    """Return the text of a baseline, with one finding per line so that git can merge it."""
    lines = [f"    {json.dumps(_values(each), ensure_ascii=False)}" for each in known]
    inside = ["", ",\n".join(lines), "  "] if lines else [""]
    head = f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "findings": ['
    return (head + "\n".join(inside) + "]\n}\n").encode("utf-8", "backslashreplace")


def _values(known: Known) -> dict[str, Any]:
    return {name: value for name, value in asdict(known).items() if value is not None}


def read(data: bytes) -> list[Known]:
    """Return the known findings in a baseline.

    Raises BadBaseline if it is not a baseline, or was written by a later version of kifu.
    """
    from .conflict import LEFT, conflict

    try:
        values: object = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        at = data[: error.start].count(b"\n") + 1
        raise BadBaseline("this is not UTF-8, as a baseline must be", at) from None
    except json.JSONDecodeError as error:
        line = conflict(data)
        if line is not None:
            raise BadBaseline(LEFT, line) from None
        what = f"{error.msg[:1].lower()}{error.msg[1:]}"
        raise BadBaseline(f"this is not JSON: {what}", error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise BadBaseline("this is not a baseline") from None
    if not isinstance(values, dict) or cast(dict[str, Any], values).get("format") != FORMAT:
        raise BadBaseline(f'this is not a baseline: expected "format": "{FORMAT}"')
    return _findings(cast(dict[str, Any], values))


def _findings(values: dict[str, Any]) -> list[Known]:
    version = values.get("version")
    if type(version) is int and version > VERSION:
        why = f"it has version {version}, but this kifu only knows {VERSION}"
        raise BadBaseline(f"this baseline was written by a later kifu: {why}")
    try:
        return convert(values, _Whole).findings
    except ValidationError as error:
        what, _, where = str(error).replace("`", "").partition(" - at ")
        place = where.removeprefix("$.") or "the whole"
        raise BadBaseline(f"{place} is wrong: {what[:1].lower()}{what[1:]}") from None


class _Whole(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    findings: list[Known]
