"""The meaning of deals that leave things out.

A table of tricks contains neither an auction nor a contract. Every possible president and trump is
assumed in turn, and the deal is played through. The assumptions that leave the fewest errors are
its interpretations; what they have in common is the meaning of the deal.
"""

from .interpretations import Assumption
from .meaning import Meaning, complete, interpret, meaning_of, meanings
from .names import inferred
from .partial import PartialRules, PartialState, missing_of

__all__ = [
    "Assumption",
    "Meaning",
    "PartialRules",
    "PartialState",
    "complete",
    "inferred",
    "interpret",
    "meaning_of",
    "meanings",
    "missing_of",
]
