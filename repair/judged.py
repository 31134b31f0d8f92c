"""What is found in a record, for commands that report it, and those that mend it first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from ..findings import Finding
from ..formats.interface.notation import Counts
from ..validation.outcomes import Outcome

Look: TypeAlias = Callable[[Outcome[Any]], list[Finding]]
"""What counts as found in a record: its findings, fewer of them, or with suggestions."""


class Judged(Struct, frozen=True):
    """What is left of a record: its counts, None if it cannot be read, and its findings."""

    counts: Counts | None
    findings: list[Finding]
