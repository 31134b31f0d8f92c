"""The headers of the text gibo, and what is meant by those that are misspelt.

A misspelt header says plainly what it is. It is reported, and the text is read on as it was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import chain, islice, pairwise
from typing import Any

from msgspec import Struct

from ....findings import Finding, Fix
from ... import codes as file_codes
from ...text.grammar import grammar
from ...text.lines import BETWEEN, LineOfText, lines
from ...text.place import place, replacing
from ...text.respelt import RespeltText
from ...text.text import Text
from .notes import is_comment

GRAMMAR = "mighty/gibo"

OF_MATCH = ("Title", "Players", "Start", "End", "Rules", "Options", "View")
OF_DEAL = ("Dealer", "Totals", "Hand", "Kitty", "Auction", "Discard", "Contract", "Friend")
OF_RESULT = ("Result", "Points", "Score", "Payoffs")
HEADERS = ("Deal", *OF_MATCH, *OF_DEAL, *OF_RESULT, "Note")

HEADER = re.compile(r"([^\s:]+)(\s[^:]*)?:")
_IN_DEAL = re.compile(r"^[ \t]*(Deal:|R\s|Result:)", re.MULTILINE)
_BEGINS_MATCH = re.compile(rf"({'|'.join(OF_MATCH)}):|Deal: *1\Z")
_IN_TABLE = re.compile(
    r"\(?([♠♦♥♣SDHC](10|[AKQJT0-9])?[♠♦♥♣SDHC]?|[♠♦♥♣SDHC]?([☆★]|JK)[♠♦♥♣SDHC]?|\?\?)!?\*?\Z"
    r"|[.(!*~]+\Z"
)
_ROLE = re.compile(r"P[0-4][!~]*\Z")
_ROW_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[.)]*\s")
_LEADS_ROW = re.compile(r"\d{1,2}(st|nd|rd|th)?[.)]*\Z")
_OF_ROW = 5
"""The cells of a row, whatever stands in them."""
_RULE = re.compile(r"[-–—=_*~][-–—=_*~ \t]*\Z")
"""A line drawn across, as people write `---`."""
_OPTION = re.compile(r"(.*\s)?[a-z0-9_]+=\S")
_FIRST_WORD = re.compile(r"(\S+)")
_WORD = re.compile(r"[^\W\d_][^\W_]+(?=[\s:])")
_BY_LOWER = {each.lower(): each for each in HEADERS}
_CLOSE = 0.75
"""How close a word is to a header that it may mean (see `difflib`)."""
_SHOWN = 20
"""The most characters of a stray line that a message quotes."""

_ODD = re.compile(
    rf"^(?!(?:{'|'.join(HEADERS)})(?:[ \t][^:\n]*)?:"
    r"|R[ \t]|[0-9]{1,2}(?:[ \t]+\S+){5}$|---$|#|$)",
    re.MULTILINE,
)
"""A line of a text without CR that is neither empty nor what a plain gibo is made of."""

MOST = 1000
"""The most lines of a text that are compared with headers; no record needs a tenth of them."""


def respelt(text: Text) -> tuple[Text, list[Finding]]:
    """The text with its headers as they are meant and without its stray lines, and the findings
    for both.

    The places in the text are those of the original.
    """
    if "\r" not in text.content and _ODD.search(text.content) is None:
        return text, []  # most are so, and this is quick to say
    first_deal = _IN_DEAL.search(text.content)
    slips = list[_Slip]()
    for before, line, following in islice(_odd(text), MOST):
        behind_deal = first_deal is not None and first_deal.start() < line.start
        if behind_deal and _RULE.match(line.content) and _BEGINS_MATCH.match(following.content):
            slips.append(_rule(text, line))
        elif not _stands_for_row(before, following):
            slips += filter(None, [_misspelt(text, line) or _stray(text, line)])
    found = [each.finding for each in slips]
    return (RespeltText(text, [each.edit for each in slips]), found) if slips else (text, [])


class _Slip(Struct):
    """A change of the text (from an offset to another), and the finding for what it changes."""

    edit: tuple[int, int, str]
    finding: Finding


def _odd(text: Text) -> Iterator[tuple[LineOfText, LineOfText, LineOfText]]:
    """The lines that begin with no header, each between its neighbours that are not empty."""
    filled = (line for line in lines(text) if line.content)
    nothing = LineOfText("", len(text.content))
    for (before, line), (_, following) in pairwise(pairwise(chain([nothing], filled, [nothing]))):
        header = HEADER.match(line.content)
        known = BETWEEN.match(line.content) or (header is not None and header[1] in HEADERS)
        known = known or is_comment(line.content)
        if not known:
            yield before, line, following


def _stands_for_row(before: LineOfText, following: LineOfText) -> bool:
    """Whether a line stands in the place of a row of the table, whatever it says."""
    one, other = _ROW_NUMBER.match(before.content), _ROW_NUMBER.match(following.content)
    return one is not None and other is not None and int(other[1]) == int(one[1]) + 2


def _rule(text: Text, line: LineOfText) -> _Slip:
    """A line drawn between two matches that is not `---`."""
    why = f"{line.content[:_SHOWN]!r} stands where '---' is due"
    fix = Fix("write ---", edits=replacing(text, line.start, line.end, "---"))
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix)
    return _Slip((line.start, line.end, "---"), place(finding, text, line.start, line.end))


def _misspelt(text: Text, line: LineOfText) -> _Slip | None:
    """A header that is misspelt, if it is clear what it means."""
    word = _WORD.match(line.content)
    header = None if word is None else meant(line.content, word[0])
    if word is None or header is None:
        return None
    start, end = line.start, line.start + len(word[0])
    why = f"{word[0]!r} is no header: write {header}"
    if header[-1] == ":":
        why = f"{word[0]!r} stands where {header} is due"
    fix = Fix(f"write {header}", edits=replacing(text, start, end, header))
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix)
    only_colon = header == f"{word[0]}:"
    return _Slip((start, end, header), place(finding, text, end if only_colon else start, end))


def _stray(text: Text, line: LineOfText) -> _Slip | None:
    """A line that is none of the notation."""
    if not is_stray(line.content):
        return None
    finding = Finding(rule=file_codes.TEXT_SYNTAX, message=_why_stray(line.content))
    return _Slip((line.start, line.end, ""), place(finding, text, line.start, line.end))


def is_stray(line: str) -> bool:
    """Whether a line is none of the notation, not even a damaged one.

    It has no header, nor anything that is like one, and nothing that stands in a table.

    >>> is_stray("blah blah"), is_stray("--"), is_stray("Remark: late")
    (True, True, True)
    >>> is_stray("P3 forgot ♣2 here"), is_stray("3 players left")
    (True, True)
    >>> is_stray("---"), is_stray("1 ♠A x ♠3 ♠4 ♠5"), is_stray("Dele: x"), is_stray("Dealer: x")
    (False, False, False, False)
    """
    first = HEADER.match(line) or _FIRST_WORD.match(line)
    if first is None or not first[1].isprintable():
        return False
    if BETWEEN.match(line) or _OPTION.match(line) or _is_row(line.split()):
        return False
    return not get_close_matches(first[1].lower(), _BY_LOWER)


def _is_row(words: Sequence[str]) -> bool:
    """Whether a line is one of a table, be it damaged: of its words, most are cells, or seats."""
    numbered = _LEADS_ROW.match(words[0]) is not None
    cells = words[numbered:]
    known = max(sum(of.match(each) is not None for each in cells) for of in (_IN_TABLE, _ROLE))
    return words[0] == "R" or known * 2 > len(cells) or (numbered and len(cells) in (0, _OF_ROW))


def _why_stray(line: str) -> str:
    header = HEADER.match(line)
    if header is not None:
        return _no_header(header[1])
    return f"{line[:_SHOWN]!r} is no line of this notation: it is not read"


def meant(line: str, word: str) -> str | None:
    """What must stand in place of the first word of a line, None where that is not clear.

    >>> meant("Dealr: P0", "Dealr"), meant("Rulez seed", "Rulez"), meant("Dealing: P0", "Dealing")
    ('Dealer', 'Rules:', None)
    """
    rest = line.removeprefix(word)
    header = HEADER.match(line)
    colon = "" if header is not None and header[1] == word else ":"
    close = get_close_matches(word.lower(), _BY_LOWER, n=3, cutoff=_CLOSE)
    due = [_BY_LOWER[each] + colon for each in close]
    found = [each for each in due if _follows_grammar(each + rest)]
    return found[0] if len(found) == 1 else None


def _follows_grammar(line: str) -> bool:
    from lark.exceptions import UnexpectedInput

    for start in ("heading", "deal"):
        with suppress(UnexpectedInput):
            parser: Any = grammar(GRAMMAR, start)
            parser.parse(line)
            return True
    return False


def _no_header(word: str) -> str:
    return f"{word!r} is no header: known are {', '.join(HEADERS)}"


def misplaced(header: str, start: str) -> str | None:
    """Why a header may not stand in the heading or in a deal."""
    if header not in HEADERS:
        return _no_header(header)
    if start == "deal" and header in OF_MATCH:
        return "lines about the match stand before its first deal; '---' begins another match"
    return None
