"""Detects from its first bytes which notation a file is written in."""

from __future__ import annotations

import re

from ..replayer.discovery import failed
from .catalog import described
from .descriptor import NotationDescriptor
from .source import wide_encoding

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: .*)?\n", re.MULTILINE)
"""What git leaves in a file that it could not merge: a broken record, but still a record."""


def detect(head: bytes) -> NotationDescriptor | None:
    """The notation of a file with these first bytes, None if it is in none.

    No notation is imported for this.

    >>> found = detect(b"12345678,12345679,11112345,11112345,s1")
    >>> found and found.id
    'goita/history'
    """
    text = head.decode(wide_encoding(head) or "utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CONFLICT.sub("", text).lstrip("\0")
    for each in described().values():
        try:
            if each.claims(text):
                return each
        except Exception as error:
            raise failed(each.game, f"`claims` of {each.id} fails", error) from error
    return None
