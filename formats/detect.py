"""Tells from its first bytes which notation a file is written in."""

from __future__ import annotations

import re

from .catalog import described
from .descriptor import NotationDescriptor
from .source import wide_encoding

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: .*)?\n", re.MULTILINE)
"""What git leaves in a file that it could not merge: such a record is broken, but still one."""


def detect(head: bytes) -> NotationDescriptor | None:
    """The notation that the first bytes of a file are written in, None where it is none.

    No notation is imported for it.

    >>> found = detect(b"12345678,12345679,11112345,11112345,s1")
    >>> found and found.id
    'goita/history'
    """
    text = _text(head)
    return next((each for each in described().values() if each.claims(text)), None)


def resembled(head: bytes) -> tuple[NotationDescriptor, str] | None:
    """The notation in which a file that none claims is meant to be, and what is wrong with it.

    >>> found = resembled(b'"format": "goita/json", "version": 1}')
    >>> found and (found[0].id, found[1])
    ('goita/json', 'the first { is missing')
    """
    text = _text(head)
    for each in described().values():
        why = each.resembles and each.resembles(text)
        if why:
            return each, why
    return None


def _text(head: bytes) -> str:
    text = head.decode(wide_encoding(head) or "utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONFLICT.sub("", text).lstrip("\0")
