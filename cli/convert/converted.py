"""Records converted to another notation, as values passed between processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ... import replayer
from ...archive.anonymous import anonymous
from ...findings import Finding
from ...formats import Notation
from ...formats.conversion import rewritten
from ...formats.interface.notation import Counts, Reading
from ...formats.text.comments_lost import beside, has_comments, left_out
from ...replayer.play import KINDS
from ...replayer.play.kinds import noted_only_in
from ...validation.bulk.work import Read, behind
from ...validation.line_ignores import with_ignores
from ...validation.outcome import Noted, Outcome
from ..errors import CLEAN, FOUND, Failure
from ..input.records import status_of
from .targets import Target


class Written(Struct, frozen=True):
    """The text of a record or of a named part of one.

    `line` is the text on one line, if its notation allows that. In that case `whole`, its text on
    several lines, is set only if the record may be the only one in its file.
    """

    name: str
    whole: str | None
    line: str | None


class Converted(Struct, frozen=True):
    """The result of converting a record; `number` is its number in its file.

    `notation` is the record's own, or None if unknown. `findings` are about its text, and `status`
    is the exit status they cause. Unless `whole` is set, the record was not read completely, and
    nothing else is set. `error` says why it cannot be written, and `losses` lists what the target
    cannot hold. `left_out` counts, by kind, what is in the text but in none of its records.
    """

    number: int = 1
    notation: str | None = None
    findings: list[Finding] = field(default_factory=list[Finding])
    status: int = CLEAN
    whole: bool = False
    texts: list[Written] = field(default_factory=list[Written])
    losses: list[str] = field(default_factory=list[str])
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])
    error: str | None = None

    def behind(self, records: int) -> Converted:
        """Return this result, numbered to follow `records` earlier records."""
        if not records:
            return self
        number, findings = self.number + records, behind(self.findings, records)
        return replace(self, number=number, findings=findings)


class Converting(Struct, frozen=True):
    """The conversion of records to another notation.

    If `strict`, a record with an error or a warning counts as one that cannot be read completely.
    `pseudonyms` is the key of pseudonyms for players, or None to keep their names.
    """

    target: Target
    strict: bool
    pseudonyms: bytes | None = None
    skims: bool = False

    def values(self, read: Read) -> Iterator[Converted]:
        """Yield the result for each record."""
        number, may_be_alone = 0, True
        for piece in read:
            assert not isinstance(piece, Counts)
            for outcome, unheld in self._with_left_out(piece.outcomes):
                number += 1
                found = self._converted(number, outcome, may_be_alone)
                found = replace(found, left_out=unheld) if unheld else found
                refused = self.strict and bool(found.losses or found.left_out)
                may_be_alone = may_be_alone and (refused or not found.texts)
                yield found

    def _converted(self, number: int, outcome: Outcome[Any], may_be_alone: bool) -> Converted:
        reading = outcome.reading
        findings = [*reading.findings, *reading.notes]
        status = status_of(reading, findings, self.strict)
        whole = reading.whole and not (self.strict and status)
        record = outcome.record if whole else None
        own = outcome.notation
        found = Converted(number, own and own.id, findings, status, record is not None)
        target = None if own is None else self._target(own.game)
        texts, declared, noted = None, self.target.declared, None
        if record is not None and target is not None:
            record = self._moved(outcome, record)
            if outcome.comments is not None and own and target.line_comments > own.line_comments:
                noted = outcome.comments.in_annotations(outcome)
            self.target.encoding_of(target)  # refused before anything is written
            texts = outcome.attempt(
                lambda: written(found, self.named(record), target, may_be_alone, declared, noted)
            )
        if outcome.failures:  # not errors in the text
            everything = [*findings, *outcome.failures]
            return replace(found, findings=everything, status=max(status, FOUND), whole=False)
        return found if texts is None else texts

    def named(self, record: Any) -> Any:
        """Return the record with the names that players have in the output."""
        return record if self.pseudonyms is None else anonymous(record, self.pseudonyms)

    def _target(self, game: str) -> Notation[Any] | None:
        """Return the notation to write for records of a game, or None if it is unclear which."""
        try:
            found = self.target.notation(game)
        except Failure:  # reported when it is the record's turn
            return None
        return found if found.game == game else None

    def _moved(self, outcome: Outcome[Any], record: Any) -> Any:
        """Return the record, moving comments that ignore findings to where the target has them."""
        own, comments = outcome.notation, outcome.comments
        if own is None or comments is None or not own.line_comments:
            return record
        target = self._target(own.game)
        if target is None or target.line_comments:
            return record
        return comments.moved(outcome, record)

    def _with_left_out(
        self, outcomes: Iterator[Outcome[Any]]
    ) -> Iterator[tuple[Outcome[Any], Mapping[str, int]]]:
        """Yield a text's outcomes, the first with counts of everything that no record holds."""
        first = next(outcomes, None)
        if first is None:
            return
        if has_comments(first.reading):
            others = list(outcomes)
            yield first, left_out(map(self._reading, (first, *others)))
            yield from ((each, {}) for each in others)
        else:
            yield from ((each, beside(each.reading)) for each in chain([first], outcomes))

    def _reading(self, outcome: Outcome[Any]) -> Reading[Any]:
        """Return the reading of an outcome, with the comments that the target will have."""
        reading = outcome.reading
        if reading.written is None or not reading.whole:
            return reading
        return replace(reading, written=self._moved(outcome, reading.written))


def written(
    found: Converted,
    record: Any,
    target: Notation[Any],
    may_be_alone: bool,
    declared: Callable[[str, Notation[Any]], str],
    noted: Noted | None = None,
) -> Converted:
    """Return the result with the record's texts and losses, or with the reason for failure.

    `declared` makes a text declare its encoding, and raises ValueError if the encoding cannot hold
    it. `noted` are the comments that ignore findings, from annotations; they are written on lines.
    """
    made, losses = list[tuple[str, Any, str]](), dict[str, None]()
    try:
        parts: Mapping[str, Any] = {"": record} if target.parts is None else target.parts(record)
        for name, part in parts.items():
            losses.update(dict.fromkeys(_left_out(record, part)))
            text, lost = rewritten(part, target)
            text = (with_ignores(part, target, noted) if noted else None) or text
            made.append((name, part, declared(text, target)))
            losses.update(dict.fromkeys(lost))
    except ValueError as why:
        return replace(found, error=str(why))
    compact = target.compact
    needs_whole = may_be_alone or compact is None or target.parts is not None
    texts = [
        Written(
            name,
            text if needs_whole else None,
            None if compact is None else declared(compact(part), target),
        )
        for name, part, text in made
    ]
    return replace(found, texts=texts, losses=list(losses))


def _left_out(record: Any, part: Any) -> Iterator[str]:
    """Yield a record's annotations that one of its parts, such as a view, leaves out."""
    if part is not record:
        left = noted_only_in(replayer.game_of(record), record, part)
        yield from (
            f"{kind}: {what} ({left[kind]})" for kind, what in KINDS.items() if kind in left
        )
