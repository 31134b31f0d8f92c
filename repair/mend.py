"""Applies the fixes for a file's findings in turns, and reads the file again after each turn.

Fixes that touch each other are applied in different turns. A turn must not make things worse, with
more errors or fewer records. If it does, its fixes are tried one by one, and those that do not help
are undone.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from ..findings import Finding
from ..formats.codes import TOO_MANY_FINDINGS
from ..formats.files.detect import detect
from ..formats.files.piece import Piece
from ..formats.files.source import HEAD, CannotEncode
from ..formats.interface.catalog import notation
from ..formats.interface.notation import Notation
from ..validation.outcome import Judged, Look, Outcome
from ..validation.outcomes import PieceOutcomes, by_piece, of_piece, outcomes
from .content import Content, Edited, Lines, Standing, Taken, as_piece, edited, unpacked

MOST_TURNS = 100
"""The maximum number of times to read and fix a piece of a file; remaining findings are
reported."""

MOST_ALONE, MOST_TRIALS = 20, 60
"""The maximum number of fixes to try one by one if applying them all does not help: in a turn, and
in all turns of a piece. The piece is read again for each, so a piece with more than MOST_ALONE
findings is allowed fewer."""

MOST_FILE_TURNS = 10
"""The maximum number of times to read a file: a fix at its head may change the rest."""


class Mended(Struct, frozen=True):
    """A file after its fixes were applied.

    `data` holds its bytes, compressed like the original; `before` and `after` are the decompressed
    content, in its own encoding. `made` has the findings whose fixes were applied; `found` has each
    record's original findings, and `left` has those that remain. `is_refused`: whether the file is
    damaged or too large. If the encoding cannot hold the new text, `why` says so.
    """

    data: bytes
    before: bytes
    after: bytes
    made: tuple[Finding, ...]
    found: tuple[Judged, ...]
    left: tuple[Judged, ...]
    is_packed: bool = False
    is_refused: bool = False
    why: str | None = None

    @property
    def changed(self) -> bool:
        """Whether the file has changed."""
        return self.before != self.after


def findings_of(outcome: Outcome[Any]) -> list[Finding]:
    """Return all findings of a record."""
    return outcome.findings


def mended(
    data: bytes,
    name: str = "",
    identifier: str | None = None,
    *,
    unsafe: bool = False,
    look: Look = findings_of,
) -> Mended:
    """Return a file with the fixes for its findings applied: safe ones, or all if `unsafe` is true.

    Only findings that `look` returns are fixed. Bytes that no fix touches stay unchanged. Raises
    UnknownNotation if the file is not a record, and KeyError if there is no notation `identifier`.

    >>> mended(b'{"format": "leduc/json", "version": 1, "hands": [],}').data
    b'{"format": "leduc/json", "version": 1, "hands": []}'
    """
    content = unpacked(data, name, identifier)
    if content is None:
        found = outcomes(io.BytesIO(data), name, identifier)
        judged = tuple(Judged(each.counts, look(each)) for each in found)
        return Mended(data, data, data, (), judged, judged, is_refused=True)
    turns = Turns(name, identifier, unsafe, look)
    first = last = _File(content, content.data, turns)
    made = list(first.made)
    for number in range(1, MOST_FILE_TURNS + 1):
        if last.after == last.before:
            break
        last = _File(content, last.after, turns, mend=number < MOST_FILE_TURNS)
        made += last.made
    if last is not first and not last.is_no_worse_than(first, unsafe):
        first = last = _File(content, content.data, turns, mend=False)
        made = []
    after, refused = content.raw, None
    try:
        after = content.written(last.after)
    except CannotEncode as why:
        first = last = _File(content, content.data, turns, mend=False)
        made, refused = [], str(why)
    return Mended(
        data if last is first else content.packed(after),
        content.raw,
        after,
        tuple(made),
        tuple(first.found),
        tuple(last.found),
        content.packing is not None,
        why=refused,
    )


class Turns(Struct, frozen=True):
    """The settings for fixing a file; `sound` has the pieces without findings, by their bytes.

    `done` has the bytes of pieces that need no more turns, since no other fix helps.
    """

    name: str
    identifier: str | None
    unsafe: bool
    look: Look
    sound: dict[tuple[str, int, bytes], list[Judged]] = {}
    done: set[bytes] = set()

    def found(self, each: PieceOutcomes) -> list[Judged]:
        """Return the findings of a piece; a piece that was sound before is not read again."""
        if each.notation is None or isinstance(each.piece, Finding):
            return self.judged(each.outcomes)
        key = (each.notation.id, each.piece.line, each.piece.data)
        if key not in self.sound:
            found = self.judged(each.outcomes)
            if any(one.findings for one in found):
                return found
            self.sound[key] = found
        return self.sound[key]

    def judged(self, found: Iterable[Outcome[Any]]) -> list[Judged]:
        """Return the findings of each record."""
        return [Judged(each.counts, self.look(each)) for each in found]

    def fixes(
        self, raw: bytes, piece: Piece, judged: Sequence[Judged]
    ) -> list[tuple[Finding, list[Edited]]]:
        """Return the fixes to apply in a piece, in text order."""
        found = list[tuple[Finding, list[Edited]]]()
        for each in (finding for one in judged for finding in one.findings):
            if each.fix is not None and each.fix.edits and (each.fix.safe or self.unsafe):
                found.append((each, Standing(raw, piece).edits(each.fix.edits)))
        return sorted(found, key=lambda pair: (pair[1][0].start, pair[1][-1].end))


class _File:
    """A file that is read once, and whose pieces are each fixed in turns.

    `found` has each record's findings in the bytes `before`; `after` has the bytes with the fixes
    in `made` applied.
    """

    def __init__(self, content: Content, data: bytes, turns: Turns, mend: bool = True) -> None:
        self.before = data
        self.found: list[Judged] = []
        self.made: list[Finding] = []
        self.notation: Notation[Any] | None = None
        lines, parts, at = Lines(data), list[bytes](), 0
        for each in by_piece(content.source(data), turns.name, turns.identifier):
            piece, found = each.piece, turns.found(each)
            self.notation = self.notation or each.notation
            self.found += found
            if not mend or isinstance(piece, Finding) or not any(map(_has_fix, found)):
                continue
            span = lines.span(piece)
            if span is not None and data[slice(*span)] not in turns.done:
                start, end = span
                mending = Mending(turns, each.notation, piece, data[start:end])
                mending.run(found)
                turns.done.add(mending.raw)
                self.made += mending.made
                parts += [data[at:start], mending.raw]
                at = end
        self.after = b"".join([*parts, data[at:]])

    def is_no_worse_than(self, before: _File, unsafe: bool) -> bool:
        """Return whether this is the same file, with no more errors and no fewer records.

        An empty file is worse than any other. An unsafe fix may declare that it converts to another
        notation of the same game.
        """
        old, new = before.notation, self.notation
        if old is not None and (new is None or not (new.id == old.id or unsafe)):
            return False
        if old is not None and new is not None and old.game != new.game:
            return False
        if not self.before.strip():
            return False
        return _State.of(self.found).is_no_worse_than(_State.of(before.found))


def _has_fix(judged: Judged) -> bool:
    return any(each.fix is not None for each in judged.findings)


class _State(Struct, frozen=True):
    """How much is wrong with a text, to be compared before and after a fix.

    Findings that are not listed count as well; `is_cut` means that no more were searched for.
    """

    records: int
    codes: Counter[str]
    errors: int
    warnings: int
    is_cut: bool

    @classmethod
    def of(cls, judged: Iterable[Judged]) -> _State:
        """Return the state of these records."""
        known = list(judged)
        codes, severities = Counter[str](), Counter[str | None]()
        for each in (finding for one in known for finding in one.findings):
            number = 1 if each.left_out is None else each.left_out.count
            codes[each.about.code] += number
            severities[each.severity] += number
        return cls(
            sum(each.counts is not None for each in known),
            codes,
            severities["error"],
            severities["warning"],
            TOO_MANY_FINDINGS.code in codes,
        )

    def is_no_worse_than(self, before: _State) -> bool:
        """Return whether no record is lost, and errors (if equal, warnings) did not increase."""
        worse = (self.errors, self.warnings) > (before.errors, before.warnings)
        return not worse and self.records >= before.records

    def is_better_than(self, before: _State, made: Sequence[Finding]) -> bool:
        """Return whether it is not worse, and has fewer of the fixed findings or fewer in all.

        If several fixes were applied, one may hide the effect of another, so they must not lead to
        any new findings.
        """
        if not self.is_no_worse_than(before):
            return False
        if len(made) > 1 and self.codes - before.codes:
            return False
        if before.is_cut or (self.errors, self.warnings) < (before.errors, before.warnings):
            return True
        return all(self.codes[each.code] < before.codes[each.code] for each in made)


def _are_rivals(one: Finding, other: Finding) -> bool:
    """Return whether two fixes may be guesses about one slip, in the same or the next round."""
    if one.fix is None or other.fix is None or one.fix.safe or other.fix.safe:
        return False
    if one.round is None or other.round is None:
        return one.line == other.line
    return abs(one.round - other.round) <= 1


class Mending:
    """The turns that fix one piece of a file; `raw` has its bytes in the file."""

    def __init__(self, turns: Turns, known: Notation[Any] | None, piece: Piece, raw: bytes) -> None:
        self._turns, self._known, self._piece = turns, known, piece
        self.raw = raw
        self.made: list[Finding] = []
        self._left = MOST_TRIALS * MOST_ALONE

    def run(self, judged: Sequence[Judged]) -> None:
        """Fix the piece with these findings."""
        seen = {self.raw}
        for _ in range(MOST_TURNS):
            fixes = self._turns.fixes(self.raw, self._read(self.raw), judged)
            if not fixes or not self._turn(fixes) or self.raw in seen:
                return
            seen.add(self.raw)
            found = of_piece(self._notation(self.raw), self._read(self.raw), self._turns.name)
            judged = self._turns.judged(found)

    def _turn(self, fixes: Sequence[tuple[Finding, list[Edited]]]) -> bool:
        """Apply as many fixes as possible that do not touch each other; return False if none helps.

        If several are guesses about what may be one slip, only one is applied before reading the
        text again.
        """
        chosen, taken = list[tuple[list[Finding], list[Edited]]](), Taken()
        together = list[tuple[list[Finding], list[Edited]]]()
        for finding, edits in fixes:
            same = next((found for found, made in chosen if made == edits), None)
            if same is not None:
                same.append(finding)
            elif taken.takes(edits):
                chosen.append(([finding], edits))
                if not any(_are_rivals(finding, each[0]) for each, _ in together):
                    together.append(chosen[-1])
        # Some fixes that are wrong on their own are right together, and vice versa.
        before = self._state(self.raw)
        made = [finding for found, _ in together for finding in found]
        after = edited(self.raw, self._piece, [edit for _, edits in together for edit in edits])
        if after is not None and self._state(after).is_better_than(before, made):
            self.raw = after
            self.made += made
            return True
        if len(chosen) == 1:
            return False
        kept = list[Finding]()
        # The last one is applied first, so that the places of the others stay valid.
        cost = max(MOST_ALONE, before.codes.total())
        alone = chosen[: min(MOST_ALONE, self._left // cost)]
        self._left -= cost * len(alone)
        for found, edits in reversed(alone):
            after = edited(self.raw, self._piece, edits)
            state = None if after is None else self._state(after)
            if after is not None and state is not None and state.is_better_than(before, found):
                self.raw, before = after, state
                kept += found
        self.made += reversed(kept)
        return bool(kept)

    def _read(self, raw: bytes) -> Piece:
        return self._piece.but(as_piece(raw, self._piece))

    def _notation(self, raw: bytes) -> Notation[Any] | None:
        """Return the notation of the piece with these bytes, as a fix may change it."""
        known = self._known
        if known is None or not self._turns.unsafe or self._turns.identifier is not None:
            return known
        found = detect(raw[:HEAD])
        return known if found is None or found.game != known.game else notation(found.id)

    def _state(self, raw: bytes) -> _State:
        """Return how much is wrong with the piece with these bytes, without testing its fixes."""
        found = of_piece(self._notation(raw), self._read(raw), self._turns.name)
        return _State.of([Judged(each.counts, each.kept) for each in found])
