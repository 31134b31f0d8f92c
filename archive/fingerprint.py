"""Fingerprints that identify a finding in its file across runs, even if lines and records move."""

from __future__ import annotations

import re

from ..findings import Finding

_NUMBERS = re.compile(r"\b(?:lines?|record) \d+(?:(?:, | and | to |-)\d+)*")
_IN_FILE = re.compile(r"(\.[a-z]\w*)(?::\d+)+")
"""A line, and perhaps a column, after a file name."""
_WORD = re.compile(r"[^\s{\[]\S{,49}")
"""The word that a finding is about; canonical form may change anything longer."""


def identity(finding: Finding) -> str:
    """Return the rule, the message, and the word that a finding is about, as one string.

    It does not depend on lines (even if the message mentions some), columns, the order of records,
    or their layout. If it is about two records of the same match, it depends on their play, not on
    their file names.
    """
    if finding.twin is not None:
        return f"{finding.code}\0{finding.twin.digest}"
    at = finding.excerpt
    about = "" if at is None else at.text[at.start : at.start + at.length]
    word = about if _WORD.fullmatch(about) else ""
    return "\0".join((finding.code, lasting(finding.message), word))


def lasting(message: str) -> str:
    """Return a message without the line and record numbers in it.

    >>> lasting("the key is repeated (lines 4, 5 and 16); see line 3")
    'the key is repeated (…); see …'
    >>> lasting("the same as in old/a.jsonl:3:1 (record 2)")
    'the same as in old/a.jsonl (…)'
    """
    return _NUMBERS.sub("…", _IN_FILE.sub(r"\1", message))
