"""Facts read straight from the lines match those from a replay, for any file."""

import gzip
from collections.abc import Sequence
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.archive.questions import work
from kifu.archive.questions.arrow import Part, RecordBatch, are_rows, batch, batches, reader
from kifu.archive.questions.rows import all_kept, judged, record_rows
from kifu.archive.questions.tables import FORMATS, write
from kifu.archive.questions.work import Tabling, numbered, of_file
from kifu.archive.reading.inputs import Input
from kifu.cli.input import ahead
from kifu.cli.input.ahead import Ahead, Job, Sizes
from kifu.formats.files.piece import Skimmed, Skims
from kifu.validation.bulk import large
from kifu.validation.outcomes import skimmed_by_piece

from ...campaign import sample
from ...cli.test_ahead import FILE, content
from ...differential.cases import cases, is_lines, notations
from ...validation.workers.inline import Inline

CANONICAL = ["goita/json", "leduc/json", "mighty/json", "planowanie/json"]


def table(data: bytes, identifier: str, skim: Skims) -> list[dict[str, Any]]:
    read = skimmed_by_piece(BytesIO(data), "x.jsonl", identifier, skim=skim)
    parts = ([judged(each, all_kept, "x") for each in some] for some in record_rows(read))
    return reader(parts).read_all().to_pylist()


@pytest.mark.parametrize("identifier", notations())
def test_the_quick_rows_are_the_slow_ones(identifier: str) -> None:
    """Valid, slightly wrong and badly damaged texts; texts in line notations share one file."""
    texts = list(islice(cases(identifier, Random(5)), sample(3)))
    for whole in [b"".join(texts)] if is_lines(identifier) else texts:
        assert table(whole, identifier, "lines") == table(whole, identifier, skim=False)


@pytest.mark.parametrize("identifier", CANONICAL)
def test_sound_lines_are_not_replayed(identifier: str) -> None:
    texts = islice(cases(identifier, Random(6)), 120)
    read = skimmed_by_piece(BytesIO(b"".join(texts)), "x.jsonl", identifier, skim="lines")
    lines = [each for each in read if isinstance(each, Skimmed)]
    assert sum(each.records for each in lines) > 10
    assert all(each.data.count(b"\n") == each.records for each in lines)


def parts(inputs: Sequence[Input], workers: Inline | None) -> list[RecordBatch]:
    """Return the content of the table that `kifu facts` writes."""

    def alone(source: Input) -> Any:
        return record_rows(source.to_read(None).by_piece("lines"))

    job = Job[Part, Part](Tabling, numbered, alone)
    items = Ahead(None, job, workers and (lambda: workers)).items(inputs)
    found = (of_file(each, source.label, all_kept) for source, some in items for each in some)
    return list(batches(found, most=5))


SOUND = next(cases("leduc/json", Random(6))).decode().rstrip("\n")


@given(
    st.lists(FILE, min_size=1, max_size=3),
    st.integers(1, 2000),
    st.integers(1, 4),
    st.sampled_from(["a.jsonl", "a.jsonl.gz"]),
)
@example([([SOUND, "<<<<<<< ours", SOUND], "\n", False, b"")], 1, 1, "a.jsonl")
def test_workers_give_the_same_table(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[tuple[Sequence[str], str, bool, bytes]],
    size: int,
    most: int,
    name: str,
) -> None:
    folder, inputs = tmp_path_factory.mktemp("facts"), list[Input]()
    for number, each in enumerate(files):
        path = folder / f"{number}{name}"
        data = content(each)
        path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
        inputs.append(replace(Input.named(str(path)), checked=True))
    with pytest.MonkeyPatch.context() as patch:
        sizes = Sizes(least=0, file=1, group=size, large=size, range=size)
        patch.setattr(ahead, "SIZES", sizes)
        patch.setattr(large, "MOST_PIECES", most)
        patch.setattr(work, "LEAST", most)
        patch.setattr(work, "MOST", 2 * most)
        assert parts(inputs, Inline(most)) == parts(inputs, None)


def test_rows_read_before_an_error_are_kept() -> None:
    text = next(each for each in cases("leduc/json", Random(6)) if is_sound(each))

    def read() -> Any:
        yield from skimmed_by_piece(BytesIO(text * 2), "x.jsonl", skim="lines")
        raise OSError("the disk is gone")

    found: list[Part] = []
    with pytest.raises(OSError, match="gone"):
        found.extend(Tabling().values(read()))
    (part,) = found
    assert are_rows(part)
    assert [each.record for each in part] == [1, 2]


def is_sound(text: bytes) -> bool:
    return not any(row["codes"] for row in table(text, "leduc/json", skim=False))


def test_a_table_on_the_disk_is_the_same() -> None:
    """The tables are identical byte for byte, even where NULLs hide values."""
    texts = list(islice(cases("mighty/json", Random(7)), 40))
    rows = [
        judged(each, all_kept, "x")
        for some in record_rows(skimmed_by_piece(BytesIO(b"".join(texts)), "x.jsonl", skim="lines"))
        for each in some
    ]
    for style in FORMATS:
        one, other = BytesIO(), BytesIO()
        write(batches([rows], most=7), one, style)
        mixed = [batch(rows[:11]), rows[11:12], batch(rows[12:])]
        write(batches(mixed, most=7), other, style)
        assert one.getvalue() == other.getvalue(), style
