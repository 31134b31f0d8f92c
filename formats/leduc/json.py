"""`leduc/json`, the canonical notation, which holds everything a record can contain.

See `docs/leduc.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..document.canonical import canonical
from .skim import skim

if TYPE_CHECKING:
    from ...replayer.facts import MatchFacts
    from ...replayer.leduc.record import Record
    from ..document.form import Form
    from ..text.unusual import Unusual


def _form() -> Form[Record]:
    from .form import FORM  # only for reading and writing

    return FORM


def _facts(lines: bytes) -> list[MatchFacts]:
    from .facts import facts  # only for queries on an archive

    return facts(lines)


def _unusual(content: str) -> Iterator[Unusual]:
    from .unusual import in_json  # only for texts that have errors

    return in_json(content)


NOTATION = canonical("leduc/json", _form, skim=skim, facts=_facts, unusual=_unusual)
