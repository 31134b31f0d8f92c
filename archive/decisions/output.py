"""The files of a table of decisions: one for each split, divided into shards by size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ..questions.arrow import storable
from ..questions.installed import numpy, pyarrow
from .card import Card, Choices, Header, Written, WrongTable, card_path, files_of
from .rows import Part
from .tables import Format, WriteTable, full_schema, writing_tables

GROUP = 2**23
"""The approximate number of bytes that are written at once."""

Opens = Callable[[str], AbstractContextManager[BinaryIO]]
Rounds = Mapping[str, Sequence[int]]
"""The rounds to export, by file: for each, its record and its number."""


class _File:
    """The files of one split; `opens` opens a file that gets its name when it is complete."""

    def __init__(self, table: Table, split: str | None) -> None:
        self._table, self._split = table, split
        self._stack = ExitStack()
        self._write: WriteTable | None = None
        self._number, self._size, self._waiting = 0, 0, list[Any]()

    def add(self, table: Any, records: int) -> None:
        """Add rows, and begin the next shard if this one is large enough."""
        if self._write is None:
            self._open()
        self._waiting.append(table)
        self._written.rows += table.num_rows
        self._written.records += records
        if sum(each.nbytes for each in self._waiting) >= GROUP:
            self._flush()
        most = self._table.shard
        if most is not None and self._bytes() >= most:
            self.end()

    def _bytes(self) -> int:
        """Return the size of the current shard so far, including tables not written yet."""
        return self._size + sum(each.nbytes for each in self._waiting)

    def _open(self) -> None:
        path, shard = Path(self._table.path), self._table.shard is not None
        ends = [self._split] if self._split else []
        ends += [f"{self._number:05}"] if shard else []
        path = path.with_stem("-".join([path.stem, *ends]))
        self._number, self._size = self._number + 1, 0
        self._written = Written(path.name, self._split)
        stream = self._stack.enter_context(self._table.opens(str(path)))
        writing = writing_tables(self._table.style, stream, self._table.described)
        self._write = self._stack.enter_context(writing)

    def _flush(self) -> None:
        if self._waiting and self._write is not None:
            together = pyarrow("", "tables").concat_tables(self._waiting).combine_chunks()
            self._size += together.nbytes
            self._waiting = []
            self._write(together)

    def end(self) -> None:
        """Complete the current file, if there is one."""
        if self._write is not None:
            self._flush()
            self._stack.close()
            self._write = None
            self._table.card.files.append(self._written)

    def abandon(self, *error: Any) -> None:
        """Discard the current file."""
        self._waiting = []
        self._stack.__exit__(*error)


class Table:
    """Files to write rows to, and their data card; an exception leaves only complete files.

    `shard` is the number of bytes of rows after which the next file begins, if any. `rounds` are
    those to write, or None for all.
    """

    def __init__(
        self,
        path: str,
        style: Format,
        choices: Choices,
        opens: Opens,
        shard: int | None = None,
        rounds: Rounds | None = None,
    ) -> None:
        self.path, self.opens, self.shard = path, opens, shard
        self.style: Format = style
        self.card = Card(choices=choices)
        self._rounds = rounds
        self._kind: Header | None = None
        self._options: Counter[str] = Counter()
        names: Sequence[str | None] = [*choices.split] or [None]
        self._files = {name: _File(self, name) for name in names}

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is not None:
            for each in self._files.values():
                each.abandon(*error)
            return
        for each in self._files.values():
            each.end()
        if not self.card.files:
            return
        self.card.options = dict(self._options)
        self._tidy()
        with self.opens(card_path(self.path)) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(self.card), indent=2) + b"\n")

    def _tidy(self) -> None:
        """Delete shards that the old card lists and the new one does not."""
        folder, stem = Path(self.path).parent, Path(self.path).stem
        before = files_of(card_path(self.path))
        for name in {each.name for each in before} - {each.name for each in self.card.files}:
            if name == Path(name).name and name.startswith(f"{stem}-"):
                (folder / name).unlink(missing_ok=True)

    def add(self, part: Part, label: str) -> None:
        """Add rows from a file. Raises WrongTable if they do not fit those before them."""
        self.card.left_out += len(part.refused)
        if part.kind is None or part.batch is None:
            return
        if self._kind is None:
            missing = sorted(each for each in self.card.choices.seats if each >= part.kind.players)
            if missing:
                seats = f"the seats are 0 to {part.kind.players - 1}"
                raise WrongTable(f"{label}: there is no seat {missing[0]}: {seats}")
            self._kind, self.card.header = part.kind, part.kind
            self.described = full_schema(part.kind)
        elif self._kind != part.kind:
            raise WrongTable(f"{label}: {_difference(self._kind, part.kind)}")
        np, arrow = numpy(), pyarrow("", "tables")
        table, label = part.batch, storable(label)
        numbers = table.column("record").to_numpy()
        if self._rounds is not None:
            given = np.array(self._rounds.get(label, ()), np.int64).reshape(-1, 2)
            keys = numbers.astype(np.int64) << 32 | table.column("round").to_numpy()
            wanted = np.isin(keys, given[:, 0] << 32 | given[:, 1])
            table, numbers = table.filter(arrow.array(wanted)), numbers[wanted]
        first = np.flatnonzero(np.diff(numbers, prepend=0))
        self.card.without_rows += len(part.records) - len(first)
        if not len(first):
            return
        by_number = {each.number: each for each in part.records}
        records = [by_number[number] for number in numbers[first].tolist()]
        self._options.update(each.options for each in records)
        texts: list[str | None] = [None] * len(numbers)
        for at, each in zip(first.tolist(), records, strict=True):
            texts[at] = each.text
        columns = [arrow.repeat(arrow.scalar(label), len(numbers)), *table.columns]
        columns.append(arrow.array(texts, arrow.string()))
        whole = arrow.Table.from_arrays(columns, schema=self.described)
        if not self.card.choices.split:
            self._files[None].add(whole, len(records))
            return
        lengths = np.diff([*first, len(numbers)])
        ends = np.cumsum([*self.card.choices.split.values()])
        chosen = np.searchsorted(ends[:-1], [each.drawn for each in records], side="right")
        for at, name in enumerate(self.card.choices.split):
            if (chosen == at).any():
                wanted = arrow.array(np.repeat(chosen == at, lengths))
                self._files[name].add(whole.filter(wanted), int((chosen == at).sum()))


def _difference(kind: Header, other: Header) -> str:
    """Return why records of two kinds cannot be in one table."""
    if kind.game != other.game:
        why = f"this is a record of {other.game}, but the table has {kind.game}"
        return f"{why}: export one game at a time"
    return (
        "the options of this match have other actions or observations than those before it: "
        "choose records with the same options (--where)"
    )
