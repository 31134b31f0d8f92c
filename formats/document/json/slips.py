"""Slips in JSON: what somebody wrote where something else is due, and what is meant.

The reader asks here when it can go no further. Where only one thing can be meant, a slip has the
edits that mend it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from ...text.spelling import QUOTES, described, plain
from ...text.text import Text
from ..tree import Node

Span = tuple[int, int, str]

_WORD = re.compile(r"[\w.+−–-]+|[^\w]", re.DOTALL)
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_QUOTE = re.compile(f"[{QUOTES}]")
_BEHIND_VALUE = re.compile(r"\s*(?:[,:\]}]|\Z)")
_KEY = re.compile(r"[A-Za-z_]\w*(?=\s*[:：=])")
_VALUE = re.compile(rf'["{{\[0-9{QUOTES}-]|(?:true|false|null)\b')
_TAIL = re.compile(r"\s*[\]},:][\s\]},:]*\Z")
_STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"')

_LITERALS = {
    **dict.fromkeys(("none", "nil", "null", "undefined"), "null"),
    "true": "true",
    "false": "false",
}
_SHOWN = 40


class Slip(Struct, frozen=True):
    """What is wrong at a span of a text; `edits` mend it, if it is clear what is meant.

    The value that they mend may go on behind the last of them, up to `until`.
    """

    message: str
    start: int
    end: int
    edits: tuple[Span, ...] = ()
    fix: str = ""
    until: int = 0


def here(content: str, at: int) -> str:
    """What stands at a place, for messages."""
    found = content[at : _end(content, at)]
    return repr(found) if found else "the end of the text"


def at_value(content: str, at: int) -> Slip:
    """What stands where a value is due."""
    if at >= len(content):
        return Slip("the text ends where a value is due", at, at)
    return (
        _other_quotes(content, at)
        or _other_word(content, at)
        or _look_alike(content, at, '[{"')
        or _slip(content, at, f"a value is missing: {here(content, at)} stands here")
    )


def at_key(content: str, at: int) -> Slip:
    """What stands where the key of an object is due."""
    bare = _KEY.match(content, at)
    if bare is not None:
        edits = ((at, at, '"'), (bare.end(), bare.end(), '"'))
        why = f'a key stands in double quotes: write "{bare[0]}"'
        return Slip(why, at, bare.end(), edits, f'write "{bare[0]}"')
    if content[at : at + 1] == ",":
        why = "a comma stands where a key is due"
        return Slip(why, at, at + 1, ((at, at + 1, ""),), "remove the comma")
    return _other_quotes(content, at) or _slip(
        content, at, f"a key in double quotes is due, not {here(content, at)}"
    )


def at_colon(content: str, at: int, key: Node) -> Slip:
    """What stands where a colon is due, behind a key."""
    written = content[at : at + 2] if content[at : at + 2] == "=>" else content[at : at + 1]
    if plain(written) in ("=", "=>", ";", ":"):
        why = f"{written} stands where a colon is due"
        return Slip(why, at, at + len(written), ((at, at + len(written), ":"),), "write a colon")
    unclosed = _unclosed(content, at, key)
    if unclosed is not None:
        return unclosed
    if _VALUE.match(content, at):
        edits = ((key.end, key.end, ":"),)
        why = f"a colon is missing behind the key {content[key.start : key.end]}"
        return Slip(why, key.end, key.end, edits, "add a colon")
    return _slip(content, at, f"a colon is due after a key, not {here(content, at)}")


def at_separator(text: Text, at: int, bracket: str, opening: int, values: Sequence[Node]) -> Slip:
    """What stands where a comma or the closing bracket is due, behind the last of some values.

    `opening` is where the bracket to be closed was opened.
    """
    content, last = text.content, values[-1]
    char, opened = content[at : at + 1], f"{content[opening]} of line {text.position(opening)[0]}"
    if not char:
        why = f"the text ends, but the {opened} is not closed: {bracket} is missing"
        return Slip(why, at, at)
    if char == ";" or plain(char) == ",":
        why = f"{char} stands where a comma or {bracket} is due"
        if content[at + 1 : at + 200].lstrip()[:1] in (",", bracket):
            return Slip(why, at, at + 1, ((at, at + 1, ""),), f"remove {char}")
        return Slip(why, at, at + 1, ((at, at + 1, ","),), "write a comma")
    unclosed = _unclosed(content, at, last)
    if unclosed is not None:
        return unclosed
    missing, swapped = _balance(content)
    if char == ":" and bracket == "]" and missing == {"[": 1} and len(values) > 1:
        end = values[-2].end
        why = f"] is missing before the key {content[last.start : last.end]}"
        return Slip(why, end, end, ((end, end, "]"),), "add ]")
    if char in "]}" and swapped == {char, bracket}:
        why = f"{char} stands where {bracket} is due"
        return Slip(why, at, at + 1, ((at, at + 1, bracket),), f"write {bracket}")
    if char in "]}":
        why = f"{char} stands where {bracket} is due, to close the {opened}"
        return Slip(why, at, at + 1)
    if _VALUE.match(content, at):
        edits = ((last.end, last.end, ","),)
        return Slip("a comma is missing here", last.end, last.end, edits, "add a comma")
    return _slip(content, at, f"a comma or {bracket} is due, not {here(content, at)}")


def at_end(content: str, at: int) -> Slip:
    """What stands behind the end of the record."""
    why = "the text goes on after the end of the value"
    edits = ((at, at + 1, ""),) if content[at:].strip() in ("]", "}", ",") else ()
    return Slip(why, at, _end(content, at), edits, f"remove {content[at]}" if edits else "")


def unclosed_line(content: str, start: int, end: int) -> Slip:
    """A string that is not closed before the end of its line."""
    why = 'the string that begins here has no closing "'
    tail = _TAIL.search(content, start + 1, end)
    if tail is None:
        return Slip(why, start, end)
    at = tail.start()
    return Slip(why, start, at, ((at, at, '"'),), 'add "')


def control_character(at: int, char: str) -> Slip:
    """A character that may not stand in a string as it is."""
    if char == "\t":
        why = r"a tab stands in a string: it is written \t"
        return Slip(why, at, at + 1, ((at, at + 1, r"\t"),), r"write \t")
    return Slip(f"a control character (U+{ord(char):04X}) may not stand in a string", at, at + 1)


def number_slip(content: str, at: int) -> Slip:
    """What is nearly a number."""
    return _other_word(content, at) or _slip(
        content, at, f"{here(content, at)} is no number of JSON"
    )


def odd_spaces(spans: Sequence[tuple[int, int]], content: str) -> Slip:
    """White space between values that JSON does not have, wherever it stands."""
    start, end = spans[0]
    found = described(content[start])
    more = f", and {len(spans) - 1} more in the text" if len(spans) > 1 else ""
    edits = tuple((first, last, " ") for first, last in spans)
    why = f"{found} stands here{more}; between values JSON has plain spaces alone"
    return Slip(why, start, end, edits, "write plain spaces")


def _end(content: str, at: int) -> int:
    """The end of the word at a place."""
    match = _WORD.match(content, at)
    return min(match.end(), at + _SHOWN) if match else at


def _slip(content: str, at: int, message: str) -> Slip:
    return Slip(message, at, _end(content, at))


def _other_quotes(content: str, at: int) -> Slip | None:
    """A string in quotation marks that JSON does not have."""
    if not _QUOTE.match(content, at):
        return None
    why = f'{content[at]} stands where a straight " is due'
    line_end = content.find("\n", at)
    stop = len(content) if line_end < 0 else line_end
    closing = re.compile(f'[{QUOTES}"]')
    for match in closing.finditer(content, at + 1, stop):
        if _BEHIND_VALUE.match(content, match.end()):
            inner = content[at + 1 : match.start()]
            edits: tuple[Span, ...] = ((at, at + 1, '"'), (*match.span(), '"'))
            if match[0] == '"':
                edits = edits[:1]
            clear = '"' not in inner and "\\" not in inner
            fix = f'write "{inner}"'
            return Slip(why, at, at + 1, edits if clear else (), fix, match.end())
    return Slip(why, at, at + 1)


def _other_word(content: str, at: int) -> Slip | None:
    """A word or a number as other languages write it."""
    end = _end(content, at)
    word = content[at:end]
    simple = plain(word)
    right = _LITERALS.get(simple.lower())
    if right is None:
        digits = simple.replace("_", "").removeprefix("+")
        digits = re.sub(r"\A(-?)0+(?=[0-9])", r"\1", digits)
        digits = re.sub(r"\A(-?)\.", r"\g<1>0.", digits).removesuffix(".")
        right = digits if NUMBER.fullmatch(digits) else None
    if right is None or right == word:
        return None
    why = f"{word!r} stands where a value is due: write {right}"
    return Slip(why, at, end, ((at, end, right),), f"write {right}")


def _look_alike(content: str, at: int, due: str) -> Slip | None:
    """A character that looks like one of those that are due."""
    char = content[at : at + 1]
    right = plain(char)
    if right == char or not right or right not in due:
        return None
    why = f"{char} stands where {right} is due"
    return Slip(why, at, at + 1, ((at, at + 1, right),), f"write {right}")


def _unclosed(content: str, at: int, last: Node) -> Slip | None:
    """A string that ends where the next one begins: its own end is missing."""
    follows = content[at : at + 1]
    if not isinstance(last.scalar, str) or at != last.end or not (follows.isalnum()):
        return None
    why = 'the string that begins here has no closing "'
    tail = _TAIL.search(content, last.start + 1, last.end - 1)
    if tail is None:
        return Slip(why, last.start, last.end - 1)
    return Slip(why, last.start, tail.start(), ((tail.start(), tail.start(), '"'),), 'add "')


@lru_cache(maxsize=1)  # it is asked for each slip of a text
def _balance(content: str) -> tuple[dict[str, int], set[str]]:
    """The brackets of which more are opened than closed, and two that stand for one another."""
    bare = _STRINGS.sub("", content)
    counts = {each: bare.count(each) - bare.count(end) for each, end in ("[]", "{}")}
    missing = {each: count for each, count in counts.items() if count}
    return missing, {"]", "}"} if sorted(missing.values()) == [-1, 1] else set()
