"""What deals mean that leave things out.

A table of tricks holds neither auction nor contract. Whoever may be the president, and whatever may
be trump, is assumed in turn, and the deal is played through. The assumptions under which the least
is wrong are its interpretations; what they have in common is what the deal means.
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
