"""The words of Planowanie's notations."""

from __future__ import annotations

from collections.abc import Iterator

from ..text.vocabulary import Change, Kind, Run, Vocabulary
from ..text.word_finders import (
    items_of,
    line_words,
    on_lines,
    under_keys,
    whole_lines,
    without_comments,
)
from .echoes import echoes

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
            "ranks": [Kind(("23456789TJQKA", "9TJQKA"))],
            "suits": [Kind(("CDHS", "CDH", "CD", "C"))],
            "seats": [Kind(tuple("23456789"))],
            "end": [Kind(("complete", "stopped", "unfinished", "fault"))],
            "plan": [Kind(pile="plan")],
        }
    ),
    rounds=items_of("deals"),
    decks={"hands": dict.fromkeys(_CARDS, 1)},
    drawn={"played": "hands"},
)

_TO = r"(?:(?:>>|<<)[ \t]*[0-9]+:[ \t]*)?"

_PLAY = Kind((*_SEATS, *_CARDS))
_IN_LOG = on_lines(
    [
        line_words(rf"{_TO}play\b(?P<words>.*)$", _PLAY),
        line_words(rf"{_TO}set_cards\b(?P<words>[ \t]*[0-9]*)(?![0-9A-Z])", _NUMBER),
        line_words(
            rf"{_TO}set_cards\b(?:[ \t]+[0-9]+)?(?![0-9A-Z])(?P<words>.*)$",
            Kind(_CARDS, "told", unordered=True),
        ),
        line_words(rf"{_TO}declare\b(?P<words>.*)$", _PLAYER),
        line_words(rf"{_TO}=(?P<words>.*)$", _PLAY),
        line_words(rf"{_TO}set_players\b(?P<words>.*)$", Kind(pile="players")),
        line_words(rf"{_TO}set_game\b(?P<words>.*)$", Kind(pile="game")),
        line_words(rf"{_TO}set_deck\b(?P<words>.*)$", Kind(pile="deck")),
        line_words(r"(?:>>|<<)[ \t]*(?P<words>[0-9]*):", Kind(_SEATS, "seats")),
    ]
)


def _runs(content: str) -> Iterator[Run]:
    content = without_comments(content, whole_lines=True)
    yield from _IN_LOG(content)
    yield whole_lines(content)


def _echoes(content: str, place: int) -> Iterator[Change]:
    return echoes(without_comments(content, whole_lines=True), place)


_LOG = Vocabulary(pace=1000, explained=30, runs=_runs, echoes=_echoes)
_SEAT_LOG = Vocabulary(pace=550, runs=_runs, echoes=_echoes)

VOCABULARIES = {
    "planowanie/json": _JSON,
    "planowanie/log": _LOG,
    "planowanie/seat-log": _SEAT_LOG,
}
