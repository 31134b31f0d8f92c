"""What identifies a finding in its file from one run to the next, while lines and records move."""

from __future__ import annotations

import re

from ..findings import Finding

_NUMBERS = re.compile(r"\b(?:lines?|record) \d+(?:(?:, | and | to |-)\d+)*")
_IN_FILE = re.compile(r"(\.[a-z]\w*)(?::\d+)+")
"""A line, and perhaps a column, behind the name of a file."""
_LONGEST = 50
"""The text that a finding is about counts so far. How much of more is known depends on its line."""


def identity(finding: Finding) -> str:
    """The rule, the message, and the text that a finding is about, as one text.

    It does not depend on lines (even where a message names some), columns or the order of records.
    Of two records with the same match, what was played counts, and not what their files are called.
    """
    if finding.twin is not None:
        return f"{finding.code}\0{finding.twin.digest}"
    at = finding.excerpt
    about = "" if at is None else at.text[at.start : at.start + at.length][:_LONGEST]
    return "\0".join((finding.code, lasting(finding.message), about))


def lasting(message: str) -> str:
    """A message without the lines and records that it names by number.

    >>> lasting("the key is repeated (lines 4, 5 and 16); see line 3")
    'the key is repeated (…); see …'
    >>> lasting("the same as in old/a.jsonl:3:1 (record 2)")
    'the same as in old/a.jsonl (…)'
    """
    return _NUMBERS.sub("…", _IN_FILE.sub(r"\1", message))
