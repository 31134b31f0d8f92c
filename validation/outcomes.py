"""The one pipeline: from the bytes of a file to an outcome for each of its records.

A file is taken apart into pieces, a piece is read, and its record is checked under the rules of its
game. A notation may `accept` a piece before it is read: it then vouches that there is nothing to
report. The outcome is the same, only faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from .. import replayer
from ..findings import Finding, Fix, arguments
from ..findings.limits import BYTES_A_SLIP, MOST_SLIPS
from ..formats import codes
from ..formats.document.compacted import compacted
from ..formats.files.reading import (
    Piece,
    Skimmed,
    Skims,
    in_file,
    read_in_file,
    read_piece,
    skimmed_pieces,
    skimmer,
)
from ..formats.files.source import Source
from ..formats.found import Found
from ..formats.interface.notation import CannotHold, Counts, Notation, Reading
from ..replayer.assumed import assumes, assuming
from ..replayer.game import Checked, Game, MatchResult, Unsupported

if TYPE_CHECKING:
    from .proofs import Proofs

RecordT = TypeVar("RecordT")
FoundT = TypeVar("FoundT")


# What a record that is skimmed does without is imported once it is needed; an import that stands
# in what each record goes through would cost more than it saves.


@cache
def _check_of() -> Callable[..., Checked[Any]]:
    from ..replayer.play.check import checked

    return checked


@cache
def _proving() -> tuple[type[Proofs], Callable[[Finding, list[Finding], list[Finding]], bool]]:
    from .proofs import Proofs, is_safe

    return Proofs, is_safe


class Outcome(Generic[RecordT]):
    """The result of checking one record.

    Each part is worked out when it is first asked for, and only once. To get the record alone does
    not check its play, and an accepted record is read only for more than its findings and counts.
    """

    def __init__(
        self,
        notation: Notation[RecordT] | None,
        read: Callable[[], Reading[RecordT]],
        accepted: Counts | None = None,
        mended: Callable[[Fix], list[Finding] | None] | None = None,
        before: Outcome[RecordT] | None = None,
    ) -> None:
        self.notation = notation
        """The notation, None if it is not known."""
        self._read = read
        self._accepted = accepted
        self._mended = mended
        """Everything wrong with the text after a fix, None where it is not read again for that."""
        stands_for = None if before is None or "unproven" in vars(before) else before._before
        self._before = stands_for or before
        """The outcome of the same text where it stood before, and was looked at."""
        self.path: str | None = None
        """The path of its file, None where there is none."""
        self.options: Iterable[object] | None = None
        """What is assumed of records that say no options, whenever it is read again; if known."""
        self.report: Callable[[list[Finding]], list[Finding]] = list
        """Chooses what is reported among all its findings, as an archive is configured."""
        self.failures: list[Finding] = []
        """What the code of its game failed to do with it so far; each is one of its findings."""

    @classmethod
    def known(
        cls,
        notation: Notation[RecordT] | None,
        reading: Reading[RecordT],
        findings: list[Finding],
        counts: Counts | None,
    ) -> Outcome[RecordT]:
        """An outcome that was worked out elsewhere; the reading may have less than was read."""
        made = cls(notation, lambda: reading)
        made.all_findings, made.counts = findings, counts
        return made

    def __repr__(self) -> str:
        notation = "of no known notation" if self.notation is None else self.notation.id
        return f"<Outcome {notation}>"

    @cached_property
    def reading(self) -> Reading[RecordT]:
        """The record as it was read, with what is wrong with its text."""
        return self._read()

    @property
    def record(self) -> RecordT | None:
        """The record, None if it could not be read."""
        return self.attempt(lambda: self.reading.record)

    def attempt(self, work: Callable[[], FoundT]) -> FoundT | None:
        """What some work with the record gives, None where the code of its game fails over it.

        That is a finding then: one record must not stop the work with all others. Only what says
        that a thing cannot be done is raised (CannotHold, Unsupported).
        """
        if not callable(work):
            raise arguments.wrong("work", work, "a function")
        try:
            return work()
        except (CannotHold, Unsupported):
            raise
        except Exception as error:
            from ..formats.failures import failure

            self._fail(failure(self._name, error))
        return None

    def _fail(self, found: Finding) -> None:
        """Report a failure, once, also where the findings are known already."""
        placed = self.reading.place(found.but(pointer=self._start)) or found
        if placed in self.failures:
            return
        self.failures.append(placed)
        for name in ("unproven", "all_findings"):
            known: list[Finding] | None = vars(self).get(name)
            if known is not None:
                known.append(placed)
        if "findings" in vars(self):
            self.findings[:] = self.report(self.all_findings)

    @property
    def _start(self) -> str:
        """A pointer to the start of the record; where several share a text, to its first round."""
        shares = self.notation is not None and self.notation.medium == "text"
        return f"/{self._game.rounds_field}/0" if shares and self._game is not None else ""

    @property
    def _name(self) -> str:
        """The name of its game."""
        return "" if self.notation is None else self.notation.game

    @cached_property
    def findings(self) -> list[Finding]:
        """What is wrong with the record, in the order of its text.

        That is everything, unless an archive is configured to report less.
        """
        return self.report(self.all_findings)

    @cached_property
    def all_findings(self) -> list[Finding]:
        """Everything wrong with the record, in the order of its text.

        The fix of an error is only given where the text was read again with it, and is not worse.
        """
        if not any(each.fix for each in self.unproven):
            return [*self.unproven]
        with self.as_read():
            return [each if self._is_proven(each) else each.but(fix=None) for each in self.unproven]

    def as_read(self) -> AbstractContextManager[None]:
        """Assume what was assumed when its text was read, to read it again."""
        return nullcontext() if self.options is None else assuming(self.options)

    def _is_proven(self, finding: Finding) -> bool:
        if finding.fix is None:
            return True
        if self.reading.text is not None and not finding.fix.edits:
            return False
        if finding.severity != "error" or self._mended is None or self._is_cut:
            return True
        after = self._mended(finding.fix)
        return after is None or _proving()[1](finding, self.unproven, after)

    @cached_property
    def _is_cut(self) -> bool:
        """Whether more is wrong than is listed: behind a fix, another finding moves up."""
        return any(each.left_out is not None for each in self.unproven)

    @cached_property
    def unproven(self) -> list[Finding]:
        """The findings with all their fixes, which may turn out not to mend the record."""
        if self._accepted is not None:
            return [*self.failures]
        found = self.attempt(self._in_order)
        # Whatever is asked for next is not to fail behind what was told already.
        _ = self.counts
        return [*(self.reading.findings if found is None else found), *self.failures]

    def _in_order(self) -> list[Finding]:
        """What is wrong with the text and the record, in the order of the text."""
        placed = map(self.reading.place, self._wrong_in_any_case())
        found = [*self.reading.findings, *self.reading.notes]
        found += (each for each in placed if each is not None)
        if len(found) < 2:
            return found
        return sorted(Found(sorted(found, key=_in_text)).all(), key=_in_text)

    def _wrong_in_any_case(self) -> list[Finding]:
        """What is wrong with the record, and with each of those that may as well be meant."""
        found, game, notation = self._checked.findings, self._game, self.notation
        if not self.reading.others or game is None or notation is None:
            return found
        for other in self.reading.others:
            wrong = self._check(game, notation, other).findings
            same = {(each.rule.code, each.pointer, each.ply) for each in wrong}
            found = [each for each in found if (each.rule.code, each.pointer, each.ply) in same]
        return found

    @property
    def errors(self) -> list[Finding]:
        """The findings that say that the record is wrong."""
        return [each for each in self.findings if each.severity == "error"]

    @property
    def is_wrong(self) -> bool:
        """Whether a finding says that the record is wrong."""
        if self._before is not None and "unproven" not in vars(self):
            return self._before.is_wrong
        return any(each.severity == "error" for each in self.unproven)

    @property
    def is_checked(self) -> bool:
        """Whether it is known if the record is wrong, so that this is said at once."""
        known = self._accepted is not None or "unproven" in vars(self)
        return known or (self._before is not None and self._before.is_checked)

    @cached_property
    def counts(self) -> Counts | None:
        """The numbers of its rounds and plies, None where there is no record."""
        if self._accepted is not None:
            return self._accepted
        game, record = self._game, self._examined
        if game is None or record is None:
            return None
        return self.attempt(lambda: Counts(len(game.rounds(record)), game.plies(record)))

    def match_result(self) -> MatchResult | None:
        """How the match ended, None if it is not finished, or there is no record.

        Raises Unsupported where matches of its game are not rated.
        """
        game, record = self._game, self._examined
        if game is None or record is None:
            return None
        return self.attempt(lambda: game.match_result(record, self._checked.ends))

    @property
    def replayed(self) -> tuple[Game[RecordT, Any], RecordT, list[Any]] | None:
        """The game, the record as it was checked, and the state in which each round ended.

        A state is None where the round did not end, all is None where there is no record.
        """
        game, record = self._game, self._examined
        return None if game is None or record is None else (game, record, self._checked.ends)

    @property
    def _examined(self) -> RecordT | None:
        """The record as it was checked: as written, unless the check itself completed it."""
        completed = self._checked.completed is not None
        return self.reading.record if completed else self.reading.written

    def check_as(self, before: Outcome[Any]) -> bool:
        """Take over what the check of the same record found; whether it did find it."""
        arguments.require("before", before, "an Outcome", Outcome)
        known = "_checked" in vars(before) and "_checked" not in vars(self)
        if self._before is not None or not known:
            return False
        then, now = before.reading, self.reading
        if (then.notation, then.written) != (now.notation, now.written):
            return False
        self._checked = before._checked
        self._complete(self._checked)
        return True

    @cached_property
    def _checked(self) -> Checked[Any]:
        """What the check of its game found, leaving out what its notation cannot say."""
        reading = self.reading
        if self._game is None or self.notation is None or reading.written is None:
            return Checked([], [])
        if self._before is not None and "_checked" in vars(self._before):
            self._complete(self._before._checked)
            return self._before._checked
        found = self._check(self._game, self.notation, reading.written)
        self._complete(found)
        return found

    def _check(
        self, game: Game[RecordT, Any], notation: Notation[RecordT], record: RecordT
    ) -> Checked[Any]:
        """What the check of a game finds; if it fails, that, and the ply where it does."""
        try:
            return _check_of()(game, record, notation.unsupported)
        except Exception as error:
            from ..formats.failures import failure

            found = failure(game.name, error)
        from ..replayer.replay.failing import failing_at

        number, ply = failing_at(game, record)
        where = self._start if number is None else f"/{game.rounds_field}/{number - 1}"
        rounds = self.attempt(lambda: len(game.rounds(record))) or 0
        found = found.but(pointer=where, round=number, ply=ply)
        return Checked([found], [None] * rounds)

    def _complete(self, checked: Checked[Any]) -> None:
        """If the check has inferred what the text leaves out, once is enough."""
        if checked.completed is not None and self.notation and self.notation.complete is not None:
            self.reading.record = checked.completed

    @cached_property
    def _game(self) -> Game[RecordT, Any] | None:
        return None if self.notation is None else replayer.game(self.notation.game)


def outcomes(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any]]:
    """The outcomes of the records of a file, one after the other.

    The name is the path of the findings; it is empty for a text. Raises KeyError where `identifier`
    is no notation, and UnknownNotation where it is None and the file is no record.
    """
    for each in by_piece(stream, name, identifier):
        yield from each.outcomes


def skimmed(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[Outcome[Any] | Counts]:
    """The outcomes of the records of a file; of those that its notation skims, only the counts.

    Raises what `outcomes` raises.
    """
    for each in skimmed_by_piece(stream, name, identifier):
        if isinstance(each, Counts):
            yield each
        else:
            yield from each.outcomes


class Judged(Struct, frozen=True):
    """What is left of a record: its counts, None if it cannot be read, and its findings."""

    counts: Counts | None
    findings: list[Finding]


Look: TypeAlias = Callable[[Outcome[Any]], list[Finding]]
"""What counts as found in a record: its findings, fewer of them, or with suggestions."""


class PieceOutcomes(NamedTuple):
    """A piece of a file, and the outcomes of its records, read as they are asked for."""

    notation: Notation[Any] | None
    piece: Piece | Finding
    outcomes: Iterator[Outcome[Any]]


def by_piece(
    stream: BinaryIO | Source, name: str = "", identifier: str | None = None
) -> Iterator[PieceOutcomes]:
    """The outcomes of a file, piece by piece; each piece is to be used up before the next.

    Raises what `outcomes` raises.
    """
    for each in skimmed_by_piece(stream, name, identifier, skim=False):
        if not isinstance(each, Counts):
            yield each


def skimmed_by_piece(
    stream: BinaryIO | Source,
    name: str = "",
    identifier: str | None = None,
    *,
    skim: Skims = True,
    first: int = 1,
) -> Iterator[PieceOutcomes | Counts]:
    """The outcomes of a file, piece by piece, as `by_piece` gives them.

    The `first` record has this number.

    Of records that their notation skims, there are only the counts, with their lines if `skim` says
    so; but none is skimmed where some options are assumed. Raises what `outcomes` raises.
    """
    source = stream if isinstance(stream, Source) else Source(stream)
    slips, number, skim = 0, first, False if assumes() else skim

    def counted(readings: Iterator[Reading[Any]]) -> Iterator[Reading[Any]]:
        nonlocal number, slips
        for reading in readings:
            number += 1
            slips += len(reading.findings)
            yield reading

    for notation, piece in skimmed_pieces(source, name, identifier, skim=skim):
        if isinstance(piece, Counts):
            number += piece.records
            yield piece
            continue
        vouched = _vouched(notation, piece, skim) if skim and _has_space(piece) else None
        if vouched is not None:
            number += 1
            yield vouched
            continue
        # Nothing is read before it is asked for.
        readings = read_in_file(notation, piece, name, number)
        # Of what is only accepted, all is read as soon as more than counts are asked for.
        counts = None if skim == "lines" else accepted(notation, piece)
        if counts is not None:
            number += 1
            unread = Outcome(notation, partial(next, readings), counts)
            unread.path = name or None
            yield PieceOutcomes(notation, piece, iter([unread]))
            continue
        if slips > most_slips(source.taken):
            yield too_many(notation, piece, name, slips)
            return
        yield PieceOutcomes(notation, piece, _of_readings(notation, piece, counted(readings)))


def most_slips(taken: int) -> int:
    """How many slips a file may have in its texts, in so many bytes; it is read up to more."""
    return max(MOST_SLIPS, taken // BYTES_A_SLIP)


def of_piece(
    notation: Notation[Any] | None,
    piece: Piece | Finding,
    name: str = "",
    first: int | None = None,
) -> Iterator[Outcome[Any]]:
    """The outcomes of the records of one piece of a file, numbered from `first` on, if from any."""
    return _of_readings(notation, piece, read_in_file(notation, piece, name, first))


def _of_readings(
    notation: Notation[Any] | None, piece: Piece | Finding, readings: Iterator[Reading[Any]]
) -> Iterator[Outcome[Any]]:
    proofs = None if isinstance(piece, Finding) else _proofs(notation, piece)
    for reading in readings:
        if proofs is not None:
            proofs.slips = max(proofs.slips, len(reading.findings))
        yield outcome(reading, mended=proofs and proofs.after)


def _proofs(notation: Notation[Any] | None, piece: Piece) -> Proofs:
    """What proves the fixes of a piece by reading it again."""

    def judge(again: Piece) -> list[Finding]:
        if not assumes() and _vouched(notation, again, True) is not None:
            return []
        readings = read_piece(notation, again)
        return [each for reading in readings for each in outcome(reading).unproven]

    proofs, _ = _proving()
    return proofs(piece, judge)


def too_many(
    notation: Notation[Any] | None, piece: Piece | Finding, name: str, slips: int
) -> PieceOutcomes:
    """What stands for a piece, and all behind it, of a file that is not read further."""
    why = f"{slips} slips are listed; from here on, the file is not read"
    found = Finding(rule=codes.TOO_MANY_FINDINGS, message=why, line=piece.line, column=1)
    last = in_file(Reading[Any](notation, [found], whole=False), name)
    return PieceOutcomes(None, last.findings[0], iter([outcome(last)]))


def of_piece_later(
    notation: Notation[Any] | None,
    piece: Piece,
    name: str,
    first: int,
    accepted: Counts | None = None,
    before: Sequence[Outcome[Any] | None] = (None,),
) -> list[Outcome[Any]]:
    """The outcomes of a piece, which is read when more is asked of one than is known already.

    Its one record may have been `accepted`, or the same piece stood elsewhere `before`.
    """
    proofs = _proofs(notation, piece)

    @cache
    def readings() -> list[Reading[Any]]:
        found = list(read_in_file(notation, piece, name, first))
        proofs.slips = max(len(each.findings) for each in found)
        return found

    return [
        Outcome(notation, partial(_item, readings, index), accepted, proofs.after, then)
        for index, then in enumerate(before)
    ]


def _item(readings: Callable[[], list[Reading[Any]]], index: int) -> Reading[Any]:
    return readings()[index]


def _in_text(finding: Finding) -> tuple[int, int]:
    return finding.line or 0, finding.column or 0


def outcome(
    reading: Reading[RecordT], mended: Callable[[Fix], list[Finding] | None] | None = None
) -> Outcome[RecordT]:
    """The outcome of a record that was read."""
    made = Outcome(reading.notation, lambda: reading, mended=mended)
    made.path = reading.path
    return made


def sound(notation: Notation[Any] | None, piece: Piece | Finding, *, skim: bool) -> Counts | None:
    """The counts of a piece for which its notation vouches, None if it does not.

    With `skim`, it may be skimmed, too, once it is compacted.
    """
    found = _vouched(notation, piece, skim) if skim and _has_space(piece) else None
    return accepted(notation, piece) if found is None else found


def _has_space(piece: Piece | Finding) -> bool:
    """Whether a piece has spaces in it: a line that has none was tried as it is."""
    return isinstance(piece, Piece) and len(piece.data.split(maxsplit=1)) > 1


def vouched(notation: Notation[Any] | None, piece: Piece) -> Skimmed | None:
    """A piece that may be skimmed, as it is or once it is compacted; None if it may not."""
    found = None if assumes() else _skimmed(notation, piece.data.rstrip() + b"\n", piece, "lines")
    if found is None and not assumes() and _has_space(piece):
        found = _vouched(notation, piece, "lines")
    assert found is None or isinstance(found, Skimmed)
    return found


def _vouched(notation: Notation[Any] | None, piece: Piece | Finding, skim: Skims) -> Counts | None:
    """The counts of a piece that may be skimmed once it is compacted, None if it may not.

    What is compacted is JSON: the spaces of a text may mean something.
    """
    if notation is None or notation.medium != "json" or isinstance(piece, Finding):
        return None
    if skimmer(notation, skim) is None:
        return None
    return _skimmed(notation, compacted(piece.data), piece, skim)


def _skimmed(
    notation: Notation[Any] | None, line: bytes | None, piece: Piece, skim: Skims
) -> Counts | None:
    """The counts of a piece that is such a line, if that may be skimmed."""
    skims = None if notation is None else skimmer(notation, skim)
    if notation is None or skims is None or line is None or not piece.is_plain:
        return None
    try:
        end, records, rounds, plies = skims(line, 0)
    except Exception as error:
        from ..formats.failures import failure

        piece.failed = failure(notation.game, error)
        return None
    if (end, records) != (len(line), 1):
        return None
    if skim != "lines":
        return Counts(rounds, plies)
    return Skimmed(rounds, plies, notation=notation, data=line, line=piece.line)


def accepted(notation: Notation[Any] | None, piece: Piece | Finding) -> Counts | None:
    """The counts of a piece for which its notation vouches, None if it does not."""
    if notation is None or notation.accept is None or isinstance(piece, Finding):
        return None
    if not piece.is_plain or assumes():
        return None
    try:
        return notation.accept(piece.data)
    except Exception as error:
        from ..formats.failures import failure

        piece.failed = failure(notation.game, error)
    return None
