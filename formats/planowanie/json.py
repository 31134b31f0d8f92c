"""`planowanie/json`, the canonical notation, which holds everything a record can contain.

See `docs/planowanie.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document.canonical import canonical
from .skim import skim

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ...replayer.planowanie.record import Record
    from ..document.form import Form


def _form() -> Form[Record]:
    from .form import FORM  # only for reading and writing

    return FORM


def _facts(lines: bytes) -> list[MatchFacts]:
    from .facts import facts  # only for queries on an archive

    return facts(lines)


NOTATION = canonical("planowanie/json", _form, skim=skim, facts=_facts)
