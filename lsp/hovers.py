"""Hover texts: the broken rule, and the position after an action."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lsprotocol.types import Hover, MarkupContent, MarkupKind
from msgspec import Struct

from ..findings import Rule
from ..findings.shown import visible
from ..formats.interface.catalog import board
from ..formats.text.tones import plain
from .diagnostics import Located
from .documents import Document
from .places import Places, Played, Span


class Shown(Struct, frozen=True):
    """The text for a span: a heading, sentences, and preformatted lines."""

    span: Span
    heading: str
    sentences: Sequence[str] = ()
    lines: Sequence[str] = ()


def hover(
    document: Document, offset: int, found: Sequence[Located], in_markdown: bool = True
) -> Hover | None:
    """Return the hover text for an offset; `found` are the findings in the document."""
    shown = [_of_finding(each) for each in found if each.touches(offset, offset)]
    with document.assuming_options():
        shown += _of_play(document, offset)
    if not shown:
        return None
    kind = MarkupKind.Markdown if in_markdown else MarkupKind.PlainText
    between = "\n\n---\n\n" if in_markdown else "\n\n"
    text = between.join(map(_markdown if in_markdown else _text, shown))
    smallest = min((each.span for each in shown), key=lambda span: span[1] - span[0])
    return Hover(MarkupContent(kind, text), document.positions.range(*smallest))


def _of_finding(found: Located) -> Shown:
    """Explain the broken rule."""
    rule: Rule = found.finding.rule
    heading = f"{rule.code} {rule.name} ({found.finding.severity})"
    sentences = (rule.means, f"Basis: {rule.why}", f"To do: {rule.mend}")
    return Shown((found.start, found.end), heading, sentences)


def _of_play(document: Document, offset: int) -> Iterator[Shown]:
    """Return the position after the action at an offset, with the legal actions in it."""
    if document.is_too_large:
        return
    played = [
        each
        for part in document.parts_between(offset, offset)
        for outcome in part.outcomes
        for each in Places(part, outcome).plays_at(offset)
    ]
    # If two actions are in the same place, the notation leaves the first one implicit.
    nearest = min(reversed(played), key=lambda each: each.end - each.start, default=None)
    if nearest is not None:
        yield _position(nearest)


def _position(played: Played) -> Shown:
    trajectory, step = played.trajectory, played.step
    sentences = list[str]()
    if step.breach is not None:
        sentences.append(visible(f"This breaks {step.breach.code}: {step.breach.message}"))
    heading = f"{trajectory.label}, {'after' if step.stands else 'before'} {_what(played)}"
    if step.stands:
        step = trajectory.steps[trajectory.steps.index(step) + 1]
    lines = [plain(line) for line in board(played.game).position(trajectory, step)]
    return Shown((played.start, played.end), visible(heading), sentences, lines)


def _what(played: Played) -> str:
    if played.ply:
        return f"ply {played.ply}"
    return "the first decision" if played.step.actors else "the deal"


# Markdown


def _text(shown: Shown) -> str:
    return "\n".join([shown.heading, *shown.sentences, *shown.lines])


def _markdown(shown: Shown) -> str:
    parts = [f"**{_escaped(shown.heading)}**", *map(_escaped, shown.sentences)]
    if shown.lines:
        block = "\n".join(shown.lines)
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block)), default=0))
        parts.append(f"{fence}text\n{block}\n{fence}")
    return "\n\n".join(parts)


def _escaped(sentence: str) -> str:
    r"""Return a sentence without Markdown markup, except for code between backticks.

    >>> print(_escaped("write ♣T* for `♣T*`"))
    write ♣T\* for `♣T*`
    """
    code = re.split("(`[^`]+`)", sentence)
    return "".join(
        each if at % 2 else re.sub(r"([\\`*_{}\[\]<>#|~!+-])", r"\\\1", each)
        for at, each in enumerate(code)
    )
