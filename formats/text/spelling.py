"""Characters that look like the right ones, which people type, paste or scan instead.

Reading `１` as `1` would be a silent repair; reporting which character is meant is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from unicodedata import name, normalize

ODD_SPACE = re.compile(
    "[\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff\u0085\u2028\u2029\v\f]+"
)
"""Whitespace that no notation allows."""

QUOTES = "“”„‟″〝〞＂«»‘’‚‛′`´'"
"""Characters that people type for a straight double quotation mark."""

_ALIKE = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-"),
    **dict.fromkeys(map(ord, "“”„‟″〝〞＂"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′"), "'"),
    **dict(zip(map(ord, "♤♡♢♧"), "♠♥♦♣", strict=True)),
    **dict.fromkeys(map(ord, "、，﹐"), ","),
    **dict.fromkeys(map(ord, "︓：∶"), ":"),
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060\ufeff"), ""),
}


def plain(text: str) -> str:
    """Return a text with keyboard characters in place of those that look like them.

    >>> plain("１５♤"), plain("“ａ”"), plain("−4")
    ('15♠', '"a"', '-4')
    """
    return text if text.isascii() else normalize("NFKC", text.translate(_ALIKE)).translate(_ALIKE)


def spellings(word: str) -> Iterator[str]:
    """Yield other spellings of a word, the nearest first.

    >>> list(spellings("１P"))
    ['1P', '1p']
    """
    simple = plain(word)
    seen = {word}
    for each in (simple, simple.lower(), simple.upper(), simple.capitalize()):
        if each not in seen:
            seen.add(each)
            yield each


def is_one_slip(word: str, other: str) -> bool:
    """Return whether one character is replaced, missing or extra, or two neighbours are swapped.

    >>> is_one_slip("gane", "game"), is_one_slip("hnad", "hand"), is_one_slip("lg", "log")
    (True, True, True)
    >>> is_one_slip("log", "log"), is_one_slip("hads", "hand")
    (False, False)
    """
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))
    start = len(list(pairs))
    one, two = word[start:], other[start:]
    changed = {(one[1:], two[1:]), (one[1:], two), (one, two[1:]), (one[1::-1] + one[2:], two)}
    return word != other and any(left == right for left, right in changed)


def described(character: str) -> str:
    r"""Describe a character that cannot be seen, for messages.

    >>> described("\u00a0"), described("\t")
    ('a no-break space (U+00A0)', 'a tab')
    """
    if character == "\t":
        return "a tab"
    known = name(character, "control character").lower()
    article = "an" if known[0] in "aeio" else "a"
    return f"{article} {known} (U+{ord(character):04X})"
