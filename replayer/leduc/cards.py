"""The six cards, each a rank and a suit (`Qh` is the queen of hearts), and the actions."""

from __future__ import annotations

RANKS = "JQK"
"""The ranks, from low to high."""

SUITS = "sh"

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""All cards in the order of open_spiel, which numbers them from 0."""

HIDDEN = "??"
"""An unknown card."""

ACTIONS = FOLD, CALL, RAISE = "fold", "call", "raise"
"""The actions; a call when there is no bet to meet is a check."""

WORDS = (*DECK, HIDDEN, *ACTIONS)
"""Cards and actions by their numbers in the engine."""

NUMBERS = {word: number for number, word in enumerate(WORDS)}
