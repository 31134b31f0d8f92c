"""Texts mended by the fixes of their findings, and texts in canonical form.

Both are pure functions of bytes: they read no file and write none. What they give back was read
again by the pipeline that reads every other text.
"""

from __future__ import annotations

from .diff import patch
from .form import Formed, formed
from .mend import Judged, Look, Mended, mended

__all__ = ["Formed", "Judged", "Look", "Mended", "formed", "mended", "patch"]
