"""Detects from its first bytes which notation a file is written in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ...replayer.discovery import GameFails, fails
from ..interface.catalog import described, formats
from ..interface.descriptor import NotationDescriptor
from ..text.spelling import ODD_SPACE
from .source import wide_encoding

AnswerT = TypeVar("AnswerT")

_HEADLESS = re.compile(r'\s*+[\[(]?+\s*+(?="\w+"\s*:)')
"""What stands before the first key of JSON that lacks its first brace."""

_DECLARES = re.compile(rb'\s*\{\s*"format"\s*:\s*"([a-z0-9_-]+/[a-z0-9_-]+)"')
"""How JSON begins that declares its format first of all."""

CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\n", re.MULTILINE)
"""What git leaves in a file that it could not merge: a broken record, but still a record."""


def detect(head: bytes) -> NotationDescriptor | None:
    """The notation of a file with these first bytes, None if it is in none.

    No notation is imported for this. Raises GameFails where a game fails to say whether the text
    is in its notation, and it is in that of no other.

    >>> found = detect(b"12345678,12345679,11112345,11112345,s1")
    >>> found and found.id
    'goita/history'
    """
    declared = _declared(head)
    if declared is not None:
        return declared
    text, trouble = _text(head), None
    for each in described().values():
        try:
            if _answer(each, "claims", each.claims, text):
                return each
        except GameFails as error:
            trouble = trouble or error
    if trouble is not None:
        raise trouble
    return None


def _declared(head: bytes) -> NotationDescriptor | None:
    """The canonical notation that a file declares first of all, which leaves nothing to ask."""
    said = _DECLARES.match(head)
    found = said and described().get(said[1].decode())
    return found if found and formats()[found.game].canonical == found.id else None


def resembled(head: bytes) -> tuple[NotationDescriptor, str] | None:
    """The notation that a file is nearly in, though none claims it, and what is wrong with it.

    Raises what `detect` raises.

    >>> found = resembled(b'"format": "goita/json", "version": 1}')
    >>> found and (found[0].id, found[1])
    ('goita/json', 'the first { is missing')
    """
    text, trouble = _text(head), None
    headless = _HEADLESS.match(text)
    for each in described().values():
        try:
            if headless is not None and _answer(each, "claims", each.claims, f"{{{text}"):
                return each, "the first { is missing"
            why = each.resembles and _answer(each, "resembles", each.resembles, text)
        except GameFails as error:
            trouble = trouble or error
            continue
        if why:
            return each, why
    if trouble is not None:
        raise trouble
    return None


def _answer(
    each: NotationDescriptor, name: str, question: Callable[[str], AnswerT], text: str
) -> AnswerT:
    """What a descriptor answers about the beginning of a text; a package may fail in that."""
    try:
        return question(text)
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise fails(each.game, f"`{name}` of {each.id} fails ({what})") from error


def _text(head: bytes) -> str:
    text = head.decode(wide_encoding(head) or "utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _typed(CONFLICT.sub("", text).lstrip("\0"))


def _typed(text: str) -> str:
    """A text as it is meant to be typed: a wrong quotation mark does not hide a notation."""
    if not text.isascii():
        # To translate a whole text takes several times as long as to look for these characters.
        text = _NO_KEYS.sub(lambda found: found[0].translate(_KEYBOARD), ODD_SPACE.sub(" ", text))
    return text.replace("'", '"') if text.lstrip()[:1] == "{" else text


_KEYBOARD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(
    map(ord, "“”„‟"), '"'
)
"""Characters in full width, and quotation marks, as a keyboard has them."""
_NO_KEYS = re.compile(f"[{re.escape(''.join(map(chr, _KEYBOARD)))}]")
