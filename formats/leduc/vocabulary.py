"""The words of Leduc's notations."""

from __future__ import annotations

from ...replayer.leduc.cards import DECK
from ..text.vocabulary import Kind, Vocabulary
from ..text.word_finders import items_of, under_keys

_NUMBER = Kind()
_CARD = Kind(tuple(DECK), "cards")

VOCABULARIES = {
    "leduc/json": Vocabulary(
        pace=1600,
        separable=False,
        runs=under_keys(
            {
                "antes": [_NUMBER],
                "cards": [_CARD],
                "actions": [Kind(("fold", "call", "raise")), _CARD],
                "end": [Kind(("fold", "showdown", "unfinished"))],
                "returns": [_NUMBER],
                "totals": [_NUMBER],
            }
        ),
        rounds=items_of("hands"),
    )
}
