"""Mark what remains in doubt in a mended text: unknown values are unread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from ...text.edits import Language
from ...text.place import differences
from ...text.repairs import Mend, Mended, mend
from ..json.language import KEY_STAND_IN, STAND_IN, is_null
from ..shapes import Shape
from ..tree import Member, Node
from .slips import is_line

Doubt: TypeAlias = Literal["unread", "quoted", "respelt", "doubled", "lost", "line"]
"""The doubt about a mended place: its value is unread; it may lack its first or last character; it
was spelt differently; its list has a value too many, or too few; or a line is left out there."""


def mended(
    content: str,
    language: Callable[[Shape | None], Language[Any]],
    shape: Callable[[], Shape] | None,
    always: bool = False,
) -> tuple[Mended, bool]:
    """Return a text after its mends, and whether slips in it may displace values.

    The schema best shows slips in brackets or indentation; for others, it is only checked if it
    `always` should be.
    """
    done = mend(content, language(None))
    structural = any(_is_structural(content, each) for each in done.mends)
    if len(done.mends) <= 1 and not structural and not always:
        return done, False
    other = None if shape is None else mend(content, language(shape()))
    if (
        other is None
        or not other.whole
        or len(other.mends) + (not structural and not always) > len(done.mends)
    ):
        return done, structural
    unknown = (_is_structural(content, each) and not each.certain for each in other.mends)
    return other, any(unknown)


def judged(content: str, mend: Mend) -> Mend:
    """Return a mend that is certain only if the meaning is clear.

    A comma between words may be one too many, or a word may be lost. The meaning of a word that
    the language does not have is unknown.
    """
    word = content[mend.start : mend.end].strip()
    certain = mend.certain
    if _is_comma_left_out(word, mend.new) and mend.expected & {"literal", "]"}:
        certain = content[mend.stopped] in "]}" or content[mend.end :].lstrip()[:1] in "[{"
    elif mend.new == STAND_IN and not is_null(word):
        return replace(mend, kind="other", certain=False)
    elif KEY_STAND_IN in mend.new or (mend.kind == "stray" and any(map(str.isalnum, word))):
        certain = False
    return mend if certain == mend.certain else replace(mend, certain=certain)


def _is_structural(content: str, mend: Mend) -> bool:
    """Return whether a mend is about a bracket or a line, or no mend was found."""
    old = content[mend.start : mend.end]
    word = mend.new.strip() or old.strip()
    if mend.kind == "skipped" or word in ("[", "]", "{", "}"):
        return True
    return "\n" in mend.new or (word == mend.new.strip() == old.strip() and mend.new != old)


def puts_quote_in(old: str, new: str) -> bool:
    """Return whether a quotation mark is inserted at a character that may be meant as one."""
    ((start, end, put), *more) = differences(old, new)
    if more or put != '"' or start != end:
        return False
    return start == 0 or not (old[start - 1].isascii() and old[start - 1].isalnum())


def _is_comma_left_out(old: str, new: str) -> bool:
    """Return whether a comma is removed, or all but one of several."""
    return old[:1] == "," and old != new and set(old) <= set(", \t\n\r") and new in ("", ",")


def doubts_of(content: str, mends: Sequence[Mend]) -> list[tuple[int, Doubt]]:
    """Return what is in doubt after some mends, by offsets in the mended text."""
    doubts, moved = list[tuple[int, Doubt]](), 0
    for each in mends:
        at = each.start + moved + len(each.new) - len(each.new.lstrip())
        moved += len(each.new) - (each.end - each.start)
        old = content[each.start : each.end]
        if not each.new and is_line(content, each.start, each.end):
            if not set('":[{').isdisjoint(old):  # otherwise it is a remark
                doubts.append((at, "line"))
        elif _is_comma_left_out(old, each.new):
            doubts.append((at, "doubled" if each.certain else "lost"))
        elif not each.certain:
            doubts.append((at, "unread"))
        elif each.kind == "spelling":
            quoted = "quoted" if puts_quote_in(old, each.new) else "respelt"
            doubts.append((at, "doubled" if each.new.count(",") > old.count(",") else quoted))
        elif each.new == ",":
            doubts.append((at, "doubled"))
    return doubts


def mark(root: Node, content: str, at: int, doubt: Doubt) -> None:
    """Mark the value or key at an offset, or the next one if there is only space before it."""
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
        node.in_doubt = node.items is not None
        node.unread = node.unread or doubt == "lost"
    elif key is not None:
        key.doubtful = True
        if doubt == "unread":
            node.unread = True
    elif doubt == "respelt":
        node.respelt = True
        holder.in_doubt = holder.items is not None
    else:
        node.unread = True


def _at(root: Node, at: int) -> tuple[Node, Member | None, Node]:
    """Return the innermost value at an offset, the member with its key there, and its parent."""
    holder = node = root
    while True:
        for member in node.members or ():
            if member.start <= at < member.end:
                return node, member, holder
        inner = [*(node.items or ()), *(member.value for member in node.members or ())]
        found = next((each for each in inner if each.start <= at < each.end), None)
        if found is None:
            return node, None, holder
        holder, node = node, found
