"""Correct texts by applying fixes for their findings, and write texts in canonical form.

Both take and return bytes, and neither read nor write files. The results are read back like any
other text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..validation.outcome import Judged, Look

if TYPE_CHECKING:
    from .diff import patch
    from .form import Formed, formed
    from .mend import Mended, mended

__all__ = ["Formed", "Judged", "Look", "Mended", "formed", "mended", "patch"]


def __getattr__(name: str) -> Any:
    """Import the rest when needed: a check that fixes nothing does not need it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from . import diff, form, mend

    return next(getattr(each, name) for each in (diff, form, mend) if hasattr(each, name))
