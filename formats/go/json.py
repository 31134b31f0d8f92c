"""`go/json`, the canonical notation, which holds everything a record can contain.

See `docs/go.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..document.canonical import canonical

if TYPE_CHECKING:
    from ...replayer.go.record import Record
    from ..document.form import Form


def _form() -> Form[Record]:
    from .form import FORM  # only for reading and writing

    return FORM


NOTATION = canonical("go/json", _form)
