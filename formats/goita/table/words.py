"""Words of the table that are misspelt: what may be meant by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from ...text.spelling import plain
from ..detect import HEAD
from ..pieces import CHARACTERS, look_alike

HEAD_LINE = "player hand"
_MARKS = str.maketrans("▲▼⛊■●△▽⛉□○", "☗☗☗☗☗☖☖☖☖☖")
_PASSES = ("ナシ", "ﾅｼ", "無し", "無", "なし。", "pass", "-", "—", "―", "ー", "×")
_DEALER = re.compile(r"[(\[{（【](?:dealer|dealr|daeler|deal|親)[)\]}）】]", re.IGNORECASE)
_ORDINAL = re.compile(r"([0-9]+)(?:[.:)]|[a-z]{1,2})?", re.IGNORECASE)
_OF_ROUND = re.compile(r"[0-9０-９]|turn\b|player\b|.*(?:[☗☖]|なし|[王玉飛角金銀馬香し裏]{2})")
_TWO_PIECES = re.compile(r"([☗☖].)([^☖])")


def ordinal(number: int) -> str:
    """The number of a turn.

    >>> ordinal(1), ordinal(12), ordinal(22)
    ('1st', '12th', '22nd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 // 10 != 1 else 0, "th")
    return f"{number}{ending}"


def is_nearly_head(line: str) -> bool:
    """Whether a line was meant to be the one before the hands.

    >>> is_nearly_head("Plyer hands"), is_nearly_head("player hand"), is_nearly_head("Player 1")
    (True, False, False)
    """
    if HEAD.match(line) is not None or line.startswith('"'):
        return False
    simple = plain(line).lower()
    if len(simple.split()) != 2:
        return False
    alike = SequenceMatcher(None, simple, HEAD_LINE)
    # The first two are quick, and never less than the third.
    ways = (alike.real_quick_ratio, alike.quick_ratio, alike.ratio)
    return all(ratio() > 0.85 for ratio in ways)


def is_stray(line: str) -> bool:
    """Whether a line is none of a round, not even a damaged one: nothing in it is of a table.

    >>> is_stray("blah blah"), is_stray("6ht なし"), is_stray("Aki 王角馬香しししし")
    (True, False, False)
    """
    return _OF_ROUND.match(line) is None


def respell_dealer(word: str) -> Iterator[str]:
    """The word with the mark of the dealer as it is due.

    >>> next(respell_dealer("Aki（Dealer）"))
    'Aki(dealer)'
    """
    yield _DEALER.sub("(dealer)", word)


def respell(word: str) -> Iterator[str]:
    """What may be meant by a word of the table.

    >>> next(respell("▲シ△香")), next(respell("ナシ")), list(respell("2"))[-2:]
    ('☗し☖香', 'なし', ['2nd', '2.'])
    """
    if word in _PASSES:
        yield "なし"
    pieces = look_alike(word.translate(_MARKS))
    yield pieces
    yield _TWO_PIECES.sub(r"\1☖\2", pieces)
    yield from respell_dealer(word)
    simple = plain(word)
    yield "".join(CHARACTERS.get(each, "王" if each == "1" else each) for each in simple)
    number = _ORDINAL.fullmatch(simple)
    if number is not None:
        yield ordinal(int(number[1][:3]))
        yield f"{number[1]}."
