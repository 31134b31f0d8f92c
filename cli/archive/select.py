"""`kifu select`: the records in an archive that meet a condition."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, BinaryIO

import click
import msgspec
from msgspec import Struct

from ...archive.questions.arrow import storable
from ...archive.questions.database import Matches, matching
from ...archive.reading.inputs import Input, record_label
from ...formats import Notation, UnknownNotation, codes
from ...formats.files.piece import Piece
from ...formats.interface.catalog import described
from ...formats.text.comments_lost import left_out
from ...validation.outcome import Outcome
from ...validation.outcomes import by_piece
from ..convert.losses import Losses
from ..convert.targets import Target, target_option
from ..errors import FAILED, Failure, reason, say
from ..input.ahead import jobs_option, workers
from ..input.choosing import Choice, choosing
from ..options import force, input_paths, notation_option, output_file
from ..output import check_target, encoded, has_lines, writing
from ..terminal import tracked
from .facts_of import Archive, answering, database, facts_option, read_twice, require_unchanged


@click.command
@input_paths
@click.option(
    "--where",
    "conditions",
    multiple=True,
    required=True,
    metavar="SQL",
    help="A condition on rounds; if repeated, one round must meet all conditions.",
)
@click.option(
    "--all",
    "every_round",
    is_flag=True,
    help="Require all rounds of a record to meet the conditions.",
)
@facts_option
@target_option("; by default, records are written unchanged")
@notation_option("--format", "source", help="The notation of the inputs.")
@output_file
@jobs_option
@choosing
@force
@click.option("-v", "--verbose", is_flag=True, help="Report the losses of each record.")
def command(
    inputs: tuple[str, ...],
    conditions: tuple[str, ...],
    every_round: bool,
    made: str | None,
    target: str | None,
    source: Notation[Any] | None,
    output: str | None,
    jobs: int,
    choice: Choice,
    force: bool,
    verbose: bool,
) -> int:
    """Write the records that meet a condition.

    INPUTs are files, folders or - for standard input. They are read for their facts, unless --facts
    provides them, and matching records are read again. The SQL dialect is DuckDB's;
    docs/questions.md explains the columns. A record matches if one of its rounds does, and is
    written with all of its rounds.

    Records are written unchanged, valid or not, so all must be in one notation, unless --to names
    the notation to write. Several JSON records are written one per line.

    Exit status: 0 all matching records were written; 2 something could not be read or written.
    """
    check_target(output, force)
    with ExitStack() as open_files:
        named = choice.inputs(inputs)
        if made is not None:
            require_unchanged(made, Archive(named))
        chosen = open_files.enter_context(read_twice(named))
        archive = Archive(chosen, source and source.id, workers(jobs))
        with database(archive, made, conditions) as facts, answering():
            found = matching(facts, conditions, every_round=every_round)
        wanted = None if target is None else Target(target, output)
        selection = Selection(archive, found, made, wanted, output, verbose)
        texts = selection.texts()
        first = next(texts, None)
        if first is not None:
            with writing(output, force) as stream:
                for each in chain([first], texts):
                    stream.write(each)
        elif archive.status != FAILED:
            say("no record matches")
        selection.losses.say()
    return archive.status


class Selected(Struct, frozen=True):
    """A selected record; `piece` is its text, or None if that text contains other records."""

    label: str
    outcome: Outcome[Any]
    piece: Piece | None


class Selection:
    """Records of an archive, written unchanged or converted to a target; `found` selects them.

    `made` is the file of facts that was queried, or None if the facts were read from the archive
    itself. Raises Failure if the archive lacks a file with selected records.
    """

    def __init__(
        self,
        archive: Archive,
        found: Mapping[str, Matches],
        made: str | None,
        target: Target | None,
        path: str | None,
        verbose: bool,
    ) -> None:
        self.losses = Losses(verbose)
        self._archive = archive
        self._found = found
        self._target = target
        self._path = path
        self._only: Notation[Any] | None = None
        """The notation of all output, once it is known."""
        labels = {storable(each.label) for each in archive.inputs}
        others = [file for file in found if file not in labels]
        if others:
            more = f" and {len(others) - 1} more" if len(others) > 1 else ""
            raise Failure(f"{made}: records of {others[0]}{more} match, but no INPUT has that name")

    def texts(self) -> Iterator[bytes]:
        """Yield the text to write, piece by piece."""
        return self._as_they_stand() if self._target is None else self._converted(self._target)

    # Ways of writing

    def _converted(self, target: Target) -> Iterator[bytes]:
        """Yield the records in the target's notation."""
        parts = self._parts(target)
        first = next(parts, None)
        if first is not None and self._only is not None:
            texts = self._only.texts(chain([first], parts), has_lines(self._path))
            yield from (self._encoded(each, self._only) for each in texts)

    def _parts(self, target: Target) -> Iterator[Any]:
        """Yield each record, split into parts if the notation cannot hold a whole record."""
        for each in self._selected():
            own, record = each.outcome.notation, each.outcome.record
            if own is None or record is None or not each.outcome.reading.whole:
                self._fail(f"{each.label}: it cannot be read completely and was not written")
            elif self._is_written_in(target.notation(own.game), each.label):
                if each.piece is not None:
                    self.losses.left_out(each.label, left_out([each.outcome.reading]))
                yield from self._parts_of(record, each.label)

    def _parts_of(self, record: Any, label: str) -> list[Any]:
        """Return the parts of a record, or no parts if it cannot be written."""
        notation = self._only
        assert notation is not None
        try:
            parts = [record] if notation.parts is None else [*notation.parts(record).values()]
            self.losses.of(label, parts, notation)
        except ValueError as why:
            self._fail(f"{label}: {why}")
            return []
        return parts

    def _as_they_stand(self) -> Iterator[bytes]:
        several = sum(len(each.records) for each in self._found.values()) > 1
        in_lines = several or has_lines(self._path)
        written = False
        for each in self._selected():
            notation = each.outcome.notation
            if notation is None or not self._is_written_in(notation, each.label):
                if notation is None:
                    self._fail(f"{each.label}: this is not a record and was not written")
                continue
            if notation.medium == "json" and several and (self._path or "").endswith(".json"):
                raise Failure(
                    f"{self._path}: several records are written one per line: end the name in "
                    ".jsonl"
                )
            text = self._text(each, notation, in_lines)
            if text is None:
                continue
            if written and notation.medium != "json":
                yield notation.between.encode()
            written = True
            yield text if text.endswith(b"\n") else text + b"\n"

    def _text(self, selected: Selected, notation: Notation[Any], in_lines: bool) -> bytes | None:
        """Return a record's text, unchanged, or rewritten if there is anything else in the text."""
        piece, reading, record = selected.piece, selected.outcome.reading, selected.outcome.record
        has_more = any(each.rule is codes.TEXT_AROUND for each in reading.findings)
        if piece is not None and not (has_more and reading.whole):
            text = piece.data.removeprefix(BOM_UTF8)
            if piece.encoding != "utf-8" or described()[notation.id].encodings != ("utf-8",):
                try:
                    return self._encoded(text.decode(), notation)
                except UnicodeDecodeError:
                    self._fail(f"{selected.label}: it cannot be decoded and was not written")
                    return None
        elif record is not None and reading.whole:
            if piece is not None:
                self.losses.left_out(selected.label, left_out([reading]))
            text = self._encoded(notation.write(record), notation)
        else:
            self._fail(
                f"{selected.label}: it can be neither extracted from its text nor read completely"
            )
            return None
        if notation.medium == "json" and in_lines and b"\n" in text.strip():
            try:
                return msgspec.json.format(text, indent=-1)
            except msgspec.DecodeError:
                self._fail(f"{selected.label}: it cannot be written on one line, as it is not JSON")
                return None
        return text

    @staticmethod
    def _encoded(text: str, notation: Notation[Any]) -> bytes:
        """Encode a text in its notation's default encoding, declaring it if possible."""
        target = Target(notation.id, None)
        return encoded(target.declared(text, notation), target.encoding_of(notation))

    def _is_written_in(self, notation: Notation[Any], label: str) -> bool:
        """Return whether a record in this notation can be written after the others."""
        self._only = self._only or notation
        if self._only.id == notation.id:
            return True
        if self._only.game != notation.game:
            self._fail(f"{label}: {notation.id} and {self._only.id} belong to different games")
        else:
            self._fail(
                f"{label}: this is {notation.id}, but others are {self._only.id}: choose "
                "one with --to"
            )
        return False

    # Reading again

    def _selected(self) -> Iterator[Selected]:
        """Yield the records, in the order of the inputs."""
        inputs = self._archive.inputs
        for source in tracked(inputs, [each.path for each in inputs]):
            matches = self._found.get(storable(source.label))
            if matches is None:
                continue
            with self._failing(source):
                yield from self._of(source, matches)

    def _of(self, source: Input, matches: Matches) -> Iterator[Selected]:
        """Yield the selected records in an input. Raises UnknownNotation if they have changed."""
        at, end = 0, len(matches.records)
        identifier = self._archive.notation or source.notation

        def reader(stream: BinaryIO, name: str) -> Iterator[Selected]:
            nonlocal at
            number = 0
            for _, piece, outcomes in by_piece(stream, name, identifier):
                all_of_it = list(outcomes)
                own = piece if len(all_of_it) == 1 and isinstance(piece, Piece) else None
                for each in all_of_it:
                    number += 1
                    due = (matches.records[at], matches.lines[at]) if at < end else None
                    if due == (number, piece.line or 0):
                        at += 1
                        yield Selected(record_label(source.label, number), each, own)
                if at == end:
                    return

        for each in source.read(reader):
            if isinstance(each, Outcome):  # already reported: it is not a record
                at += 1
                each = Selected(source.label, each, None)
            yield each
        if at < end:
            number, line = matches.records[at], matches.lines[at]
            where = f"no record {number} on line {line}" if line else f"no record {number}"
            raise Failure(f"{source.label}: there is {where}: the file does not match its facts")

    @contextmanager
    def _failing(self, source: Input) -> Generator[None]:
        try:
            yield
        except UnknownNotation:
            why = "this is not a record: the file does not match its facts"
            raise Failure(f"{source.label}: {why}") from None
        except OSError as error:
            self._fail(reason(error))

    def _fail(self, message: str) -> None:
        """Report that something was not written."""
        say(message)
        self._archive.status = FAILED
