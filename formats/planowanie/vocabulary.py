"""The words of Planowanie's notations."""

from __future__ import annotations

from ..vocabulary import Kind, Vocabulary, items_of, line_words, on_lines, under_keys

_RANKS, _SUITS = "23456789TJQKA", "CDHS"
_CARDS = tuple(rank + suit for suit in _SUITS for rank in _RANKS)
_SEATS = tuple(map(str, range(10)))
_PLAYER = Kind(_SEATS)
_NUMBER = Kind()

_JSON = Vocabulary(
    pace=1200,
    separable=False,
    runs=under_keys(
        {
            "hands": [Kind(_CARDS, "hands", unordered=True)],
            "cards": [Kind(_CARDS, "played")],
            "declarations": [_NUMBER],
            "lead": [_PLAYER],
            "winner": [_PLAYER],
            "points": [_NUMBER],
            "totals": [_NUMBER],
            "plan": [Kind(pile="plan")],
        }
    ),
    rounds=items_of("deals"),
    decks={"hands": dict.fromkeys(_CARDS, 1)},
    drawn={"played": "hands"},
)

_CARD = Kind(_CARDS)
_TO = r"(?:(?:>>|<<)[ \t]*[0-9]+:[ \t]*)?"

_LOG = Vocabulary(
    pace=1100,
    runs=on_lines(
        [
            line_words(rf"{_TO}play[ \t]+(?P<words>[0-9]+)", _PLAYER),
            line_words(rf"{_TO}play[ \t]+[0-9]+[ \t]+(?P<words>\S+)", _CARD),
            line_words(rf"{_TO}set_cards[ \t]+[0-9]+[ \t]+(?P<words>.*)", _CARD),
            line_words(rf"{_TO}set_cards[ \t]+(?P<words>[0-9]+)", _NUMBER),
            line_words(rf"{_TO}declare[ \t]+(?P<words>[0-9]+)", _PLAYER),
            line_words(rf"{_TO}declare[ \t]+[0-9]+[ \t]+(?P<words>[0-9]+)", _NUMBER),
            line_words(rf"{_TO}=[ \t]*(?P<words>[0-9]+)[ \t]*$", _NUMBER),
            line_words(rf"{_TO}=[ \t]*(?P<words>[0-9A-Z][A-Z])[ \t]*$", _CARD),
            line_words(rf"{_TO}time_left[ \t]+(?P<words>[0-9]+)", _NUMBER),
            line_words(rf"{_TO}set_players[ \t]+(?P<words>.*)", _NUMBER),
            line_words(rf"{_TO}set_game[ \t]+(?P<words>.*)", _NUMBER),
            line_words(r"(?:>>|<<)[ \t]*(?P<words>[0-9]+):", _PLAYER),
        ]
    ),
)

VOCABULARIES = {
    "planowanie/json": _JSON,
    "planowanie/log": _LOG,
    "planowanie/seat-log": _LOG,
}
