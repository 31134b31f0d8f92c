"""Describe slips in the syntax of JSON and YAML: what was expected, and what was found."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TypeAlias

from ....findings import Finding, Fix, Rule, amount
from ... import codes
from ...found import Found
from ...text.place import differences, edit, place
from ...text.repairs import Mend
from ...text.spelling import QUOTES, described
from ...text.text import Text
from ..json.language import BETWEEN, INNER, KEY_STAND_IN, STAND_IN

Span: TypeAlias = "tuple[int, int, str]"
"""A span of a text, and its replacement."""

SWAPPED = "two words or symbols are swapped here"
NO_PART = "this line is not part of a record"
_SIGNS = {",": "a comma", ":": "a colon", '"': "a quotation mark"}
_NAMES = {"\n": "a line break", " ": "a space", **_SIGNS}
_SHOWN = 40
_TO_QUOTE = re.compile(r'[^"\n\r]*"')
_FAR = 1000
"""The maximum distance, in characters, between a key and the place of its missing value."""
_KEY, _BETWEEN = re.compile(rf'("{INNER}"){BETWEEN}:'), re.compile(BETWEEN)


class Report:
    """Adds findings about a text to those already made."""

    def __init__(self, text: Text, found: Found, syntax: Rule = codes.JSON_SYNTAX) -> None:
        self.text = text
        self.found = found
        self._syntax = syntax
        self.is_json = syntax is codes.JSON_SYNTAX
        self.behind = "the text continues after the end of the value" if self.is_json else NO_PART

    def say(
        self,
        message: str,
        start: int,
        end: int,
        fix: str = "",
        edits: Sequence[Span] = (),
        rule: Rule | None = None,
        safe: bool = True,
    ) -> None:
        """Report a slip in a span; any edits given repair it."""
        made = tuple(edit(self.text, *each) for each in edits)
        mending = Fix(fix, edits=made, safe=safe) if made else None
        finding = Finding(rule=rule or self._syntax, message=message, fix=mending)
        self.found.add(place(finding, self.text, start, end))


def tell(report: Report, mend: Mend) -> None:
    """Report a slip, with its repair as the fix if it is certain."""
    content = report.text.content
    key = key_of(content, mend) if report.is_json else None
    old, new = content[mend.start : mend.end], mend.new
    word, meant, rule = old.strip(), new.strip() or new[:1], None
    start = mend.start + len(old) - len(old.lstrip())
    end = start + len(word)
    fix, is_safe = f"write {meant}", True
    if meant in (STAND_IN, KEY_STAND_IN) and not mend.certain:
        meant = ""
    if key is not None:
        why = f"the key {key[1]} has no value" + (f"; write {meant}" if meant else "")
        start, end, rule = *key.span(1), codes.JSON_VALUE_MISSING
    elif not new and word == "," and content[mend.stopped] in "]}":
        why, rule = f"unexpected comma before {content[mend.stopped]}", codes.TRAILING_COMMA
        fix = "remove the comma"
    elif not meant and word[:1] == '"' and '"' not in word[1:]:
        why = 'the string that begins here has no closing "'
    elif mend.kind == "skipped" and not mend.expected:
        why = report.behind
    elif mend.kind == "skipped" or (new and not meant):
        if not word:
            start, word = mend.stopped, content[mend.stopped : mend.stopped + 1]
            end = start + len(word)
        why = f"expected {_expected(mend.expected)}, found {_shown(word)}"
    elif mend.kind == "doubled" and is_line(content, start, end):
        edits = [(mend.start, mend.end, "")] if mend.certain else []
        report.say("this line is repeated", start, end, "remove it", edits)
        return
    elif mend.kind == "swapped":
        lines = "\n" in word
        why = "this line and the next one are swapped" if lines else SWAPPED
        fix, is_safe = "swap them", False
    elif new.endswith(word) and "\n" in meant:
        line = meant.partition("\n")[0]
        why, fix, is_safe = f"the line {line} is missing here", "add the line", False
    elif word == meant and old != new:
        is_joined = "\n" in new
        why = "a line break is missing here" if is_joined else "this line is indented wrongly"
        why = "this line is indented with a tab; use spaces in YAML" if "\t" in old else why
        column = (
            mend.start - content.rfind("\n", 0, mend.start) - 1 + len(new) - len(new.lstrip(" "))
        )
        fix = "add a line break" if is_joined else f"indent it by {amount(column, 'space')}"
        start, end = mend.start, start if start > mend.start else end
    elif not report.is_json and not new and is_line(content, mend.start, mend.end):
        report.say(NO_PART, start, end, "make it a comment", [(start, start, "# ")])
        return
    elif mend.kind == "missing":
        fix, why = f"add {_name(meant)}", f"{_name(meant)} is missing here"
        if not content[end:].strip():
            why = f"the text ends, but {meant} is missing"
            start = end = len(content)
    elif not new:
        why, fix = f"unexpected {_bare(word)}", f"remove {word}"
    else:
        why, start, end = _respelt(mend, content, start, end)
        fix = _fix_of_quote(mend, old) or ("add a line break" if "\n" in meant else fix)
    edits = differences(old, new, mend.start) if mend.certain else []
    if not new and (len(old) > len(word) + 1 or rule is codes.TRAILING_COMMA):
        edits = edits and [(start, end, "")]  # keep the indentation of the next word
    report.say(why, start, end, fix, edits, rule, is_safe)


def is_line(content: str, start: int, end: int) -> bool:
    """Return whether a span is a whole line."""
    line = content.rfind("\n", 0, start) + 1
    behind = content.find("\n", end) % (len(content) + 1)
    return not (content[line:start] + content[end:behind]).strip()


def key_of(content: str, mend: Mend) -> re.Match[str] | None:
    """Return the key whose value a repair inserts, or None if the repair does something else."""
    if mend.start < mend.end or mend.new.strip() in ("[", "{", ""):
        return None
    keys = [*_KEY.finditer(content, max(0, mend.start - _FAR), mend.start)]
    is_empty = keys and _BETWEEN.fullmatch(content, keys[-1].end(), mend.start)
    return keys[-1] if is_empty else None


def _fix_of_quote(mend: Mend, old: str) -> str:
    """Return the fix if one quotation mark is missing or of another kind inside a longer word."""
    ((start, end, put), *more) = differences(old, mend.new)
    is_whole = mend.new.count('"') == 2 and mend.new[0] == mend.new[-1] == '"'
    if more or put != '"' or is_whole:
        return ""
    return 'write "' if start < end else 'add "'


def _respelt(mend: Mend, content: str, start: int, end: int) -> tuple[str, int, int]:
    """Return the message about a misspelt word, and the span that it is about."""
    old = content[mend.start : mend.end]
    edits = differences(old, mend.new, mend.start)
    at, until, put = edits[0]
    if len(edits) == 1 and at == until and put == '"':
        if at == start:
            closing = _TO_QUOTE.match(content, start)
            return 'a string has no opening "', start, closing.end() if closing else end
        return 'the string that begins here has no closing "', start, at
    if len(edits) == 1 and not put and old[0] in '",':
        return f"unexpected {_bare(old[0])}", at, until
    if old[0] in QUOTES:
        return f'expected a straight ", found {old[0]}', start, start + 1
    gone = content[at:until]
    if len(edits) == 1 and put == '"' and gone in QUOTES:
        return f'expected a straight ", found {gone}', at, until
    is_sign = len(edits) == 1 and put != "" and not any(map(str.isalnum, gone + put))
    if is_sign or old[0] == '"' or " " in old:
        if gone.strip() and sorted(gone.strip()) == sorted(put.strip()):
            return SWAPPED, at, until
        if not gone:
            return f"{_name(put)} is missing here", at, until
        if not put:
            return f"unexpected {_bare(gone)}", at, until
        return f"expected {_name(put)}, found {_shown(gone)}", at, until
    return f"expected {_name(mend.new)}, found {_shown(old)}", start, end


def _expected(kinds: Collection[str]) -> str:
    """Return the expected words, for messages."""
    if "literal" in kinds:
        return "a value"
    if "string" in kinds:
        return "a key in double quotes"
    return " or ".join(map(_name, sorted(kinds)))


def _name(word: str) -> str:
    """Return the name of a punctuation mark, or any other word as written."""
    word = word.strip() or word[:1]
    return _NAMES.get(word, word[:_SHOWN])


def _bare(word: str) -> str:
    """Return the name of a word without its article."""
    return _name(word).removeprefix("a ")


def _shown(word: str) -> str:
    """Return a word for messages, shortened to a readable length."""
    if word in _SIGNS or (len(word) == 1 and not word.isprintable()):
        return _SIGNS.get(word) or described(word)
    return repr(word[:_SHOWN]) if word else "the end of the text"
