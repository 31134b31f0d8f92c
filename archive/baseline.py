"""The text of a baseline: findings that are known, and accepted until somebody mends them.

A known finding is identified by its file and its fingerprint, and counted: the same
mistake once more is new. Those of a file that is gone are known in any other file, since it may
have been renamed. That two records have the same match is known in whichever of them it is found.

That more is wrong than is listed is never known: it may be something else in the next run.
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
"""The path of a file from the folder of the baseline, with slashes, and a fingerprint."""


class BadBaseline(ValueError):
    """A text is no baseline; one line says why.

    `place` is the line and the column, as far as they are known.
    """

    def __init__(self, why: str, *place: int) -> None:
        super().__init__(why)
        self.place = place


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A known finding, and how often its file has it; `message` is for people who read it.

    `other` is the path of the other file, called as `path` is, if it is about two records.
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
        """What tells it from others."""
        return self.path, self.fingerprint


def fingerprint(finding: Finding) -> str:
    """What identifies a finding in its file: 32 hexadecimal digits."""
    from hashlib import sha256  # slow to import

    return sha256(identity(finding).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def can_be_known(finding: Finding) -> bool:
    """Whether a finding says what is wrong, and not only that more is wrong than is listed."""
    return finding.left_out is None and finding.code != TOO_MANY_FINDINGS.code


def written(known: Sequence[Known]) -> bytes:
    """The text of a baseline: a finding a line, so that git can merge it."""
    lines = [f"    {json.dumps(_values(each), ensure_ascii=False)}" for each in known]
    inside = ["", ",\n".join(lines), "  "] if lines else [""]
    head = f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "findings": ['
    return (head + "\n".join(inside) + "]\n}\n").encode("utf-8", "backslashreplace")


def _values(known: Known) -> dict[str, Any]:
    return {name: value for name, value in asdict(known).items() if value is not None}


def read(data: bytes) -> list[Known]:
    """The known findings of a baseline.

    Raises BadBaseline if it is not a baseline, or a later version of kifu has written it.
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
        raise BadBaseline(f"this is no JSON: {what}", error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise BadBaseline("this is no baseline") from None
    if not isinstance(values, dict) or cast(dict[str, Any], values).get("format") != FORMAT:
        raise BadBaseline(f'this is no baseline, which has "format": "{FORMAT}"')
    return _findings(cast(dict[str, Any], values))


def _findings(values: dict[str, Any]) -> list[Known]:
    version = values.get("version")
    if type(version) is int and version > VERSION:
        why = f"it has version {version}, and this kifu knows {VERSION}"
        raise BadBaseline(f"a later kifu has written this baseline: {why}")
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
