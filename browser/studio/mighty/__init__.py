"""Mighty in the studio: composing hands and practising contracts.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), chapter IV, 2.
"""

from __future__ import annotations

from ..calls.call import Call
from .dealing import Compose, Rotate, compose, rotate
from .practice import WORDS, Practice, practise

CALLS = {
    "compose": Call(Compose, compose),
    "rotate": Call(Rotate, rotate),
    "panel": Call(Practice, practise, waits=False),
}

__all__ = ["CALLS", "WORDS"]
