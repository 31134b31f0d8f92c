"""The slips in the syntax of JSON in words: what was expected, and what was found."""

from __future__ import annotations

import re
from collections.abc import Collection

from ... import codes
from ...text.place import differences
from ...text.repairs import Mend
from ...text.spelling import QUOTES
from .faults import Report
from .language import BETWEEN, INNER, KEY_STAND_IN, STAND_IN

_NAMES = {",": "a comma", ":": "a colon", '"': "a quotation mark"}
_SHOWN = 40
_TO_QUOTE = re.compile(r'[^"\n\r]*"')
_FAR = 1000
_KEY = re.compile(rf'("{INNER}"){BETWEEN}(:){BETWEEN}')
"""A key before a value that is left out, at most so far before it."""


def tell(report: Report, mend: Mend, key: re.Match[str] | None) -> None:
    """Report a slip; its mend is the fix if that is certain. A `key` may be what has no value."""
    content = report.text.content
    old, new = content[mend.start : mend.end], mend.new
    start, end = mend.start, mend.start + len(old.rstrip())
    word, meant, rule = old.strip(), new.strip(), codes.JSON_SYNTAX
    fix = f"write {meant}"
    if meant in (STAND_IN, KEY_STAND_IN) and not mend.certain:
        meant = ""
    if key is not None:
        why = f"the key {key[1]} has no value" + (f"; {meant} is meant" if meant else "")
        start, end, rule = *key.span(1), codes.JSON_VALUE_MISSING
    elif not new and word == "," and content[mend.stopped] in "]}":
        why, rule = f"a comma before {content[mend.stopped]}", codes.TRAILING_COMMA
        fix = "remove the comma"
    elif not meant and word[:1] == '"' and '"' not in word[1:]:
        why = 'the string that begins here has no closing "'
    elif mend.kind == "skipped":
        if mend.expected and start == len(content):
            why = f"the text ends where {_expected(mend.expected)} is expected"
        elif mend.expected:
            why = f"expected {_expected(mend.expected)}, found {_shown(word)}"
        else:
            why = "the text goes on after the end of the value"
    elif mend.kind == "missing" and not meant:
        at = content[mend.stopped : mend.stopped + 1]
        why = f"expected {_expected(mend.expected)}, found {_shown(at)}"
        start, end = mend.stopped, mend.stopped + len(at)
    elif mend.kind == "missing":
        fix, why = f"add {_name(meant)}", f"{_name(meant)} is missing here"
        if not content[end:].strip():
            why = f"the text ends, but {meant} is missing"
            start = end = len(content)
    elif not new:
        why, fix = f"unexpected {_name(word).removeprefix('a ')}", f"remove {word}"
    elif mend.kind == "swapped":
        why, fix = "two words or signs are swapped", "swap them"
    elif not meant:
        why = f"expected {_expected(mend.expected)}, found {_shown(word)}"
    else:
        why, start, end = _respelt(mend, content, start, end)
    edits = differences(old, new, mend.start) if mend.certain else []
    if not new and len(old) > len(word) + 1:
        edits = edits and [(start, end, "")]  # what indents the next word stays
    report.say(why, start, end, fix, edits, rule, mend.kind != "swapped")


def key_of(content: str, mend: Mend) -> re.Match[str] | None:
    """The key whose value a mend puts in, None if it does something else."""
    if mend.kind != "missing" or mend.new.strip() != STAND_IN:
        return None
    first = max(0, mend.start - _FAR)
    found = (each for each in _KEY.finditer(content, first, mend.start) if each.end() == mend.start)
    return next(found, None)


def _respelt(mend: Mend, content: str, start: int, end: int) -> tuple[str, int, int]:
    """What is wrong with a word that is written otherwise, and where that is."""
    old = content[mend.start : mend.end]
    edits = differences(old, mend.new, mend.start)
    at, until, put = edits[0]
    if len(edits) == 1 and at == until and put == '"':
        if at == start:
            closing = _TO_QUOTE.match(content, start)
            return 'a string has no opening "', start, closing.end() if closing else end
        return 'the string that begins here has no closing "', start, at
    if len(edits) == 1 and not put and old[0] in '",':
        return f"unexpected {_NAMES[old[0]].removeprefix('a ')}", at, until
    if old[0] in QUOTES:
        return f'expected a straight ", found {old[0]}', start, start + 1
    if old[0] == '"':
        why = f"expected {_name(put)}, found {_name(old[at - start : until - start])}"
        return why, at, until
    return f"expected {_name(mend.new)}, found {_shown(old)}", start, end


def _expected(kinds: Collection[str]) -> str:
    """The words that are expected, for messages."""
    if "literal" in kinds:
        return "a value"
    if "string" in kinds:
        return "a key in double quotes"
    return " or ".join(map(_name, sorted(kinds)))


def _name(word: str) -> str:
    """A sign by its name, or a word as it is written."""
    return _NAMES.get(word.strip(), word[:_SHOWN])


def _shown(word: str) -> str:
    """A word for messages, no longer than a person can read."""
    return repr(word[:_SHOWN]) if word else "the end of the text"
