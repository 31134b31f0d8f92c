"""Comments in a text that ignore findings: `kifu: ignore G505`.

In YAML, and in notations whose comments begin with `#`, such a comment is about a line. In JSON, it
is the comment of an annotation, and is about the ply, variation, round or match that the annotation
is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..findings import Finding, Fix, Rule
from ..formats.text.comments import MARK, LineComment, has_reason, keeping, line_comments, names
from ..formats.text.place import place
from ..formats.text.text import Text
from ..replayer.codes import INVALID_IGNORE, PART_OF_MATCH, SAME_MATCH, UNUSED_IGNORE
from ..replayer.game import Game
from ..replayer.play.annotating import Subject, annotate, commented
from ..replayer.play.annotation import Annotation
from ..replayer.play.changes import annotations_of, without_comments

if TYPE_CHECKING:
    from .outcome import Noted, Outcome

_ON_REQUEST = (SAME_MATCH, PART_OF_MATCH)
"""The rules that are only checked on request: a comment about them never counts as unused."""

_MOST_LISTED = 5
"""The maximum number of names in a message."""

_Subject: TypeAlias = tuple[object, ...]
"""A line of the text; or the number of a record, a pointer to a part of it, and a ply."""


class _Placed(Protocol):
    """Places a finding about a comment; its fix keeps only the given names."""

    def __call__(self, finding: Finding, kept: Sequence[str] | None) -> Finding | None: ...


class _Comment(Struct, frozen=True):
    names: tuple[str, ...]
    subject: _Subject
    placed: _Placed
    said: str


class Ignores:
    """The comments in a piece of a file that ignore findings about its records."""

    def __init__(self, outcomes: Sequence[Outcome[Any]]) -> None:
        self._outcomes = outcomes
        self._numbers = {id(each): number for number, each in enumerate(outcomes)}

    def kept(self, outcome: Outcome[Any]) -> list[Finding]:
        """Return the findings of an outcome that are not ignored, and those about comments.

        The last outcome of the piece has the findings about comments on lines.
        """
        found = [each for each in outcome.unproven if not self.ignore(outcome, each)]
        found += self._about_comments(outcome)
        return sorted(found, key=lambda each: (each.line or 0, each.column or 0))

    def ignore(self, outcome: Outcome[Any], finding: Finding) -> bool:
        """Return whether a comment ignores a finding about the record of an outcome."""
        return any(True for _ in self._used_by(outcome, finding))

    def moved(self, outcome: Outcome[Any], record: Any) -> Any:
        """Return a copy of the record, with comments moved from lines to what they are about.

        They are then about the same findings in a notation without comments on lines.
        """
        game, notation = outcome.game, outcome.notation
        if game is None or notation is None or "comments" not in notation.keeps:
            return record
        comments = chain(*self._comments)
        said_of = {(each.subject, name): each.said for each in comments for name in each.names}
        uses = dict[tuple[int | None, int | None, str], list[str]]()
        for each in outcome.unproven:
            for subject, name in self._used_by(outcome, each):
                if len(subject) == 1:
                    said = said_of[subject, name]
                    uses.setdefault((each.round, each.ply, said), []).append(name)
        record = without_comments(game, record, {said for _, _, said in uses}.__contains__)
        for (number, ply, said), some in uses.items():
            text = keeping(said, [*dict.fromkeys(some)])
            record = annotate(game, record, Subject(number, (), ply), commented(ply, text))
        return record

    def in_annotations(self, outcome: Outcome[Any]) -> Noted:
        """Return the comments in annotations, keyed by the findings that they ignore."""
        comments, found = chain(*self._comments), dict[tuple[int | None, int | None, str], str]()
        said_of = {(each.subject, name): each.said for each in comments for name in each.names}
        for each in outcome.unproven:
            for subject, name in self._used_by(outcome, each):
                if len(subject) > 1:
                    found[each.round, each.ply, name] = said_of[subject, name]
        return found

    def _used_by(self, outcome: Outcome[Any], finding: Finding) -> Iterator[tuple[_Subject, str]]:
        """Yield the subjects and names of comments that ignore a finding."""
        rule = finding.about
        for subject in self._subjects(outcome, finding):
            named = self._named.get(subject, ())
            yield from ((subject, name) for name in (rule.code, rule.name) if name in named)

    def _subjects(self, outcome: Outcome[Any], finding: Finding) -> Iterator[_Subject]:
        """Yield every subject that a comment may have in order to ignore a finding."""
        yield (finding.line,)
        number, pointer = self._numbers[id(outcome)], finding.pointer or ""
        game = outcome.game
        if game is not None and finding.round is not None and not pointer.startswith("/"):
            pointer = f"/{game.rounds_field}/{finding.round - 1}"
        parts = pointer.split("/")
        for length in range(1, len(parts) + 1):
            part = "/".join(parts[:length])
            yield number, part, None
            if finding.ply is not None:
                yield number, part, finding.ply

    @cached_property
    def _comments(self) -> list[list[_Comment]]:
        """The comments that each outcome reports."""
        found = [[*_in_record(number, each)] for number, each in enumerate(self._outcomes)]
        found[-1] += _on_lines(self._outcomes[-1])
        return found

    @cached_property
    def _named(self) -> dict[_Subject, set[str]]:
        found: dict[_Subject, set[str]] = {}
        for each in chain(*self._comments):
            found.setdefault(each.subject, set()).update(each.names)
        return found

    def _about_comments(self, outcome: Outcome[Any]) -> Iterator[Finding]:
        """Yield what is wrong with the comments that an outcome reports."""
        mine = self._comments[self._numbers[id(outcome)]]
        about = self._outcomes if outcome is self._outcomes[-1] else [outcome]
        found = [(one, each) for one in about for each in one.unproven] if mine else []
        uses = [({*self._used_by(one, each)}, each) for one, each in found]
        used = {use for some, _ in uses for use in some}
        # An error may hide findings elsewhere, and findings may also be missing from the list.
        hiding = [each for each in uses if each[1].severity == "error" or each[1].left_out]
        own = Counter(subject for some, _ in hiding for subject in {each for each, _ in some})
        for each in mine:
            left = [name for name in each.names if (each.subject, name) not in used]
            rules = _rules() if left else {}
            unknown = [name for name in left if name not in rules]
            unused = [name for name in left if name in rules and rules[name] not in _ON_REQUEST]
            finding = None
            if unknown or not each.names:
                why = f"no rule has the code or name {_listed(unknown)}; put reasons after --"
                if not unknown:
                    why = "this comment names no rules: write their codes after `kifu: ignore`"
                finding = each.placed(Finding(rule=INVALID_IGNORE, message=why), None)
            elif unused and own[each.subject] == len(hiding):
                why = f"nothing is found here that breaks {_listed(unused)}"
                kept = [name for name in each.names if name not in unused]
                finding = each.placed(Finding(rule=UNUSED_IGNORE, message=why), kept)
            if finding is not None:
                yield finding


def _listed(listed: Sequence[str]) -> str:
    more = len(listed) - _MOST_LISTED
    return " or ".join([*listed[:_MOST_LISTED], *([f"{more} others"] if more > 0 else [])])


def _rules() -> dict[str, Rule]:
    """Return all rules by code and name; this imports all games."""
    from ..formats import all_codes

    return {key: each for each in all_codes() for key in (each.code, each.name)}


def _on_lines(outcome: Outcome[Any]) -> Iterator[_Comment]:
    """Yield the comments that are about lines of the text."""
    text, notation = outcome.reading.text, outcome.notation
    if text is None or notation is None or not notation.line_comments:
        return
    for each in line_comments(text, notation.medium == "yaml"):
        placed = partial(_place_on_line, text, outcome.reading.path, each)
        said = text.content[each.start : each.end].removeprefix(MARK).removeprefix(" ")
        yield _Comment(each.names, (each.about,), placed, said)


def _place_on_line(
    text: Text,
    path: str | None,
    comment: LineComment,
    finding: Finding,
    kept: Sequence[str] | None,
) -> Finding:
    if kept is not None:
        said = text.content[comment.start : comment.end]
        fix = _removal(said, kept, edits=(comment.without(text, kept),))
        finding = finding.but(fix=fix)
    return place(finding.but(path=path), text, comment.start, comment.end)


def _removal(said: str, kept: Sequence[str], **how: Any) -> Fix:
    """Return the fix that leaves only some of the names in a comment, or removes it.

    A reason may be worth keeping, so removing it is unsafe.
    """
    if kept:
        return Fix("remove the unused names", **how)
    if has_reason(said):
        return Fix("remove the comment and its reason", safe=False, **how)
    return Fix("remove the comment", **how)


def _in_record(number: int, outcome: Outcome[Any]) -> Iterator[_Comment]:
    """Yield the comments in annotations of a record."""
    notation, game, record = outcome.notation, outcome.game, outcome.reading.written
    if notation is None or notation.line_comments or game is None or record is None:
        return
    for pointer, holder in _holders(game, record):
        annotations = annotations_of(holder)
        for at, annotation in enumerate(annotations):
            for key in ("before", "after"):
                for index, said in enumerate(getattr(annotation, key)):
                    named = names(said)
                    if named is None:
                        continue
                    where = whole = f"{pointer}/annotations/{at}/{key}/{index}"
                    if len(getattr(annotation, key)) == 1:
                        whole = f"{pointer}/annotations/{at}/{key}"
                        if replace(annotation, ply=None, **{key: ()}) == Annotation():
                            alone = len(annotations) == 1
                            whole = f"{pointer}/annotations{'' if alone else f'/{at}'}"
                    placed = partial(_place_in_record, outcome, where, whole, said)
                    yield _Comment(named, (number, pointer, annotation.ply), placed, said)


def _holders(game: Game[Any, Any], record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a record that may have annotations, with their pointers."""
    yield "", record
    waiting: list[tuple[str, Any]] = [
        (f"/{game.rounds_field}/{at}", each) for at, each in enumerate(game.rounds(record))
    ]
    while waiting:
        pointer, holder = waiting.pop()
        yield pointer, holder
        waiting += [
            (f"{pointer}/variations/{at}", each) for at, each in enumerate(holder.variations)
        ]


def _place_in_record(
    outcome: Outcome[Any],
    where: str,
    whole: str,
    said: str,
    finding: Finding,
    kept: Sequence[str] | None,
) -> Finding | None:
    """Place a finding about a comment; `whole` is everything that would be empty without it."""
    if kept:
        finding = finding.but(fix=_removal(said, kept, changes=((where, keeping(said, kept)),)))
    elif kept is not None:
        finding = finding.but(fix=_removal(said, kept, removals=(whole,)))
    return outcome.reading.place(finding.but(pointer=where))
