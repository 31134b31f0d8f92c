"""Slips in YAML: what keeps a text from being read, in plain words, and how to mend it.

A mending is offered where it is the only one of its kind with which the text can be read; several
that mean the same count as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from ....findings import Finding, Fix
from ... import codes
from ...text.place import edit, place
from ...text.spelling import ODD_SPACE, described, plain
from ...text.text import Text

_LARGEST = 200_000
"""Larger texts are not read again to try a mending."""

MOST_TRIES = 200
"""How many mendings of a text are tried at most: each of them costs another look at it."""

_FEW = 3
"""Where more is wrong once a whole line is mended, it was hardly that."""

_TAB = re.compile(r"^[ ]*\t[ \t]*", re.MULTILINE)
_KEY = re.compile(r"([ ]*(?:-[ ]+)?[A-Za-z_]\w*)([ ]*)")
_WORDS = re.compile(r"[ \t]*([^\W\d][^:\[\]{}\"'=#\r\n]*)\r?")
_OPENING = re.compile(r"^[ ]*(?:-[ ]+)?[A-Za-z_]\w*:$", re.MULTILINE)
_TOUCHING = re.compile(r"([^\s,\[\]\"])(?=[ ]*[,\]]|[ ]*$)")
_LOOKS = str.maketrans({each: plain(each) for each in "：，、［］｛｝＂“”„－"})

_PLAIN_WORDS = (
    ("could not find expected ':'", "a colon is missing behind this key"),
    ("mapping values are not allowed", "a colon stands here in the middle of a value"),
    ("expected <document start>", "the record is over, but the text goes on"),
    ("expected '-' indicator", "this does not fit in here: look at its indentation"),
    ("did not find expected key", "this does not fit in here: look at its indentation"),
    ("but found", "this does not fit in here: look at its indentation"),
    ("expected ',' or ']'", "a comma or ] is due here"),
    ("expected ',' or '}'", "a comma or } is due here"),
    ("unknown escape", "this is no escape of YAML"),
)


class _Mend(Struct, frozen=True):
    """What is wrong, and the edits (start, end, text) that mend it."""

    message: str
    edits: tuple[tuple[int, int, str], ...]
    fix: str
    begins: int | None = None
    """Where what is wrong begins, if that is not where the first edit is made."""
    safe: bool = True

    @property
    def marked(self) -> tuple[int, int]:
        """The span of what is wrong."""
        start, end, _ = self.edits[0]
        return (start if self.begins is None else self.begins), end

    def made(self, content: str) -> str:
        for start, end, new in reversed(self.edits):
            content = content[:start] + new + content[end:]
        return content


Edits: TypeAlias = Sequence[tuple[int, int, str]]
"""Spans of a text, in order, and what is read in their place."""


class _Exhausted(Exception):
    """Nothing more is tried."""


class Tries:
    """How often a text may still be read to try a mending."""

    def __init__(self) -> None:
        self._left = MOST_TRIES

    def count(self) -> None:
        """Count one more. Raises _Exhausted where it is one too many."""
        self._left -= 1
        if self._left < 0:
            raise _Exhausted


def explained(
    text: Text,
    error: Any,
    read: Callable[[str], Any],
    faults: Callable[[Any], int],
    tries: Tries,
) -> tuple[Finding, Edits]:
    """A finding about a text that the YAML parser refuses with an error, and how to read on.

    `read` gives the values of a text, or raises such an error; `faults` counts the places in which
    these are not what the notation has. Where it is not clear what was meant, there are no edits.
    """
    mark = error.problem_mark or error.context_mark
    content, at = text.content, min(mark.index if mark else 0, len(text.content))
    mend, certain = None, False
    if len(content) <= _LARGEST:
        with suppress(_Exhausted):
            mend, certain = _mended(content, at, error, read, faults, tries)
    if mend is not None:
        edits = tuple(edit(text, *each) for each in mend.edits)
        fix = Fix(mend.fix, edits=edits, safe=mend.safe)
        finding = Finding(rule=codes.YAML_SYNTAX, message=mend.message, fix=fix)
        return place(finding, text, *mend.marked), mend.edits if certain else ()
    if "quoted scalar" in (error.context or "") and error.context_mark is not None:
        start = error.context_mark.index
        stop = content.find("\n", start) % (len(content) + 1)
        why = f"the string that begins here has no closing {content[start]}"
        return place(Finding(rule=codes.YAML_SYNTAX, message=why), text, start, stop), ()
    finding = Finding(rule=codes.YAML_SYNTAX, message=_why(content, at, error))
    return place(finding, text, at, min(at + 1, len(content))), ()


def _why(content: str, at: int, error: Any) -> str:
    problem = error.problem or "this is not YAML"
    if "cannot start any token" in problem:
        char = content[at : at + 1]
        return f"{char if char.isprintable() else described(char)} cannot stand here"
    found = (mine for theirs, mine in _PLAIN_WORDS if theirs in problem)
    return next(found, problem)


def _mended(
    content: str,
    at: int,
    error: Any,
    read: Callable[[str], Any],
    faults: Callable[[Any], int],
    tries: Tries,
) -> tuple[_Mend | None, bool]:
    """The only mending of its kind that leaves so few faults, and whether it is the best of all."""
    rated = [
        [(faults(values), mend, values) for mend, values in _tried(mends, content, read, tries)]
        for mends in _candidates(content, _lines_of(content, at, error))
    ]
    of_lines = (_tried(mends, content, read, tries) for mends in _of_lines(content, at, error))
    rated += (
        [(number, *each) for each in kind if (number := faults(each[1])) <= _FEW]
        for kind in of_lines
    )
    least = min((number for kind in rated for number, _, _ in kind), default=0)
    for certain in (True, False):
        for kind in rated:
            fewest = least if certain else min((number for number, _, _ in kind), default=0)
            good = [(mend, values) for number, mend, values in kind if number == fewest]
            if good and all(values == good[0][1] for _, values in good):
                return good[0][0], certain
    return None, False


def _tried(
    mends: Iterator[_Mend], content: str, read: Callable[[str], Any], tries: Tries
) -> Iterator[tuple[_Mend, Any]]:
    """The mendings with which a text can be read, and its values then."""
    for mend in mends:
        tries.count()
        with suppress(Exception):  # the parser has several kinds of errors
            yield mend, read(mend.made(content))


def _lines_of(content: str, at: int, error: Any) -> list[int]:
    """Where the line of the error begins, and those in which its cause may be."""
    starts = [content.rfind("\n", 0, at) + 1]
    if error.context_mark is not None:
        starts.append(content.rfind("\n", 0, error.context_mark.index) + 1)
    starts.append(content.rfind("\n", 0, max(0, starts[0] - 1)) + 1)
    return list(dict.fromkeys(starts))


def _candidates(content: str, starts: Sequence[int]) -> Iterator[Iterator[_Mend]]:
    """Mendings of one kind after the other, for the line of the error and the one before."""
    yield _tabs(content)
    yield _odd_spaces(content)
    for start in starts:
        end = content.find("\n", start) % (len(content) + 1)
        for kind in _KINDS:
            yield kind(content, start, end)


def _of_lines(content: str, at: int, error: Any) -> Iterator[Iterator[_Mend]]:
    """Mendings of whole lines."""
    starts = _lines_of(content, at, error)
    starts.append(content.rfind("\n", 0, max(0, starts[-1] - 1)) + 1)
    for start in dict.fromkeys(starts):
        yield _swap(content, start, content.find("\n", start) % (len(content) + 1))
    for start in dict.fromkeys(starts):
        yield _stray(content, start, content.find("\n", start) % (len(content) + 1))
    for start in dict.fromkeys(starts):
        yield _line(content, start)


def _tabs(content: str) -> Iterator[_Mend]:
    found = list(_TAB.finditer(content))
    widths = {len(each[0]) for each in re.finditer(r"^ *(?=[^ \t\r\n])", content, re.MULTILINE)}
    if found:
        for width in sorted({8, 4, 2, 1} | set(sorted(widths)[:10])):
            edits = tuple((*each.span(), each[0].replace("\t", " " * width)) for each in found)
            lines = "" if len(found) == 1 else f", and {len(found) - 1} more lines"
            why = f"a tab indents this line{lines}: YAML is indented with spaces"
            yield _Mend(why, edits, "write spaces")


def _odd_spaces(content: str) -> Iterator[_Mend]:
    found = [each.span() for each in ODD_SPACE.finditer(content)]
    if found:
        why = f"{described(content[found[0][0]])} stands here where a plain space is due"
        yield _Mend(why, tuple((*span, " ") for span in found), "write a plain space")


def _looks(content: str, start: int, end: int) -> Iterator[_Mend]:
    """Punctuation that looks like that of YAML."""
    line = content[start:end]
    edits: list[tuple[int, int, str]] = []
    for place_, char in enumerate(line):
        right = char.translate(_LOOKS)
        if right != char:
            tight = right == ":" and line[place_ + 1 : place_ + 2].strip()
            edits.append((start + place_, start + place_ + 1, right + (" " if tight else "")))
    if edits:
        first, _, right = edits[0]
        why = f"{content[first]} stands where {right.strip()} is due"
        yield _Mend(why, tuple(edits), f"write {right.strip()}")


def _colon(content: str, start: int, end: int) -> Iterator[_Mend]:
    key = _KEY.match(content, start, end)
    if key is None:
        return
    name, after = key[1].strip(" -"), content[key.end() : key.end() + 1]
    at = key.end(1)
    if after == ":" and content[key.end() + 1 : key.end() + 2].strip():
        at = key.end() + 1
        why = f"a space is missing behind {name}:"
        yield _Mend(why, ((at, at, " "),), "add a space")
    elif after == "=":
        why = f"= stands where a colon is due, behind {name}"
        yield _Mend(why, ((key.end(), key.end() + 1, ": "),), "write a colon")
    elif after != ":":
        why = f"a colon is missing behind {name}"
        yield _Mend(why, ((at, at, ":"),), "add a colon")


def _swapped_signs(content: str, start: int, end: int) -> Iterator[_Mend]:
    """A comma that was swapped with the quotation mark beside it."""
    for wrong in re.finditer(',""|"",', content[start:end]):
        at = start + wrong.start()
        why = "the comma and the quotation mark here are swapped"
        yield _Mend(why, ((at, at + 3, '","'),), "swap them")


def _joined(content: str, start: int, end: int) -> Iterator[_Mend]:
    """A line that goes on with what stands on a line of its own elsewhere."""
    for gap in re.finditer(r"(?<=[\w\"\]])(?=[ ]+(?:-[ ]|[A-Za-z_]\w*:))", content[start:end]):
        at = start + gap.start()
        yield _Mend("a line break is missing here", ((at, at, "\n"),), "add a line break")


def _dash(content: str, start: int, end: int) -> Iterator[_Mend]:
    found = re.match(r"[ ]*-(?=[^\s-])", content[start:end])
    if found is not None:
        at = start + found.end()
        yield _Mend("a space is missing behind -", ((at, at, " "),), "add a space")


def _comma(content: str, start: int, end: int) -> Iterator[_Mend]:
    for gap in re.finditer(r"(?<=[\w\"])([ ]*)(?=\")|(?<=\")([ ]*)(?=\w)", content[start:end]):
        at = start + gap.start()
        yield _Mend("a comma is missing here", ((at, at, ","),), "add a comma")
    for wrong in re.finditer(r"(?<=[\w\"])[;](?=[ ]*[\w\"])", content[start:end]):
        at = start + wrong.start()
        yield _Mend(
            f"{wrong[0]} stands where a comma is due", ((at, at + 1, ","),), "write a comma"
        )


def _quote(content: str, start: int, end: int) -> Iterator[_Mend]:
    """A closing quotation mark behind a word that has none."""
    for word in _TOUCHING.finditer(content[start:end]):
        at = start + word.end()
        opening = content.rfind('"', start, at)
        if opening >= 0:
            why = 'the string that begins here has no closing "'
            yield _Mend(why, ((at, at, '"'),), 'add "', opening)


def _bracket(content: str, start: int, end: int) -> Iterator[_Mend]:
    line = content[start:end].rstrip()
    stop = start + len(line)
    if line.count("[") > line.count("]") and "," in line:
        at = stop - len(line) + len(line.rstrip(",")) if line.endswith(",") else stop
        yield _Mend("] is missing at the end of this row", ((at, at, "]"),), "add ]")
        if line[-1:] in "})":
            why = f"{line[-1]} stands where ] is due"
            yield _Mend(why, ((stop - 1, stop, "]"),), "write ]")
    elif line.count("]") > line.count("["):
        opening = re.match(r"[ ]*-[ ]+|[ ]*\w+:[ ]+", line)
        if opening is not None:
            at = start + opening.end()
            yield _Mend("[ is missing at the beginning of this row", ((at, at, "["),), "add [")


def _indent(content: str, start: int, end: int) -> Iterator[_Mend]:
    """The indentation of one line, as another line near it has it."""
    width = len(content[start:end]) - len(content[start:end].lstrip(" "))
    for change in (-1, 1, -2, 2):
        if width + change >= 0:
            why = f"this line is indented by {width} spaces where {width + change} are due"
            fix = f"indent it by {width + change}"
            yield _Mend(why, ((start, start + width, " " * (width + change)),), fix)


_KINDS = (
    _looks,
    _colon,
    _quote,
    _swapped_signs,
    _comma,
    _bracket,
    _dash,
    _joined,
    _indent,
)
"""The kinds of mending of one line, in the order in which they are tried."""


def _swap(content: str, start: int, end: int) -> Iterator[_Mend]:
    """A line and the one behind it, the other way round."""
    stop = content.find("\n", end + 1)
    if stop >= 0:
        second = content[end + 1 : stop + 1]
        edits = ((start, start, second), (end + 1, stop + 1, ""))
        why = "this line and the next one are swapped"
        yield _Mend(why, edits, "swap them", safe=False)


def _stray(content: str, start: int, end: int) -> Iterator[_Mend]:
    """A line of words alone, which may be a remark."""
    words = _WORDS.fullmatch(content, start, end)
    if words is not None:
        why = "this line is no part of a record"
        yield _Mend(why, ((*words.span(1), f"# {words[1]}"),), "make it a comment")


def _line(content: str, start: int) -> Iterator[_Mend]:
    """Another line before this one, with a key that what follows may belong to."""
    keys = dict.fromkeys(each[0] for each in islice(_OPENING.finditer(content), 200))
    for key in islice(keys, 10):
        why = f"the line {key.strip()} is missing here"
        yield _Mend(why, ((start, start, key + "\n"),), "add the line", safe=False)
