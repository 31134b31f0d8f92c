"""Cards, calls and options as written in the text gibo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, cast, get_args

import msgspec

from ...replayer.mighty.cards import HIDDEN, MIGHTY, parts, symbol
from ...replayer.mighty.options import PRESETS, Options, changed

_SUITS = str.maketrans("♠♦♥♣", "SDHC")
_JOKER = re.compile(r"([SDHC]?)(?:[☆★]|JK|[Jj]oker)")
_SPACED = re.compile(
    r"([0-9]+)[ \t]*(NT|[SDHCN]|(?i:no[ \t-]?trumps?|(?:spade|diamond|heart|club)s?))"
)

_FRACTION = re.compile(r"-?[0-9]+(?=[.eE])(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def ascii_card(written: str) -> str:
    """Return a card or a play in ASCII; other words are returned unchanged.

    >>> ascii_card("♠A"), ascii_card("☆♥"), ascii_card("JKH"), ascii_card("♣3 !"), ascii_card("♥☆")
    ('SA', 'JKH', 'JKH', 'C3!', 'JKH')
    """
    word = "".join(written.split()).translate(_SUITS)
    if word.lower() == MIGHTY.lower():
        return MIGHTY
    found = _JOKER.sub(r"JK\1", word, count=1)
    return found if found == HIDDEN or parts(found) else str(written)


_QUOTED = re.compile(r"""('[^']*'|"(?:[^"\\]|\\.)*+")""")


def in_ascii(message: str) -> str:
    """Return a message with cards in ASCII, without changing quotations.

    >>> in_ascii("P0 does not hold ♠A: the hand is ☆"), in_ascii("'♠10' is not a card: write ♠T")
    ('P0 does not hold SA: the hand is JK', "'♠10' is not a card: write ST")
    """
    pieces = _QUOTED.split(message)
    return "".join(each if at % 2 else _ascii(each) for at, each in enumerate(pieces))


def _ascii(text: str) -> str:
    return text.translate(_SUITS).replace("☆", "JK")


_NO_PLAYER = re.compile(r"^(-?[0-9]+) is not a player: players are 0 to 4$")


def in_symbols(message: str) -> str:
    """Return a message with players written as in the table.

    >>> in_symbols("9 is not a player: players are 0 to 4")
    'P9 is not a player: players are P0 to P4'
    """
    return _NO_PLAYER.sub(r"P\1 is not a player: players are P0 to P4", message)


_DIGITS = str.maketrans("OoIl|", "00111")
_ENDS = {"win": "won", "made": "won", "lose": "lost", "loss": "lost", "down": "lost"}
_SEAT = re.compile(r"[0-4](?=:?\Z)")


def respell(word: str) -> Iterator[str]:
    """Yield the possible meanings of a word in the text gibo.

    >>> list(respell("0:")), list(respell("win")), list(respell("l0"))
    (['P0:'], ['won'], ['10'])
    """
    if _SEAT.match(word):
        yield f"P{word}"
    if word.lower() in _ENDS:
        yield _ENDS[word.lower()]
    digits = word.translate(_DIGITS)
    if digits != word and digits.lstrip("-−+").isdecimal():
        yield digits


_WIDE_MARKS = str.maketrans("（＊∗！", "(**!")


def plain_marks(written: str) -> str:
    """Return a play with ASCII marks instead of others that look like them.

    >>> plain_marks("（♦J＊"), plain_marks("♣3！")
    ('(♦J*', '♣3!')
    """
    return written.translate(_WIDE_MARKS)


def in_order(play: str) -> str:
    """Return a play with its marks in order: lead, card, call, win.

    >>> in_order("*(♦A"), in_order("♣3*！")
    ('(♦A*', '♣3!*')
    """
    plain = plain_marks(play)
    card = plain.translate({ord(each): None for each in "(!*"})
    lead, call, win = (each if each in plain else "" for each in "(!*")
    return f"{lead}{card}{call}{win}"


_MARKS = re.compile(r"(?P<lead>\(?\s*).*?(?P<win>\s*\*?)", re.DOTALL)


def rewritten(old: str, value: str) -> str:
    """Return a card or a call in the style of the one it replaces, with the same marks.

    >>> rewritten("♠10", "ST"), rewritten("(s10*", "ST"), rewritten("♥15", "15H")
    ('♠T', '(ST*', '15♥')
    >>> rewritten("（♥10", "HT")
    '(♥T'
    """
    if not old.isascii():
        value = written_call(value) if value[:1].isdigit() else symbol(value)
    marks = _MARKS.fullmatch(plain_marks(old))
    return value if marks is None else f"{marks['lead']}{value}{marks['win']}"


_CALL = re.compile(r"([0-9]+|\?)([SDHCN])")


def ascii_call(written: str) -> str:
    """Return a call in ASCII.

    >>> ascii_call("15♥"), ascii_call("16 NT"), ascii_call("19 diamonds"), ascii_call("pass")
    ('15H', '16N', '19D', 'pass')
    """
    word = written.translate(_SUITS)
    found = _SPACED.fullmatch(word)
    word = word if found is None else found[1] + found[2][0].upper()
    return word if _CALL.fullmatch(word) else str(written)


def written_call(call: str) -> str:
    """Return a call or a contract with the symbol of its suit.

    >>> written_call("15H"), written_call("?N"), written_call("pass")
    ('15♥', '?N', 'pass')
    """
    found = _CALL.fullmatch(call)
    return call if found is None else found[1] + symbol(found[2])


def integer(written: str) -> int:
    """Return an integer, which may have a typographic minus sign.

    >>> integer("-400"), integer("−400"), integer("+400")
    (-400, -400, 400)
    """
    return int(written.replace("−", "-"))


_ORDINAL = re.compile(r"([0-9]++)(.*)")


def ordinal(written: str) -> tuple[int, bool]:
    """Return the number of a round, and whether it was a proper English ordinal.

    >>> ordinal("1"), ordinal("2."), ordinal("3rd"), ordinal("11th"), ordinal("5nth")
    ((1, True), (2, True), (3, True), (11, True), (5, False))
    """
    found = _ORDINAL.fullmatch(written)
    assert found is not None
    number, ending = int(found[1]), found[2]
    last = 0 if 10 < number % 100 < 20 else number % 10
    return number, ending in ("", ".", ")", {1: "st", 2: "nd", 3: "rd"}.get(last, "th"))


# Options

CONSTANTS = {"true": True, "false": False, "null": None}
EMPTY = "-"
"""A list without items."""


@cache
def _fields() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Options)}


@lru_cache(maxsize=1000)
def option_value(name: str, written: str) -> Any:
    """Return the value of an option, as in JSON.

    The value of an unknown option, or a value of the wrong type, is returned unchanged.

    >>> option_value("joker_dead_in", "1,10"), option_value("pass_final", "false")
    ([1, 10], False)
    >>> option_value("pass_final", "1"), option_value("change_cap", "NULL")
    ('1', 'NULL')
    """
    kind = _fields().get(name, str)
    if not isinstance(getattr(Options(), name, None), tuple):
        return _converted(written, kind)
    (item, *_) = get_args(kind)
    return [] if written == EMPTY else [_converted(each, item) for each in written.split(",")]


def _converted(written: str, kind: Any) -> Any:
    if _FRACTION.fullmatch(written):
        from ..document.json.plain import number  # integers do not need it

        if not isinstance(number(written), int):
            return written  # msgspec would round it
    if written in CONSTANTS:
        return CONSTANTS[written]
    try:
        found = msgspec.convert(written, kind, strict=False)
    except msgspec.ValidationError:
        return written
    # msgspec also reads 1, TRUE and NULL as constants
    return written if found is None or isinstance(found, bool) else found


def written_options(options: Options) -> Iterator[str]:
    """Yield the options to write: those that differ from the preset, or all if it may change.

    >>> list(written_options(Options(risk=100, joker_dead_in=())))
    ['joker_dead_in=-', 'risk=100']
    """
    values = msgspec.to_builtins(options)
    frozen = options.preset == PRESETS["seed"].preset
    for name in changed(options) if frozen else values:
        if name != "preset":
            yield f"{name}={_written(values[name])}"


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, cast(Sequence[Any], value))) or EMPTY
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
