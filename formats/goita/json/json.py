"""`goita/json`, the canonical notation, which holds everything a record can contain.

It has the keys of the 2015 proposal, and settles what the proposal left open: a declaration of
format and version, `rounds` as a list, rule options, results, fouls, variations and views. See
`docs/goita.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...document.canonical import canonical
from .skim import skim

if TYPE_CHECKING:
    from ....replayer.facts import MatchFacts
    from ....replayer.goita.record import Record
    from ...document.form import Form


def _form() -> Form[Record]:
    from .form import FORM  # only for reading and writing

    return FORM


def _facts(lines: bytes) -> list[MatchFacts]:
    from ..facts import facts  # only for queries on an archive

    return facts(lines)


NOTATION = canonical("goita/json", _form, grammar="goita/digits", skim=skim, facts=_facts)
