"""The outcome of one record: its counts, everything wrong with it, and the record itself.

Each part is computed when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from .. import replayer
from ..findings import Finding, Fix, arguments
from ..formats.found import Found
from ..formats.interface.notation import CannotHold, Counts, Notation, Reading
from ..replayer.assumed import assuming
from ..replayer.game import Checked, Game, MatchResult, Unsupported

if TYPE_CHECKING:
    from .proofs import Proofs

RecordT = TypeVar("RecordT")
FoundT = TypeVar("FoundT")


# Imports that skimmed records do not need are made later; an import statement in a function called
# for every record would cost more than it saves.


@cache
def _check_of() -> Callable[..., Checked[Any]]:
    from ..replayer.play.check import checked

    return checked


@cache
def proving() -> tuple[type[Proofs], Callable[[Finding, list[Finding], list[Finding]], bool]]:
    """On first use, import the code that tests fixes and decides whether one may be applied."""
    from .proofs import Proofs, is_safe

    return Proofs, is_safe


Noted: TypeAlias = Mapping[tuple[int | None, int | None, str], str]
"""Comments in annotations, by the round, ply and rule of the findings that they ignore."""


class Comments(Protocol):
    """Comments in a text that ignore findings."""

    def kept(self, outcome: Outcome[Any]) -> list[Finding]:
        """Return the findings that are not ignored, and those about the comments."""
        ...

    def ignore(self, outcome: Outcome[Any], finding: Finding) -> bool:
        """Return whether a comment ignores a finding."""
        ...

    def moved(self, outcome: Outcome[Any], record: Any) -> Any:
        """Return a copy of the record, with comments moved from lines to what they are about."""
        ...

    def in_annotations(self, outcome: Outcome[Any]) -> Noted:
        """Return the comments in annotations, keyed by the findings that they ignore."""
        ...


class Outcome(Generic[RecordT]):
    """The result of checking one record.

    Each part is computed when it is first needed, and only once. Getting the record alone does not
    check its play, and an accepted record is read only if more than its findings and counts are
    needed.
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
        """The notation, or None if unknown."""
        self._read = read
        self._accepted = accepted
        self._mended = mended
        """A function that returns what is wrong after a fix, or None if that is not tested."""
        stands_for = None if before is None or "unproven" in vars(before) else before._before
        self._before = stands_for or before
        """The outcome of an earlier piece with the same text, which was examined."""
        self.path: str | None = None
        """The path of the file, or None for a text that is not in a file."""
        self.options: Iterable[object] | None = None
        """The options, if known, to assume when rereading records that state none."""
        self.report: Callable[[list[Finding]], list[Finding]] = list
        """A function that selects the findings to report, according to an archive's
        configuration."""
        self.comments: Comments | None = None
        """The comments in the text about findings, if it may have any."""
        self.failures: list[Finding] = []
        """The failures of the game's code so far; each is also a finding."""

    @classmethod
    def known(
        cls,
        notation: Notation[RecordT] | None,
        reading: Reading[RecordT],
        findings: list[Finding],
        counts: Counts | None,
    ) -> Outcome[RecordT]:
        """Return an outcome that was computed elsewhere; its reading may be incomplete."""
        made = cls(notation, lambda: reading)
        made.all_findings, made.counts = findings, counts
        return made

    def __repr__(self) -> str:
        notation = "of no known notation" if self.notation is None else self.notation.id
        return f"<Outcome {notation}>"

    @cached_property
    def reading(self) -> Reading[RecordT]:
        """The record as it was read, with the findings about its text."""
        return self._read()

    @property
    def record(self) -> RecordT | None:
        """The record, or None if it could not be read."""
        return self.attempt(lambda: self.reading.record)

    def attempt(self, work: Callable[[], FoundT]) -> FoundT | None:
        """Return the result of work on the record, or None if its game's code fails.

        A failure becomes a finding: one record must not stop the work on all others. Only
        exceptions that mean that something is impossible are raised (CannotHold, Unsupported).
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
        """Report a failure once, even if the findings are already known."""
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
        """A pointer to the start of the record, or to its first round."""
        shares = self.notation is not None and self.notation.medium == "text"
        return f"/{self.game.rounds_field}/0" if shares and self.game is not None else ""

    @property
    def _name(self) -> str:
        """The name of the record's game."""
        return "" if self.notation is None else self.notation.game

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings about the record, in text order.

        These are all findings, unless an archive is configured to report fewer.
        """
        return self.report(self.all_findings)

    @cached_property
    def all_findings(self) -> list[Finding]:
        """Everything wrong with the record that no comment in the text ignores, in text order.

        An error keeps its fix only if the text, read again with the fix, is not worse.
        """
        if not any(each.fix for each in self.kept):
            return [*self.kept]
        with self.as_read():
            return [each if self._is_proven(each) else each.but(fix=None) for each in self.kept]

    @property
    def kept(self) -> list[Finding]:
        """The findings that no comment in the text ignores, and those about such comments.

        They have all their fixes, including some that may not correct the record.
        """
        return self.unproven if self.comments is None else self.comments.kept(self)

    def as_read(self) -> AbstractContextManager[None]:
        """Return a context with the assumptions under which the text was read."""
        return nullcontext() if self.options is None else assuming(self.options)

    def _is_proven(self, finding: Finding) -> bool:
        if finding.fix is None:
            return True
        if self.reading.text is not None and not finding.fix.edits:
            return False
        # If not all findings are listed, another one takes the place of a fixed one.
        is_cut = any(each.left_out is not None for each in self.unproven)
        if finding.severity != "error" or self._mended is None or is_cut:
            return True
        after = self._mended(finding.fix)
        return after is None or proving()[1](finding, self.unproven, after)

    @cached_property
    def unproven(self) -> list[Finding]:
        """All findings, even if ignored, with all their fixes, even if these correct nothing."""
        if self._accepted is not None:
            return [*self.failures]
        found = self.attempt(self._in_order)
        # Once something has been reported, whatever is requested next must not fail.
        _ = self.counts
        return [*(self.reading.findings if found is None else found), *self.failures]

    def _in_order(self) -> list[Finding]:
        """Return what is wrong with the text and the record, in text order."""
        placed = map(self.reading.place, self._wrong_in_any_case())
        found = [*self.reading.findings, *self.reading.notes]
        found += (each for each in placed if each is not None)
        if len(found) < 2:
            return found
        return sorted(Found(sorted(found, key=_in_text)).all(), key=_in_text)

    def _wrong_in_any_case(self) -> list[Finding]:
        """Return the findings shared by the record and all others that may have been meant."""
        found, game, notation = self._checked.findings, self.game, self.notation
        if not self.reading.others or game is None or notation is None:
            return found
        for other in self.reading.others:
            wrong = self._check(game, notation, other).findings
            same = {(each.rule.code, each.pointer, each.ply) for each in wrong}
            found = [each for each in found if (each.rule.code, each.pointer, each.ply) in same]
        return found

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors, even if a comment in the text ignores them."""
        found = self.findings if self.comments is None else self.report([*self.unproven])
        return [each for each in found if each.severity == "error"]

    def ignores(self, finding: Finding) -> bool:
        """Return whether a comment in the text ignores a finding about the record."""
        arguments.require("finding", finding, "a Finding", Finding)
        return self.comments is not None and self.comments.ignore(self, finding)

    @property
    def is_wrong(self) -> bool:
        """Whether any finding is an error."""
        if self._before is not None and "unproven" not in vars(self):
            return self._before.is_wrong
        return any(each.severity == "error" for each in self.unproven)

    @property
    def is_checked(self) -> bool:
        """Whether it is already known whether the record is wrong."""
        known = self._accepted is not None or "unproven" in vars(self)
        return known or (self._before is not None and self._before.is_checked)

    @cached_property
    def counts(self) -> Counts | None:
        """The number of rounds and plies, or None if there is no record."""
        if self._accepted is not None:
            return self._accepted
        game, record = self.game, self._examined
        if game is None or record is None:
            return None
        return self.attempt(lambda: Counts(len(game.rounds(record)), game.plies(record)))

    def match_result(self) -> MatchResult | None:
        """Return how the match ended, or None if it is not finished, or there is no record.

        Raises Unsupported if matches of its game are not rated.
        """
        game, record = self.game, self._examined
        if game is None or record is None:
            return None
        return self.attempt(lambda: game.match_result(record, self._checked.ends))

    @property
    def replayed(self) -> tuple[Game[RecordT, Any], RecordT, list[Any]] | None:
        """The game, the record as checked, and the state in which each round ended.

        A state is None if the round did not end. Without a record, the result is None.
        """
        game, record = self.game, self._examined
        return None if game is None or record is None else (game, record, self._checked.ends)

    @property
    def _examined(self) -> RecordT | None:
        """The record as it was checked: as written, unless the check itself completed it."""
        completed = self._checked.completed is not None
        return self.reading.record if completed else self.reading.written

    def check_as(self, before: Outcome[Any]) -> bool:
        """Reuse the check of an equal record; return whether that was possible."""
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
        """The result of the game's check, leaving out what the notation cannot express."""
        reading = self.reading
        if self.game is None or self.notation is None or reading.written is None:
            return Checked([], [])
        if self._before is not None and "_checked" in vars(self._before):
            self._complete(self._before._checked)
            return self._before._checked
        found = self._check(self.game, self.notation, reading.written)
        self._complete(found)
        return found

    def _check(
        self, game: Game[RecordT, Any], notation: Notation[RecordT], record: RecordT
    ) -> Checked[Any]:
        """Return what a game's check finds; if it fails, the failure and its ply."""
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
        """Keep what the check has inferred, so that it is inferred only once."""
        if checked.completed is not None and self.notation and self.notation.complete is not None:
            self.reading.record = checked.completed

    @cached_property
    def game(self) -> Game[RecordT, Any] | None:
        """The game of the record, or None if its notation is unknown."""
        return None if self.notation is None else replayer.game(self.notation.game)


def _in_text(finding: Finding) -> tuple[int, int]:
    return finding.line or 0, finding.column or 0


def outcome(
    reading: Reading[RecordT], mended: Callable[[Fix], list[Finding] | None] | None = None
) -> Outcome[RecordT]:
    """Return the outcome of a record that was read."""
    made = Outcome(reading.notation, lambda: reading, mended=mended)
    made.path = reading.path
    return made


class Judged(Struct, frozen=True):
    """The result for a record: its counts (None if it cannot be read) and its findings."""

    counts: Counts | None
    findings: list[Finding]


Look: TypeAlias = Callable[[Outcome[Any]], list[Finding]]
"""A function that returns findings about a record: all, some, or with suggestions."""
