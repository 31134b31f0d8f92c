"""Convert inputs to another notation: to standard output, to a file, or to a folder of files.

If there is a lot to read, workers read and convert the records. This module gets the results in
order, reports errors and losses, and discards texts that must not be written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from itertools import chain
from pathlib import PurePath
from typing import Any, BinaryIO

from ...archive.files import STANDARD_INPUT
from ...archive.reading.inputs import Input, record_label
from ...formats import PACKED, Notation, UnknownNotation, suffixes
from ...formats.files.encodings import tells
from ...formats.files.source import HEAD, Source
from ...formats.interface.catalog import described, notation
from ...formats.interface.notation import arranged
from ...replayer import joined
from ...validation.workers import Workers
from ..errors import CLEAN, FAILED, FOUND, Failure, reason, refusing, say
from ..input.ahead import Ahead, Job
from ..input.records import read_all
from ..options import silence
from ..output import check_target, has_lines, is_device, write
from ..report import tell
from ..terminal import bytes_read, is_terminal, records_read, tracked
from .converted import Converted, Converting, Written, written
from .losses import Losses
from .spool import Spool
from .targets import Target


class Conversion:
    """Write records in another notation; `workers` starts processes if there are many records.

    `status` is the exit status so far. `found` counts the records in the inputs, `written` those
    written, and `skipped` the files in folders that are not records.
    """

    def __init__(
        self,
        target: Target,
        source: Notation[Any] | None,
        strict: bool,
        losses: Losses,
        workers: Callable[[], AbstractContextManager[Workers]] | None = None,
        pseudonyms: bytes | None = None,
    ) -> None:
        self.losses = losses
        self.status = CLEAN
        self.found = self.written = self.skipped = 0
        self._target = target
        self._source = source
        self._strict = strict
        self._workers = workers
        self._work = Converting(target, strict, pseudonyms)
        self._only: Notation[Any] | None = None
        """The notation of everything written to one file or stream, once it is known."""

    def into_stream(self, inputs: Sequence[Input]) -> None:
        """Write every record to standard output as soon as it is read."""
        with closing(self._as_they_come(inputs)) as parts:
            first = next(parts, None)
            if first is not None and self._only is not None:
                text, in_lines = first
                together = chain([text], (text for text, _ in parts))
                texts = _together(together, self._only, in_lines)
                write(texts, None, force=False, encoding=self._target.encoding_of(self._only))

    def _as_they_come(self, inputs: Sequence[Input]) -> Generator[tuple[Written, bool]]:
        """Yield the texts of the inputs, and whether each record takes a single line."""
        standard_input = _AsItComes()
        with closing(self._read(inputs, standard_input, not is_terminal(sys.stdout))) as read:
            for source, records in read:
                for each in records:
                    if not each.whole or not self._is_of_one_game(source, each):
                        continue
                    comes = source.path == STANDARD_INPUT and standard_input.has_lines
                    texts = self._texts(source.label, each)
                    self.written += bool(texts)
                    for text in texts:
                        yield text, suffixes(source.label)[1] or comes

    def into_file(self, inputs: Sequence[Input], path: str, force: bool) -> None:
        """Write everything to one file; if `strict`, only if nothing is wrong."""
        check_target(path, force)
        taken = 0
        with Spool(path) as spool, closing(self._read(inputs)) as read:
            for source, records in read:
                before, mark = self._only, spool.mark()
                count = self._take(source, records, self._into(spool))
                taken += count
                if not count:
                    self._only = before
                    spool.back(mark)
            if self._only is None or not spool.count or (self.status and self._strict):
                return
            if spool.count > 1 and self._only.medium == "json" and path.endswith(".json"):
                raise Failure(
                    f"{path}: several records are written one per line: end the name in .jsonl"
                )
            self._write(spool, path, force)
            self.written = taken

    def _into(self, spool: Spool) -> Callable[[Written, Notation[Any]], None]:
        """Return a function that adds texts to a spool, in the target's encoding."""
        return lambda text, target: spool.add(text, target, self._target.encoding_of(target))

    def _write(self, spool: Spool, path: str, force: bool) -> None:
        """Write a file, and report if nothing in it declares its chosen encoding."""
        spool.write(path, force)
        if self._target.encoding is None or self._only is None or is_device(path):
            return
        encoding = self._target.encoding_of(self._only)
        with open(path, "rb") as stream:
            head = stream.read(HEAD)
        if not tells(described()[self._only.id], head, suffixes(path)[0], encoding):
            say(f"{path}: {silence(self._target.encoding)}")

    def into_folder(self, inputs: Sequence[Input], folder: str, force: bool) -> None:
        """Write one file per input."""
        taken: dict[str, Input] = {}
        os.makedirs(folder, exist_ok=True)
        with closing(self._read(inputs)) as read:
            for source, records in read:
                self._only = None  # each may belong to a different game
                try:
                    self._into_folder(source, records, folder, force, taken)
                except Failure as failure:
                    self._fail(failure.message)
                except OSError as error:
                    self._fail(reason(error))

    def _into_folder(
        self,
        source: Input,
        records: Iterator[Converted],
        folder: str,
        force: bool,
        taken: dict[str, Input],
    ) -> None:
        """Write one file for an input, or one for each named part of its records."""
        spools: dict[str, Spool] = {}
        with ExitStack() as stack:

            def add(text: Written, target: Notation[Any]) -> None:
                if text.name not in spools:
                    path = os.path.join(folder, _file_name(source, target))
                    spools[text.name] = stack.enter_context(Spool(path, folder))
                self._into(spools[text.name])(text, target)

            count = self._take(source, records, add)
            if not count or self._only is None or not spools:
                return
            whole = PurePath(folder, _file_name(source, self._only))
            other = taken.setdefault(str(whole), source)
            if other is not source:
                raise Failure(f"{whole}: already written, for {other.label}")
            check_target(str(whole), force)
            os.makedirs(whole.parent, exist_ok=True)
            for name, spool in spools.items():
                part = whole.with_suffix(f".{name}{whole.suffix}") if name else whole
                check_target(str(part), force)
                self._write(spool, str(part), force)
            self.written += count

    def joined(self, inputs: Sequence[Input], path: str | None, force: bool) -> None:
        """Join the records in all inputs and write the joined record; this process reads them."""
        check_target(path, force)
        views = [record for each in inputs for record in self._views(each)]
        if self.status == FAILED or not views or self._only is None:
            return
        with refusing(ValueError, TypeError):
            record = self._work.named(joined(views))
        made = written(Converted(), record, self._only, True, self._target.declared)
        texts = self._texts(inputs[0].label, made)
        if texts and not (path is not None and self.status and self._strict):
            encoding = self._target.encoding_of(self._only)
            write(_together(texts, self._only, has_lines(path)), path, force, encoding)

    def _views(self, source: Input) -> list[Any]:
        """Return the records in an input, or none if one of them cannot be read completely."""
        try:
            found = read_all(source, self._source, self._strict)
        except UnknownNotation:
            self.skipped += 1
            return []
        except OSError as error:
            self._fail(reason(error))
            return []
        self.status = max(self.status, found.status)
        own = Converted(notation=found.notation and found.notation.id)
        return found.records if found.records and self._is_of_one_game(source, own) else []

    def _read(
        self,
        inputs: Sequence[Input],
        standard_input: Callable[[BinaryIO], Source] = Source,
        shows_progress: bool = True,
    ) -> Generator[tuple[Input, Iterator[Converted]]]:
        """Yield the inputs with their converted records; errors are reported along the way."""

        def alone(source: Input) -> Iterator[Converted]:
            opened = standard_input if source.path == STANDARD_INPUT else Source
            file = source.to_read(identifier)
            return self._work.values(file.by_piece(False, bytes_read, opened))

        identifier = self._source and self._source.id
        job = Job(work=lambda: self._work, item=Converted.behind, alone=alone)
        read = Ahead(identifier, job, self._workers).items(inputs)
        paths = [each.path for each in inputs]
        for source, records in tracked(read, paths, shows_progress):
            yield source, self._reported(records)

    def _reported(self, records: Iterator[Converted]) -> Iterator[Converted]:
        """Yield an input's converted records; if reading fails, the last one is not `whole`."""
        try:
            for each in records:
                tell(each.findings)
                self.status = max(self.status, each.status)
                records_read()
                self.found += 1
                yield each
        except UnknownNotation:
            self.skipped += 1
        except OSError as error:
            self._fail(reason(error))
            yield Converted()

    def _take(
        self,
        source: Input,
        records: Iterator[Converted],
        add: Callable[[Written, Notation[Any]], None],
    ) -> int:
        """Add the texts of an input and return its number of records, or 0 to discard them all."""
        mark, count = self.losses.mark(), 0
        is_whole = is_written = True
        trouble: Failure | None = None
        stranger: Converted | None = None
        for each in records:
            count += 1
            is_whole = is_whole and each.whole
            if not (is_whole and is_written) or trouble is not None or stranger is not None:
                continue  # Errors in the other records are still reported.
            try:
                is_of_one_game = self._decided(each)
            except Failure as failure:
                trouble = failure
                continue
            if not is_of_one_game:
                stranger = each
                continue
            texts = self._texts(source.label, each)
            is_written = bool(texts)
            for text in texts:
                assert self._only is not None
                add(text, self._only)
        if is_whole and trouble is not None:
            raise trouble
        if is_whole and stranger is not None:
            self._is_of_one_game(source, stranger)
        elif is_whole and is_written:
            return count
        if not (is_whole and self._strict):  # otherwise, the losses are the reason
            self.losses.back(mark)
        if count > 1:
            say(f"{source.label}: left out, as not all of its records can be written")
        return 0

    def _is_of_one_game(self, source: Input, record: Converted) -> bool:
        """Return whether a record can be written after the earlier ones; if not, report why.

        Raises Failure if the notation to write is unclear.
        """
        is_so = self._decided(record)
        if not is_so and record.notation is not None and self._only is not None:
            self._fail(
                f"{source.label}: {record.notation} and {self._only.id} belong to different games"
            )
        return is_so

    def _decided(self, record: Converted) -> bool:
        """Return whether a record can be written; the first one determines the notation."""
        if record.notation is None:
            return False
        game = notation(record.notation).game
        if self._only is None:
            self._only = self._target.notation(game)
        return game == self._only.game

    def _texts(self, label: str, record: Converted) -> list[Written]:
        """Return the texts of a record, or none if it must not be written, and count its losses."""
        assert self._only is not None
        place = record_label(label, record.number)
        if record.error is not None:
            self._fail(f"{place}: {record.error}")
            return []
        lossy = self.losses.count(place, record.losses, self._only)
        self.losses.left_out(place, record.left_out)
        if (lossy or record.left_out) and self._strict:
            self.status = max(self.status, FOUND)
            return []
        return record.texts

    def _fail(self, message: str) -> None:
        """Report that part of the work could not be done."""
        say(message)
        self.status = FAILED


class _AsItComes:
    """Open standard input so that each line is available as soon as it arrives."""

    def __init__(self) -> None:
        self._source: Source | None = None

    def __call__(self, stream: BinaryIO) -> Source:
        self._source = Source(stream, as_it_comes=True)
        return self._source

    @property
    def has_lines(self) -> bool:
        """Whether standard input turned out to have one record per line."""
        return self._source is not None and self._source.has_lines


def _together(texts: Iterable[Written], target: Notation[Any], lines: bool) -> Iterator[str]:
    """Yield texts in a notation, one after another."""
    compact = None if target.compact is None else _line
    return arranged(iter(texts), lines, _whole, compact, target.between)


def _whole(text: Written) -> str:
    assert text.whole is not None
    return text.whole


def _line(text: Written) -> str:
    assert text.line is not None
    return text.line


def _file_name(source: Input, target: Notation[Any]) -> str:
    """Return the path of the file to write for an input, relative to the output folder."""
    inside = source.inside or os.path.basename(source.label.strip("<>"))
    suffix, lines = suffixes(inside)
    path = PurePath(inside or "unnamed")  # an empty path is reported when it is read
    if path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    kept = lines and target.medium == "json"
    return str(path.with_suffix(suffix if kept else target.suffix))
