"""The possible meanings of misspelt words in the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches

from ...text.grammar import terminal
from ...text.lines import quoted
from ...text.spelling import ODD_SPACE, plain
from ..pieces import CHARACTERS, DIGITS, look_alike

GRAMMAR = "goita/table"
HEAD_LINE = "player hand"
DEALER = "(dealer)"
HIDDEN_HAND = "裏" * 8

_KEYWORDS = ("player", "hand", "turn", DEALER)
PASS = "なし"
MARKS = dict(zip("▲▼⛊■●△▽⛉□○", "☗☗☗☗☗☖☖☖☖☖", strict=True))
"""Other marks for face-down and face-up pieces, mapped to the right ones."""
_MARKS = str.maketrans(MARKS)
_PASSES = (PASS, "ナシ", "無し", "無", "なし。", "pass", "-", "ー", "×")
_ENDS_PASS = re.compile("[^☗☖王玉飛角金銀馬香し裏]{0,6}し")
_BRACKETED = re.compile(r"[(\[{（【](?:(?:dealer)+|dealr|daeler|deal|親)?[)\]}）】]", re.IGNORECASE)
_ORDINAL = re.compile(r"([0-9]+)(?:[.:),;]|[a-z]{1,2})?", re.IGNORECASE)
_LETTERS = str.maketrans("OolI", "0011")
_PIECES = re.compile("[王玉飛角金銀馬香し裏]+")
_HAND = "(?<![王玉飛角金銀馬香し裏])[王玉飛角金銀馬香し裏]{6,}+"
_JOINED = re.compile(rf"({_HAND}|なし)(?=[0-9]|turn|player|$)|(?<=.)(?=(?:1st|turn|{HEAD_LINE})$)")
"""A place in a word where a line break may be missing."""
_UNSPACED = re.compile(rf"(?={_HAND}$)")

OTHER = r"(?:[^\s()]*[\[{（【]|\()[^\s()]{0,16}[)\]}）】]?"
"""A word in brackets that is not in the grammar."""

MISSING: dict[str, tuple[str, ...]] = {
    "SEAT": ("9. ", f"9. {HIDDEN_HAND}\n"),
    "HAND": (HIDDEN_HAND,),
    "NAME": ("?",),
    "TURN": ("turn ? ? ? ?\n",),
    "ORDINAL": ("0th ", "0th なし\n"),
    "FACE_DOWN_PLAY": ("☗裏☖し",),
    "RECEIVING_PLAY": ("☖し☖し",),
}
"""Stand-ins for words when only their kind is known."""

TEXTS = {"HEAD": f"{HEAD_LINE}\n", "_NL": "\n"}

NAMES = {
    "HEAD": "the line `player hand`",
    "TURN": "the `turn` line with the players",
    "SEAT": "a player (0. to 3.)",
    "NAME": "a name",
    "DEALER": DEALER,
    "HAND": "a hand (王玉飛角金銀馬香し)",
    "ORDINAL": "the number of a turn (1st, 2nd …)",
    "FACE_DOWN_PLAY": "a play (☗し☖香)",
    "RECEIVING_PLAY": "a play that receives (☖香☖馬)",
    "PASS": "なし",
    "_NL": "another line",
}
"""The names that messages use for the grammar's terminals."""


def written_name(name: str) -> str:
    """Return a name as one word, quoted if it is not a single word or looks like a hand."""
    plain = quoted(name)
    is_name = re.fullmatch(terminal(GRAMMAR, "NAME"), plain) and not _PIECES.fullmatch(name)
    return plain if is_name else json.dumps(name, ensure_ascii=False)


def ordinal(number: int) -> str:
    """Return the number of a turn as a word.

    >>> ordinal(1), ordinal(12), ordinal(22)
    ('1st', '12th', '22nd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 // 10 != 1 else 0, "th")
    return f"{number}{ending}"


def is_pass(word: str) -> bool:
    """Return whether a word is a pass, however it is written.

    >>> is_pass("なし"), is_pass("―"), is_pass("Pass"), is_pass("☗し☖香")
    (True, True, True, False)
    """
    return plain(word).lower() in _PASSES


def respell(word: str) -> Iterator[str]:
    """Yield possible meanings of a word in the table.

    >>> next(respell("▲シ△香")), next(respell("ナシ")), list(respell("2"))[-2:]
    ('☗し☖香', 'なし', ['2nd', '2.'])
    >>> next(respell("Aki（Dealer）")), next(respell("plyer")), next(respell("☗し香"))
    ('Aki(dealer)', 'player', '☗し☖香')
    """
    yield from (each for each in _spellings(word) if each != word)


def respell_as_dealer(word: str) -> Iterator[str]:
    """Yield possible meanings of a word in a table in which a dealer is not marked."""
    yield from respell(word)
    if word[0] in "([{（【" and re.fullmatch(OTHER, word):
        yield DEALER


def _spellings(word: str) -> Iterator[str]:
    """Yield possible meanings of a word, or the word itself."""
    if is_pass(word) or ("な" in word and len(word) < 5) or _ENDS_PASS.fullmatch(word):
        yield PASS
    yield ODD_SPACE.sub("", word)
    yield _BRACKETED.sub(DEALER, word)
    if word in HEAD_LINE.split():
        yield HEAD_LINE
    yield from get_close_matches(word.lower(), _KEYWORDS, n=1, cutoff=0.75)
    if word.endswith("dealer"):
        yield word.removesuffix("dealer") + DEALER[:-1]
    pieces = look_alike(word.translate(_MARKS))
    yield pieces
    yield from _cell(pieces)
    yield _JOINED.sub(lambda found: f"{found[0]}\n", word, count=1)
    yield _UNSPACED.sub(" ", word)
    simple = plain(word)
    yield "".join(CHARACTERS.get(each, "王" if each == "1" else each) for each in simple)
    number = _ORDINAL.fullmatch(simple.translate(_LETTERS))
    if number is not None:
        yield from [ordinal(int(number[1][:3]))] if number[1] != "0" else []
        yield f"{number[1]}."


def _cell(word: str) -> Iterator[str]:
    """Yield the plays that a damaged play may mean: with a missing mark, or a doubled character."""
    marks = [each for each in word if each in "☗☖"]
    pieces = [each for each in word if each in DIGITS or each == "裏"]
    if not marks or len(marks) + len(pieces) != len(word):
        return
    doubled = [at for at in range(1, len(word)) if word[at] == word[at - 1] and len(word) == 5]
    if doubled:
        yield word[: doubled[0]] + word[doubled[0] + 1 :]
    if len(pieces) == 2 and (len(marks) > 1 or word[0] in marks):
        yield f"{marks[0]}{pieces[0]}☖{pieces[1]}"
    elif len(pieces) == 2:
        yield from (f"{mark}{pieces[0]}☖{pieces[1]}" for mark in "☗☖")


def stand_ins(word: str) -> Iterator[str]:
    """Yield a word of each kind that a damaged word resembles.

    >>> list(stand_ins("☗x☖香")), list(stand_ins("王x角金銀")), list(stand_ins("パス"))
    (['☗裏☖し', '☖し☖し'], ['裏裏裏裏裏裏裏裏'], [])
    """
    if set(word) & set("☗☖"):
        yield from ("☗裏☖し", "☖し☖し")
    if sum(each in CHARACTERS.values() or each in DIGITS for each in word) > 3:
        yield HIDDEN_HAND


def is_head(line: str) -> bool:
    """Return whether a line was meant to be the one before the hands.

    >>> is_head("Plyer hands"), is_head("Player 1")
    (True, False)
    """
    simple = plain(line).lower()
    alike = SequenceMatcher(None, simple, HEAD_LINE)
    # The first two ratios are quick to compute, and never below the third.
    ways = (alike.real_quick_ratio, alike.quick_ratio, alike.ratio)
    return all(ratio() > 0.8 for ratio in ways)
