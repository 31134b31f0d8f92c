"""Find the meaning of lines in a text gibo that do not follow its grammar.

Each line is mended on its own (see `text/repairs.py`), and together with the next one if the line
break between them may be superfluous. A line whose meaning is uncertain is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache

from ....findings import Finding, Fix
from ....findings.limits import MAX_LENGTH
from ....replayer.mighty.options import Options
from ... import codes as file_codes
from ...interface.notation import reads_on
from ...text.edits import Insertion, Word
from ...text.grammar import grammar
from ...text.language import GrammarLanguage, Stack
from ...text.lines import LineOfText
from ...text.place import edit, place
from ...text.repairs import Mend, Mended, mend
from ...text.respelt import RespeltText
from ...text.slips import findings
from ...text.text import Text
from ..words import respell
from .lines import GRAMMAR, HEADERS, OF_MATCH, OPTION, Slip
from .names import by_name, headed, is_by_name, names_by_line
from .notes import NUMBERED

MOST = 1000
"""The maximum number of lines in a text to mend; no record needs a tenth of that."""
LONGEST = 20_000
"""Longer lines are not mended."""

_WORD = re.compile(
    r"Note\b[^:\n]{0,20}?[0-9](?=\s)"
    r"|[^\W\d_]{3,}(?:[ \t]*(?:[:;.*：]|[♠♦♥♣=](?=\s))|(?=\s|\Z))"
    r"|[-+−]?[0-9]+,|[^\s,]+(?:,[A-Z][a-z]+:?)?"
)
"""A word unknown to the grammar: a header with another character in place of its colon, or any
other word."""
_WORDS = {
    "CALL": ("pass", "a call (15♥, 16N, pass)"),
    "CARD": ("SA", "a card (♠A, ♥T, ☆)"),
    "END": ("won", "won, lost, thrown-in or unfinished"),
    "FRIEND": ("none", "first, last, none or a seat"),
    "NAME": ("N", "a name"),
    "NUMBER": ("0", "a number"),
    "OPTION": (None, "an option (bid_min=14)"),
    "PLAY": ("SA", "a play (♠A, (♥T, ☆♥, ♣3!, ♦K*)"),
    "PLAYER": ("P0", "a player (P0 to P4)"),
    "ROLE": ("P0", "a player of the table (P0 to P4 or a name, with ! or ~ after it)"),
    "TEXT": ("x", "some text"),
    "_NL": (None, "another line"),
}
"""For each terminal, the stand-in for a missing word, and the word's name in messages."""
_NAMES = {kind: name for kind, (_, name) in _WORDS.items()}

_BY_LOWER = {each.lower(): each for each in HEADERS}
_CLOSE = 0.75
"""The minimum similarity (see `difflib`) between a word and a header that it may mean."""
_LETTERS = re.compile(r"[^\W\d_]{3}")
_OF_NAMES = "expected five names with spaces or commas between them; quote a name that has either"
_RULE = re.compile(r"[-–—=_*~][-–—=_*~ \t]*\Z")
"""A line that people draw instead of `---`."""
_IN_DEAL = re.compile(r"Deal:|R\s|Result:")
_BEGINS_MATCH = re.compile(rf"({'|'.join(OF_MATCH)}):|Deal: *1\Z")
_BEGINS = re.compile(rf"(?m)^[ \t]*({'|'.join(HEADERS)})\b|^[ \t]*(R[ \t]|[0-9])")
"""How a line that follows a missing line break may begin."""
_HEADER = re.compile(r"([^\s:]+)(\s[^:]*)?:")
_SHOWN = 20
"""The maximum number of characters to quote in a message."""


def slips(text: Text, lines: Sequence[LineOfText], odd: Sequence[int]) -> Iterator[Slip]:
    """Yield the meanings of lines that do not follow the grammar; `odd` holds their indices."""
    players = names_by_line(lines)
    first_deal = next((at for at, each in enumerate(lines) if _IN_DEAL.match(each.content)), None)
    nothing, done = LineOfText("", len(text.content)), -1
    for count, at in enumerate(odd):
        before, line, following = lines[at - 1] if at else nothing, *[*lines[at:], nothing][:2]
        if at == done:
            continue
        known = players[at].in_order
        if changes := by_name(line, known) or headed(line, following, known):
            yield Slip(line.start, [], changes)
            continue
        if is_by_name(line, players[at].others):
            yield Slip(line.start, [])  # the line that gives the names is reported instead
            continue
        if count >= MOST or len(line.content) > LONGEST or not reads_on():
            yield Slip(line.start, [_unread(text, line)])
            continue
        mended = mend(line.content, _language())
        if mended.whole and not mended.mends:
            continue
        in_deal = first_deal is not None and first_deal < at
        found = _drawn(text, line, following) if in_deal else None
        if done != at - 1 != odd[count - 1]:
            found = found or _broken(text, before, line)
        if found is None and at + 1 in odd[count + 1 : count + 2]:
            found = _broken(text, line, following)
            done = at + 1 if found else done
        yield found or _misnumbered(text, line) or _mended(text, line, mended)


def _unread(text: Text, line: LineOfText) -> Finding:
    span = line.start, line.end
    if len(line.content) > MAX_LENGTH:
        why = f"this is longer than {MAX_LENGTH} characters; it is not read"
        return place(Finding(rule=file_codes.TOO_LARGE, message=why), text, *span)
    header = _HEADER.match(line.content)
    if header is None:
        return _finding(text, f"{line.content[:_SHOWN]!r} is not a line of this notation", *span)
    why = f"{header[1]!r} is not a header: expected one of {', '.join(HEADERS)}"
    return _finding(text, why, line.start, line.start + header.end())


def _finding(text: Text, why: str, start: int, end: int, fix: Fix | None = None) -> Finding:
    return place(Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix), text, start, end)


def _fixed(
    text: Text, line: LineOfText, why: str, fix: str, changes: Sequence[tuple[int, int, str]]
) -> Slip:
    """Return a slip whose fix makes these changes; it is reported where they are."""
    edits = tuple(edit(text, *each) for each in changes)
    found = _finding(text, why, changes[0][0], changes[-1][1], Fix(fix, edits=edits))
    return Slip(line.start, [found], changes)


# A line as a whole


def _drawn(text: Text, line: LineOfText, following: LineOfText) -> Slip | None:
    """Report a line between two matches that is not `---`."""
    if not _RULE.match(line.content) or not _BEGINS_MATCH.match(following.content):
        return None
    why = f"expected '---', found {line.content[:_SHOWN]!r}"
    return _fixed(text, line, why, "write ---", [(line.start, line.end, "---")])


def _misnumbered(text: Text, line: LineOfText) -> Slip | None:
    """Report a note about something other than a ply."""
    found = NUMBERED.match(line.content)
    if found is None:
        return None
    word = found[1].rstrip()
    why = f"{word!r} is not the number of a ply: write `Note 7: …`, `Note before 7: …` or `Note: …`"
    start = line.start + found.start(1)
    return Slip(line.start, [_finding(text, why, start, start + len(word))])


def _broken(text: Text, one: LineOfText, two: LineOfText) -> Slip | None:
    """Report two lines with a misplaced or superfluous line break between them."""
    if not one.content or not two.content:
        return None
    between = text.content[one.end : two.start]
    begin = one.end + len(between.rstrip(" \t"))
    first, last = _TOKEN.match(two.content), _LAST_TOKEN.search(one.content)
    ways = [[(one.end, two.start, " ")]]
    glued = "" if first is None else first[0] + one.content[-1]
    is_word = glued.isalpha() or (len(glued) > 2 and glued.isalnum() and not glued[0].isupper())
    if first is not None and not is_word:
        moved = text.content[begin : two.start] + first[0]
        ways.append([(one.end, one.end, moved), (begin, two.start + first.end(), "")])
    if last is not None:
        start = one.start + last.start()
        ways.append([(start, one.end, ""), (begin, begin, last[0])])
    for changes in ways:
        spans = RespeltText(text, changes).content[one.start :]
        parts = spans[: len(spans) - len(text.content) + two.end].splitlines()
        parts = [each.strip() for each in parts if each.strip()]
        numbered = len(parts) == 1 and two.content[0].isdecimal() and one.content[0].isdecimal()
        if all(map(_is_plain, parts)) and not numbered:
            why = "unexpected line break: the line continues on the next one"
            return _fixed(text, one, why, "move the line break", changes)
    return None


_TOKEN = re.compile(r"[A-Z][a-z]+|[a-z]{2,}|[0-9]{2,}(?=[A-Z])|\S")
_LAST_TOKEN = re.compile(r"([A-Z][a-z]+|\S)\Z")


_ANYTHING = frozenset({"COMMENT", "TEXT", "OTHER", "ODD", "WRONG"})
"""Terminals that match anything, and so do not show that a line continues."""


def _is_plain(line: str) -> bool:
    """Return whether a line follows the grammar without using terminals that match anything."""
    kinds, at, state = _read(line)
    ends = _language().word(line, at, state) is None and _language().ends(state)
    if "OPTION" in kinds and not set(OPTION.findall(line)) <= {*Options.__struct_fields__}:
        return False
    return ends and _ANYTHING.isdisjoint(kinds)


def _read(line: str) -> tuple[list[str], int, Stack]:
    """Return the kinds of a line's readable words, and the offset and state after them."""
    language, at, kinds = _language(), 0, list[str]()
    state = language.start
    while (word := language.word(line, at, state)) is not None:
        after = language.step(state, word.kind)
        if after is None:
            break
        state, at = after, word.end
        kinds.append(word.kind)
    return kinds, at, state


# Words


class _Lines(GrammarLanguage):
    """The lines of a text gibo. If the beginning of a line is missing, it is not guessed."""

    def __init__(self) -> None:
        missing = {kind: (word,) for kind, (word, _) in _WORDS.items() if word}
        parser, breaks = grammar(GRAMMAR, "lines"), {"_NL": "\n"}
        super().__init__(parser, "lines", missing, respell, breaks)

    def unexpected(self, content: str, at: int) -> Word:
        """Return the unexpected word at an offset, even where the grammar would match anything."""
        found = _WORD.match(content, at)
        return Word("", at, at + 1 if found is None else found.end())

    def insertions(self, state: Stack) -> Iterator[Insertion]:
        """Return the insertable words that a state expects."""
        found = [*super().insertions(state)]
        at_head = any(each.text == "Deal:" for each in found)
        return iter(() if at_head else found)

    def respelt(self, word: str, state: Stack) -> Iterator[tuple[str, int]]:
        """Yield other spellings of a word: the likeliest if there are any, otherwise all."""
        if "=" in word[:-1]:
            return iter(())  # an option
        found = [each for each in _respelt(word) if each != word]
        if found or word[-1] == ":":
            return iter([(each, 0) for each in found])
        return super().respelt(word, state)


@cache
def _language() -> _Lines:
    return _Lines()


def _respelt(word: str) -> Iterator[str]:
    """Yield the possible meanings of a word in this notation.

    >>> next(_respelt("Dealr: ")), "P3~" in _respelt("~P3"), "1 ♦A*" in _respelt("1♦A*")
    ('Dealer:', True, True)
    """
    if word.startswith("Note") and word[-1].isdecimal():
        yield f"{word}:"
    elif _LETTERS.search(word):
        name = word.rstrip(" \t:;.*=：♠♦♥♣")
        known = [name.lower()] if name in HEADERS else []
        close = known or get_close_matches(name.lower(), _BY_LOWER, n=2, cutoff=_CLOSE)
        yield from (each if each == "Hand" else f"{each}:" for each in map(_BY_LOWER.get, close))
        yield re.sub(r"(?<=[a-z0-9AKQJT☆])[^\w\s]?(?=[A-Z][a-z])", "\n", word)
    else:
        for pattern, new in _REWRITTEN:
            yield re.sub(pattern, new, word) or word
    yield from respell(word)


_REWRITTEN = (
    (r"([^\w♠♦♥♣])\1+", r"\1"),  # a doubled character
    (r"\A([-+−]?[0-9]+)[,.;:(*!~]+\Z", r"\1"),  # stray punctuation after a number
    (r"\A([!~]+)(P[0-4])", r"\2\1"),
    (r"\A([0-9]+)([-+−])\Z", r"\2\1"),
    (r"(?<=[0-9AKQJT!*])(?=\(?[♠♦♥♣]\S)", " "),
    (r"(?<=[♠♦♥♣][AKQJT2-9])([!*]*)(?=[0-9]{1,2}\Z)", r"\1\n"),
)


def _mended(text: Text, line: LineOfText, mended: Mended) -> Slip:
    """Return a line with its words as intended, if all are certain."""
    mends = mended.mends
    if (
        mended.whole
        and mended.content.strip()
        and all(_is_certain(line, each, mended) for each in mends)
    ):
        changes = [(line.start + each.start, line.start + each.end, each.new) for each in mends]
        found = [*findings(text, line.start, mends, {})]
        header = _HEAD.match(line.content)
        if header and not mends[0].start and mends[0].new != f"{header[0]}:":
            found[0] = place(found[0], text, line.start, line.start + header.end())
        return Slip(line.start, found, changes)
    return Slip(line.start, [_stopped(text, line)])


def _stopped(text: Text, line: LineOfText) -> Finding:
    """Return the finding for a line of unknown meaning, at the place where reading it stops."""
    kinds, at, state = _read(line.content)
    word = _language().word(line.content, at, state)
    if not kinds:
        return _unread(text, line)
    expected = frozenset(each.kind for each in _language().insertions(state))
    if line.content.startswith("Options:"):
        expected = frozenset({"OPTION"})  # there is no stand-in for a missing option
    if word is not None and kinds[-1] == "NUMBER" and _NUMBER.match(line.content, word.start):
        twice = [*_TWICE.finditer(line.content)]
        start, end = twice[0].span(1) if len(twice) == 1 else (line.content.find(" ") + 1, word.end)
        why = "a number too many"
        return _finding(text, why, line.start + start, line.start + end)
    if word is None and "ROLE" in expected:
        for seat, found in enumerate(_ROLE.finditer(line.content)):
            if found[1] != str(seat):
                why = f"expected P{seat}, found {found[0]!r}"
                return _finding(text, why, line.start + found.start(), line.start + found.end())
    if word is None and "NUMBER" in expected and len(kinds) > 1:
        start = line.start + line.content.find(" ") + 1
        why = "a number is missing from this line"
        return _finding(text, why, start, line.end)
    start, end = (len(line.content),) * 2 if word is None else (word.start, word.end)
    if line.content.startswith("Players:"):
        return _finding(text, _OF_NAMES, line.start + start, line.start + max(end, start + 1))
    stop = Mend("skipped", start, end, "", False, expected, start)
    return next(findings(text, line.start, [stop], _NAMES | _language().called))


_NUMBER = re.compile(r"[+\-−]?[0-9]+(?!\S)")
_TWICE = re.compile(r"(?<!\S)(?=((\S++)[ \t]++\2)(?!\S))")
_ROLE = re.compile(r"P([0-4])")


def _is_certain(line: LineOfText, mend: Mend, mended: Mended) -> bool:
    """Return whether a repaired line can be read.

    If there is a number too many, it is unclear which one is superfluous.
    """
    old, before = line.content[mend.start : mend.end].strip(), line.content[: mend.start].rstrip()
    certain, alone = mend.certain, len(mended.mends) == 1
    if mend.kind == "doubled":
        return certain and re.fullmatch(r"[-+−]?[0-9]+", old) is None
    if mend.kind == "stray":
        known = before.startswith("Options") or not any(map(str.isalnum, old))
        return certain and alone and (known or not (before or _HEAD.match(old)))
    if "\n" in mend.new:
        behind = (mend.new + line.content[mend.end :]).lstrip()
        return certain and alone and _BEGINS.search(behind) is not None
    if mend.kind == "swapped":
        is_glued = f"{before[-1:]}{mend.new[0]}".isalnum() or before.startswith("Options")
        return certain and bool(before) and not is_glued and _is_plain(mended.content)
    return certain


_HEAD = re.compile(r"[^\s:;：]*[^\W\d_]{3}[^\s:;：]*")
"""A word that looks like the header of a line."""
