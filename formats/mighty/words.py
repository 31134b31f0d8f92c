"""Cards, calls and options as the text gibo writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast, get_args

import msgspec

from ...replayer.mighty.cards import MIGHTY, symbol
from ...replayer.mighty.options import PRESETS, Options, changed

_SUITS = str.maketrans("♠♦♥♣", "SDHC")
_JOKER = re.compile(r"([SDHC]?)(?:[☆★]|JK|[Jj]oker)")
_SPACED = re.compile(r"([0-9]+)[ \t]*(NT|[SDHCN])")


def ascii_card(written: str) -> str:
    """A card or a play in ASCII; what is none stays as it is.

    >>> ascii_card("♠A"), ascii_card("☆♥"), ascii_card("JKH"), ascii_card("♣3 !"), ascii_card("♥☆")
    ('SA', 'JKH', 'JKH', 'C3!', 'JKH')
    """
    word = "".join(written.split()).translate(_SUITS)
    if word.lower() == MIGHTY.lower():
        return MIGHTY
    return _JOKER.sub(r"JK\1", word, count=1)


_CALL = re.compile(r"([0-9]+|\?)([SDHCN])")


def ascii_call(written: str) -> str:
    """A call in ASCII.

    >>> ascii_call("15♥"), ascii_call("16 NT"), ascii_call("pass")
    ('15H', '16N', 'pass')
    """
    word = written.translate(_SUITS)
    found = _SPACED.fullmatch(word)
    return word if found is None else found[1] + found[2][0]


def written_call(call: str) -> str:
    """A call or a contract with the symbol of its suit.

    >>> written_call("15H"), written_call("?N"), written_call("pass")
    ('15♥', '?N', 'pass')
    """
    found = _CALL.fullmatch(call)
    return call if found is None else found[1] + symbol(found[2])


def integer(written: str) -> int:
    """A whole number, whose minus may be the one that printers use.

    >>> integer("-400"), integer("−400"), integer("+400")
    (-400, -400, 400)
    """
    return int(written.replace("−", "-"))


def ordinal(written: str) -> int:
    """The number of a round.

    >>> ordinal("1"), ordinal("2."), ordinal("3rd")
    (1, 2, 3)
    """
    return int(written.rstrip("stndrh.)"))


# Options

EMPTY = "-"
"""A list without items."""


@cache
def _fields() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Options)}


def option_value(name: str, written: str) -> Any:
    """The value of an option, as JSON would hold it.

    Raises KeyError where there is no such option; a value of the wrong kind stays as it is.

    >>> option_value("joker_dead_in", "1,10"), option_value("pass_final", "false")
    ([1, 10], False)
    """
    kind = _fields()[name]
    if not isinstance(getattr(Options(), name), tuple):
        return _converted(written, kind)
    (item, *_) = get_args(kind)
    return [] if written == EMPTY else [_converted(each, item) for each in written.split(",")]


def _converted(written: str, kind: Any) -> Any:
    try:
        return msgspec.convert(written, kind, strict=False)
    except msgspec.ValidationError:
        return written


def written_options(options: Options) -> Iterator[str]:
    """The options that have to be written: all of a preset that may change, else those changed.

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
