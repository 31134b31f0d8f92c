"""Identifies a finding in its file from one run to the next, while lines and records move."""

from __future__ import annotations

import re

from ..findings import Finding

_NUMBERS = re.compile(r"\b(?:lines?|record) \d+(?:(?:, | and | to |-)\d+)*")
_IN_FILE = re.compile(r"(\.[a-z]\w*)(?::\d+)+")
"""A line, and perhaps a column, after the name of a file."""
_WORD = re.compile(r"[^\s{\[]\S{,49}")
"""The text that a finding is about, if it is one word: canonical form changes others."""


def identity(finding: Finding) -> str:
    """Return the rule, the message, and the word that a finding is about, as one text.

    It does not depend on lines (even if a message names some), columns, the order of records, or
    their layout. Of two records with the same match, the play counts, not the names of their files.
    """
    if finding.twin is not None:
        return f"{finding.code}\0{finding.twin.digest}"
    at = finding.excerpt
    about = "" if at is None else at.text[at.start : at.start + at.length]
    word = about if _WORD.fullmatch(about) else ""
    return "\0".join((finding.code, lasting(finding.message), word))


def lasting(message: str) -> str:
    """Return a message without the lines and records that it names by number.

    >>> lasting("the key is repeated (lines 4, 5 and 16); see line 3")
    'the key is repeated (…); see …'
    >>> lasting("the same as in old/a.jsonl:3:1 (record 2)")
    'the same as in old/a.jsonl (…)'
    """
    return _NUMBERS.sub("…", _IN_FILE.sub(r"\1", message))
