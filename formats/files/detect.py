"""Detects the notation of a file from its first bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from ...replayer.discovery import GameFails, fails, raised
from ..interface.catalog import described, formats
from ..interface.descriptor import NotationDescriptor
from .source import UTF_8, Encoding, configured_encoding, wide_encoding

AnswerT = TypeVar("AnswerT")

_HEADLESS = re.compile(r'\s*+[\[(]?+\s*+(?="\w+"\s*:)')
"""The text before the first key of JSON without its opening brace."""

_DECLARES = re.compile(rb'\s*\{\s*"format"\s*:\s*"([a-z0-9_-]+/[a-z0-9_-]+)"')
"""The beginning of JSON that starts by declaring its format."""

CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\n", re.MULTILINE)
"""A merge conflict marker; a file with one is still meant to be a record."""


def detect(head: bytes, suffix: str | None = None) -> NotationDescriptor | None:
    """Return the notation of a file with these first bytes, or None if unknown.

    This imports no notation. The bytes are in UTF-8; if a suffix is given (possibly ""), they may
    be in any encoding that a notation with that suffix allows. Raises GameFails if a game's code
    fails, and no other notation claims the text.

    >>> found = detect(b"12345678,12345679,11112345,11112345,s1")
    >>> found and found.id
    'goita/history'
    """
    said = declared(head)
    if said is not None:
        return said
    trouble = None
    for each, text in _read_by_each(head, suffix):
        try:
            if _answer(each, "claims", each.claims, text):
                return each
        except GameFails as error:
            trouble = trouble or error
    if trouble is not None:
        raise trouble
    return None


def declared(head: bytes) -> NotationDescriptor | None:
    """Return the canonical notation that a file declares at its beginning."""
    said = _DECLARES.match(head)
    found = said and described().get(said[1].decode())
    return found if found and formats()[found.game].canonical == found.id else None


def resembled(head: bytes, suffix: str | None = None) -> tuple[NotationDescriptor, str] | None:
    """Return the notation that an unrecognised file resembles, and what is wrong with the file.

    Takes the same bytes as `detect`, and raises the same exceptions.

    >>> found = resembled(b'"format": "goita/json", "version": 1}')
    >>> found and (found[0].id, found[1])
    ('goita/json', 'the first { is missing')
    """
    trouble = None
    for each, text in _read_by_each(head, suffix):
        headless = _HEADLESS.match(text)
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
    """Ask a descriptor about the beginning of a text; raise GameFails if its code fails."""
    try:
        return question(text)
    except Exception as error:
        raise fails(each.game, f"`{name}` of {each.id} fails ({raised(error)})") from error


def _read_by_each(head: bytes, suffix: str | None) -> Iterator[tuple[NotationDescriptor, str]]:
    """Yield the text for each notation: first as UTF-8, then in another encoding it may be in."""
    text = _text(head, wide_encoding(head) or "utf-8-sig")
    for each in described().values():
        yield each, text
    if suffix is None or head.isascii():
        return
    for each in described().values():
        encoding = encoding_of(each, lambda: head, suffix)
        if encoding.name != "utf-8":
            yield each, _text(head.removeprefix(encoding.mark), encoding.name)


def encoding_of(each: NotationDescriptor, head: Callable[[], bytes], suffix: str) -> Encoding:
    """Return the encoding of a file in this notation with this suffix and these first bytes."""
    if each.encodings == ("utf-8",) and configured_encoding() is None:
        return UTF_8
    from .encodings import decided  # not needed for most files

    return decided(each, head(), suffix)


def _text(head: bytes, encoding: str) -> str:
    text = head.decode(encoding, "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _typed(CONFLICT.sub("", text).lstrip("\0"))


def _typed(text: str) -> str:
    """Replace typographic quotation marks and the like in a text with keyboard characters."""
    if not text.isascii():
        from ..text.spelling import ODD_SPACE

        # translating a text takes several times as long as searching for these characters
        text = _NO_KEYS.sub(lambda found: found[0].translate(_KEYBOARD), ODD_SPACE.sub(" ", text))
    return text.replace("'", '"') if text.lstrip()[:1] == "{" else text


_KEYBOARD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(
    map(ord, "“”„‟"), '"'
)
"""Full-width characters and quotation marks, mapped to those on a keyboard."""
_NO_KEYS = re.compile(f"[{re.escape(''.join(map(chr, _KEYBOARD)))}]")
