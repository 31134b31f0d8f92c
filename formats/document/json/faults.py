"""Find faults in JSON whose tokens are in the right order.

Comments, unusual whitespace, and strings and numbers that programs read differently are reported.
Edits that preserve the text's length make it valid JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from msgspec import Struct

from ....findings.limits import MAX_DEPTH
from ... import codes
from ...text.spelling import ODD_SPACE, described
from ..mending.slips import Report, Span
from .language import NUMBER
from .plain import number

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")'
    r"|(?P<comment>(?:#|//)[^\n\r]*+|/\*.*?\*/)"
    rf"|(?P<odd>{ODD_SPACE.pattern})"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<sign>[{}\[\],:])|(?P<literal>\w+)",
    re.DOTALL,
)
_SOUND = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Faults(Struct):
    """The edits that make a text valid, and the offsets of its unreadable values.

    `deep`: whether the text is nested too deeply to be read at all.
    """

    edits: list[Span]
    unread: list[int]
    deep: bool = False


def faults(report: Report) -> Faults:
    """Report anything wrong with a text whose tokens are in the right order."""
    found = Faults([], [])
    content, odd = report.text.content, list[tuple[int, int]]()
    depth = 0
    for token in _TOKEN.finditer(content):
        start, end = token.span()
        kind = token.lastgroup
        if kind == "odd":
            odd.append((start, end))
        elif kind == "comment":
            _comment(report, start, end)
            found.edits.append((start, end, " " * (end - start)))
        elif kind == "string":
            if not _string(report, start, end):
                found.unread.append(start)
                found.edits.append((start, end, f'"?{start}"'))  # a key must not be repeated
        elif kind == "number" and number(token[0]) is None:
            report.say("the number is too large", start, end, rule=codes.NUMBER_TOO_LARGE)
            found.unread.append(start)
            found.edits.append((start, end, "0".ljust(end - start)))
        elif kind == "sign":
            depth += (token[0] in "[{") - (token[0] in "]}")
            if depth > MAX_DEPTH + 1:
                why = f"values are nested more than {MAX_DEPTH} deep"
                report.say(why, start, end, rule=codes.NESTED_TOO_DEEP)
                found.deep = True
                return found
    if odd:
        _odd_spaces(report, content, odd)
        found.edits += [(start, end, " " * (end - start)) for start, end in odd]
    found.edits.sort()
    return found


def _comment(report: Report, start: int, end: int) -> None:
    """Report a comment. Only an empty one gets a fix, so that nothing anyone wrote is lost."""
    content, first, column = report.text.content, start, report.text.position(start)[1]
    # Remove only the spaces that are also next to the comment in the original text.
    while (
        first and content[first - 1] in " \t" and report.text.position(first - 1)[1] + 1 == column
    ):
        first, column = first - 1, column - 1
    edits = [] if content[start:end].strip("#/* \t") else [(first, end, "")]
    report.say(
        "JSON does not allow comments", start, end, "remove the comment", edits, codes.JSON_COMMENT
    )


def _string(report: Report, start: int, end: int) -> bool:
    """Report anything wrong with a string, and return whether it is valid."""
    content = report.text.content
    sound = _SOUND.match(content, start, end - 1)
    at = start + 1 if sound is None else sound.end()
    if at < end - 1:
        char = content[at]
        if char == "\\":
            why = f"{content[at : at + 2]!r} is not a JSON escape"
            report.say(why, at, at + 2)
        elif char == "\t":
            why = r"in a string, write a tab as \t"
            report.say(why, at, at + 1, r"write \t", [(at, at + 1, r"\t")])
        elif char in "\n\r":
            report.say('the string that begins here has no closing "', start, at)
        else:
            why = f"a string cannot contain a control character (U+{ord(char):04X})"
            report.say(why, at, at + 1)
        return False
    if _SURROGATE.search(content, start, end):
        value = json.loads(content[start:end])
        if any("\ud800" <= char <= "\udfff" for char in value):
            report.say("an escape for half a character (a lone surrogate)", start, end)
            return False
    return True


def _odd_spaces(report: Report, content: str, spans: Sequence[tuple[int, int]]) -> None:
    """Report all whitespace between values that is not allowed in JSON."""
    start, end = spans[0]
    more = f", and {len(spans) - 1} more in the text" if len(spans) > 1 else ""
    why = f"{described(content[start])} between values{more}; JSON allows only plain spaces there"
    edits = [(first, last, " ") for first, last in spans]
    report.say(why, start, end, "write plain spaces", edits)
