"""Mend the slips of a document, and mark in its tree what remains in doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from ...text.edits import Language
from ...text.place import differences
from ...text.repairs import Mend, Mended, mend
from ...text.respelt import RespeltText
from ..json.language import KEY_STAND_IN, STAND_IN, is_null
from ..shapes import Shape
from ..tree import Member, Node
from .slips import Report, is_line, key_of, tell

Doubt: TypeAlias = Literal["unread", "quoted", "respelt", "doubled", "lost", "line"]
"""The doubt about a mended place: its value is unread; its first or last character may be missing;
it was spelt differently; its list has one value too many or too few; or a line is left out
there."""


class MendedDocument(RespeltText):
    """A text mended so that it follows its language; the repairs are reported.

    `displaced`: whether wrong brackets or lines may have put values where they do not belong.
    `whole`: whether it can be read to its end. `defaults` maps keys that may lack a value to their
    values. `always`: whether to check the schema in any case, so that lines may be moved to where
    they belong.
    """

    def __init__(
        self,
        report: Report,
        language: Callable[[Shape | None], Language[Any]],
        shape: Callable[[], Shape] | None,
        defaults: Mapping[str, str] = {},
        always: bool = False,
    ) -> None:
        self.old = content = report.text.content
        done, self.displaced = _mended(content, language, shape, always)
        self.whole = done.whole
        self.mends = [_judged(content, each, defaults) for each in done.mends]
        super().__init__(report.text, [(each.start, each.end, each.new) for each in self.mends])
        for before, each in pairwise([None, *self.mends]):
            assert each is not None
            if before is None or (before.kind, each.kind) != ("skipped", "skipped"):
                tell(report, each)
            if each.kind == "skipped" and report.is_json and not each.expected:
                break  # the rest is after the end of the value, too

    @property
    def is_clear(self) -> bool:
        """Whether the repairs leave no doubt about any value."""
        return self.whole and all(_is_clear(self.old, each) for each in self.mends)

    def mark(self, root: Node) -> None:
        """Mark the doubtful values in the tree of the text, or of part of it."""
        for at, doubt in self._doubts():
            if root.start <= at <= root.end:
                mark(root, self.content, at, doubt)

    def _doubts(self) -> Iterator[tuple[int, Doubt]]:
        """Yield each doubt with its offset."""
        moved = 0
        for each in self.mends:
            at = each.start + moved + len(each.new) - len(each.new.lstrip())
            moved += len(each.new) - (each.end - each.start)
            old = self.old[each.start : each.end]
            if not each.new and is_line(self.old, each.start, each.end):
                if each.kind != "doubled" and not set('":[{').isdisjoint(old):
                    yield at, "line"  # any other line is a remark
            elif _joins_digits(self.old, each):
                yield at, "unread"
            elif _is_comma_left_out(old, each.new):
                yield at, "doubled" if each.certain else "lost"
            elif not each.certain:
                yield at, "unread"
            elif each.new.count(",") > old.count(","):
                yield at, "doubled"
            elif each.kind == "spelling":
                yield at, "quoted" if _puts_quote_in(old, each.new) else "respelt"


def _mended(
    content: str,
    language: Callable[[Shape | None], Language[Any]],
    shape: Callable[[], Shape] | None,
    always: bool,
) -> tuple[Mended, bool]:
    """Return a mended text, and whether slips in it may displace values.

    The schema is the best guide to slips in brackets, commas or indentation; a single slip of
    another kind does not need it, unless `always` is true.
    """
    done = mend(content, language(None))
    structural = any(_is_structural(content, each) for each in done.mends)
    # A superfluous value looks like a missing comma.
    always = always or structural or any(each.new.strip() == "," for each in done.mends)
    # Only the schema shows whether an unknown word is a string without quotation marks.
    always = always or any(_is_bare_word(content, each) for each in done.mends)
    if shape is None or (len(done.mends) <= 1 and not always):
        return done, structural
    other = mend(content, language(shape()))
    fewer = len(other.mends) + (not always) <= len(done.mends)
    if not other.whole or not (fewer or _is_clearer(other, done)):
        return done, structural
    unknown = (_is_structural(content, each) and not each.certain for each in other.mends)
    return other, any(unknown)


def _is_clearer(one: Mended, other: Mended) -> bool:
    """Return whether all repairs of a text are certain, unlike those of another."""
    return all(each.certain for each in one.mends) > all(each.certain for each in other.mends)


def _is_bare_word(content: str, mend: Mend) -> bool:
    """Return whether a repair puts the placeholder of an unknown value in place of a word."""
    return mend.new == STAND_IN and content[mend.start : mend.start + 1].isalnum()


def _is_structural(content: str, mend: Mend) -> bool:
    """Return whether a repair is about a bracket or a line, or no repair was found."""
    old = content[mend.start : mend.end]
    word = mend.new.strip() or old.strip()
    if mend.kind == "skipped" or word in ("[", "]", "{", "}") or word[:2] in ("],", "},"):
        return True
    return "\n" in mend.new or (word == mend.new.strip() == old.strip() and mend.new != old)


def _judged(content: str, mend: Mend, defaults: Mapping[str, str]) -> Mend:
    """Return the repair, marked as certain only if the meaning is clear.

    A comma between words may be superfluous, or a word may be lost; in `6,5`, it may be a decimal
    point. A word foreign to the language has no known meaning. A bare word after another one may be
    the rest of a text.
    """
    key = key_of(content, mend)
    default = None if key is None else defaults.get(key[1][1:-1])
    if key is not None and default is not None:
        at = key.end()
        return replace(mend, kind="spelling", start=at, end=at, new=default, certain=True)
    word = content[mend.start : mend.end].strip()
    certain = mend.certain
    if _is_comma_left_out(word, mend.new) and mend.expected & {"literal", "]"}:
        certain = content[mend.stopped] in "]}" or content[mend.end :].lstrip()[:1] in "[{"
    elif mend.new == STAND_IN and not is_null(word):
        return replace(mend, kind="other", certain=False)
    elif (
        KEY_STAND_IN in mend.new
        or _joins_digits(content, mend)
        or (mend.kind == "stray" and any(map(str.isalnum, word)))
    ):
        certain = False
    is_bare = mend.new == f'"{word}"'
    certain = certain and not (is_bare and content[: mend.start].rstrip()[-1:].isalnum())
    return replace(mend, certain=certain)


def _is_clear(content: str, mend: Mend) -> bool:
    """Return whether a repair leaves no doubt about any value."""
    old = content[mend.start : mend.end]
    if not mend.certain:
        return False
    if not mend.new:
        return content[mend.stopped] in "]}" and old.strip() == ","
    return mend.kind == "spelling" and not _puts_quote_in(old, mend.new)


def _puts_quote_in(old: str, new: str) -> bool:
    """Return whether a quotation mark is inserted next to a character that may be meant as one."""
    ((start, end, put), *more) = differences(old, new)
    if more or put != '"' or start != end:
        return False
    return start == 0 or not (old[start - 1].isascii() and old[start - 1].isalnum())


def _is_comma_left_out(old: str, new: str) -> bool:
    """Return whether a repair removes a comma, or all but one of several commas."""
    return old[:1] == "," and old != new and set(old) <= set(", \t\n\r") and new in ("", ",")


def _joins_digits(content: str, mend: Mend) -> bool:
    """Return whether a repair leaves out what separates two digits."""
    around = content[mend.start - 1 : mend.start] + content[mend.end : mend.end + 1]
    return not mend.new and len(around) == 2 and around.isdecimal()


def mark(root: Node, content: str, at: int, doubt: Doubt) -> None:
    """Mark the value or key at an offset, or the next one if only whitespace precedes it."""
    if doubt == "line":
        node, _, _ = _at(root, at)
        node = next((each for each in reversed(node.items or ()) if each.start < at), node)
        node.unread = node is not root
        return
    in_list = doubt in ("doubled", "lost")
    if not in_list and content[at : at + 1] in (",", "]", "}", " ", "\n", ""):
        before = content[:at].rstrip(" \t\r\n")
        if before[-1:] not in ("[", "{", ",", ":", ""):
            at = len(before) - 1
        else:
            at += len(content[at:]) - len(content[at:].lstrip(" \t\r\n"))
    node, key, holder = _at(root, at)
    if in_list:
        node = node if node.items is not None else holder
        node.doubtful = node.items is not None
        node.unread = node.unread or doubt == "lost"
    elif key is not None:
        key.doubtful = True
        node.unread = node.unread or doubt == "unread"
    elif doubt == "respelt":
        node.doubtful = True
        holder.doubtful = holder.doubtful or holder.items is not None
    else:
        node.unread = True


def _at(root: Node, at: int) -> tuple[Node, Member | None, Node]:
    """Return the innermost value at an offset, the member whose key is there, and its parent."""
    holder = node = root
    while True:
        for member in node.members or ():
            if member.start <= at < member.end:
                return node, member, holder
        found = next((each for each in node.inner() if each.start <= at < each.end), None)
        if found is None:
            return node, None, holder
        holder, node = node, found
