"""The words of Goita's notations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ...replayer.goita.pieces import DECK, HIDDEN, KINDS, NOTHING
from ..text.vocabulary import Kind, Mark, Run, Span, Vocabulary
from ..text.word_finders import (
    items_of,
    line_words,
    lines_from,
    members_of,
    on_lines,
    under_keys,
    whole_lines,
    without_comments,
)
from .pieces import CHARACTERS

_SEATS = ("0", "1", "2", "3")
_PLAYER = Kind(_SEATS)
_POINTS = Kind(tuple(map(str, range(0, 160, 10))))
_DIGITS = Counter(DECK)

_RUNS = under_keys(
    {
        "hands": [Kind(tuple(KINDS), "hands", letters=True, unordered=True)],
        "record": [Kind((*KINDS, NOTHING), letters=True)],
        "dealer": [_PLAYER],
        "uchidashi": [_PLAYER],
        "winner": [Kind((*_SEATS, "-1"))],
        "goshi": [_PLAYER],
        "score": [_POINTS],
        "points": [_POINTS],
        "end": [Kind(("out", "shi", "double-goshi", "redeal", "foul", "unfinished"))],
    }
)
_JSON = Vocabulary(pace=650, runs=_RUNS, rounds=items_of("rounds"), decks={"hands": _DIGITS})
_JSON_2015 = Vocabulary(pace=380, runs=_RUNS, rounds=members_of("round"), decks={"hands": _DIGITS})

_CHARACTERS = ("王", "玉", *CHARACTERS.values())
_KEYS = {character: digit for digit, character in CHARACTERS.items()} | {"王": "1", "玉": "1"}
_SEEN = tuple(character for character in _CHARACTERS if character != CHARACTERS[HIDDEN])


def _digit(character: str) -> str:
    return _KEYS.get(character, character)


_HAND = Kind(_SEEN, "hands", _digit, letters=True, unordered=True)
_PIECE = Kind(_SEEN)

_IN_YAML = under_keys(
    {
        **{f"p{seat}": [_HAND] for seat in range(4)},
        "uchidashi": [_PLAYER],
        "score": [_POINTS],
        "game": [_PIECE, _PLAYER],
    }
)


def _runs_of_yaml(content: str) -> Iterator[Run]:
    """The words of the rounds; in the head, the keys of the hands stand before names."""
    content = without_comments(content)
    begins = content.find("\nlog:")
    yield from (run for run in _IN_YAML(content) if run.span[0] > begins)
    yield whole_lines(content)


_YAML = Vocabulary(
    pace=250, runs=_runs_of_yaml, rounds=lines_from(r"\s*- hand:"), decks={"hands": _DIGITS}
)

_ROW = r"[ \t]*\S*[0-9](?:st|nd|rd|th)?[ \t](?P<words>[^\n]*[☗☖な][^\n]*)$"
_PLAYER_LINE = r"(?:[0-9]+\.|turn\b)(?P<words>[^\n]*)$"
_NAME = r"(?<![^\s])(?![王玉飛角金銀馬香し裏]{4})[^\s(]+"
_IN_TABLE = on_lines(
    [
        line_words(r"[0-9]+\.(?P<words>[^\n]*)$", _HAND, r"[王玉飛角金銀馬香し裏]{4,}"),
        line_words(_PLAYER_LINE, Kind(), _NAME),
        line_words(_ROW, Kind(("なし",), replaceable=False), size=4),
        line_words(
            r"(?P<words>\S{1,3})[ \t].*[王玉飛角金銀馬香し裏]{4}", Kind(("0.", "1.", "2.", "3."))
        ),
        line_words(_ROW, Kind((*_SEEN, "☗", "☖"), letters=True), r"[☗☖]\S*|\S*[☗☖]"),
        line_words(
            r"(?P<words>[0-9]\S*)[ \t]+[☗☖な]",
            Kind(("1st", "2nd", "3rd", *(f"{number}th" for number in range(4, 14)))),
        ),
    ]
)


def _runs_of_table(content: str) -> Iterator[Run]:
    yield from _IN_TABLE(content)
    yield whole_lines(content)


_PLAYERS = re.compile(r"^[0-9]+\..*$", re.MULTILINE)
_NAMED = re.compile(r"\S+[ \t]+[^\s(]\S*[ \t]")
_DEALER = "(dealer)"


def _dealers(content: str) -> Iterator[Mark]:
    """The marks of the dealers, one in four lines of players; a name stands before, or nothing."""
    lines = list(_PLAYERS.finditer(content))
    for at in range(0, len(lines) - 3, 4):
        named = any(_NAMED.match(line[0]) for line in lines[at : at + 4])
        mark = _DEALER if named else f"{_DEALER} "
        sites: list[Span] = []
        for line in lines[at : at + 4]:
            here = line[0].find(mark)
            hand = len(line[0]) - len(line[0].split()[-1])
            start = line.start() + (here if here >= 0 else hand - named)
            sites.append((start, start + len(mark) if here >= 0 else start))
        yield Mark(mark, tuple(sites))


_TABLE = Vocabulary(
    pace=150,
    runs=_runs_of_table,
    marks=_dealers,
    rounds=lines_from(r"player[ \t]+hand"),
    decks={"hands": _DIGITS},
)

_CORE = "987654321"


def _core_key(digit: str) -> str:
    return "8" if digit == "9" else digit


_HISTORY = Vocabulary(
    pace=150,
    runs=on_lines(
        [
            line_words(
                r"(?P<words>[^\n]*?),s",
                Kind(tuple(_CORE), "hands", _core_key, letters=True, unordered=True),
                r"[^,\s]+",
            ),
            line_words(r"[^\n]*?,s(?P<words>[0-9])", Kind(("1", "2", "3", "4"))),
            line_words(
                r"[^\n]*?,s[0-9](?P<words>[^\n]*)",
                Kind(("1p", "2p", "3p", "4p"), replaceable=False),
                r"[^,\s]+",
            ),
            line_words(
                r"[^\n]*?,s[0-9](?P<words>[^\n]*)",
                Kind(tuple(_CORE), letters=True),
                r"(?<=,[0-9])[0-9x]{2}",
            ),
            line_words(
                r"[^\n]*?,s[0-9](?P<words>[^\n]*)",
                Kind(("1", "2", "3", "4"), letters=True),
                r"(?<=,)[0-9]",
            ),
        ]
    ),
    rounds=lines_from(r"[^\n]*\S"),
    decks={"hands": Counter(str(9 - int(digit)) for digit in DECK)},
)

VOCABULARIES = {
    "goita/json": _JSON,
    "goita/json-2015": _JSON_2015,
    "goita/yaml": _YAML,
    "goita/table": _TABLE,
    "goita/history": _HISTORY,
}
