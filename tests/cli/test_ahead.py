"""Inputs read by workers arrive in order, with the same findings as in a single process."""

import gzip
import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.archive.reading.inputs import Input
from kifu.cli.input import ahead
from kifu.cli.input.ahead import Ahead, Job, Sizes
from kifu.findings import Finding
from kifu.formats import UnknownNotation
from kifu.formats.interface.notation import Counts
from kifu.validation import outcomes as validation
from kifu.validation.bulk import large
from kifu.validation.bulk.work import Reported, Reporting
from kifu.validation.outcome import Outcome

from ..campaign import few
from ..damaged import damaged
from ..validation.workers.inline import Inline


def of_all_games() -> list[str]:
    """Return a legal record of each game, in canonical notation on one line."""
    games = ("goita", "leduc", "mighty", "planowanie")
    return [
        next(formats.notation(f"{game}/json").texts([record], lines=True)).rstrip("\n")
        for game in games
        for record in [replayer.game(game).generate(Random(f"{game}/ahead"))]
    ]


def spoilt() -> list[str]:
    """Return the damaged JSON records of `damaged.jsonl`, each on one line."""
    found = [each.text() for each in damaged() if each.example.endswith("json")]
    return [each.replace("\n", " ") for each in found if len(each) < 3000]


GOOD, BAD = of_all_games(), spoilt()
ODD = ["", "  ", "{", "<<<<<<< ours", "=======", ">>>>>>> theirs", "\x00", "[]", "null", "x" * 300]
LINE = st.one_of(st.sampled_from(GOOD), st.sampled_from(BAD[:60]), st.sampled_from(ODD))
FILE = st.tuples(
    st.lists(LINE, min_size=1, max_size=14),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from([b"", b"\xef\xbb\xbf", b"\n\n"]),
)


def content(file: tuple[Sequence[str], str, bool, bytes]) -> bytes:
    lines, end, has_last_end, start = file
    return start + (end.join(lines) + end * has_last_end).encode()


Seen = tuple[list[str], list[tuple[Finding, ...]], Counts, str]


Reader = Ahead[Reported | Counts, Outcome[Any] | Counts]


def reader(identifier: str | None, workers: Inline | None, *, skims: bool = True) -> Reader:
    """Return a reader like that of `kifu validate`, whose workers may read any record."""
    job = Job[Reported | Counts, Outcome[Any] | Counts](
        work=lambda: Reporting(with_text=True, skims=skims),
        item=lambda told, before: told if isinstance(told, Counts) else told.outcome(before),
        alone=lambda source: source.skimmed(identifier),
    )
    return Ahead(identifier, job, workers and (lambda: workers))


def seen(reader: Reader, inputs: Sequence[Input]) -> list[Seen]:
    """Return the label, findings, total counts and any error of each input."""
    found = list[Seen]()
    for source, outcomes in reader.items(inputs):
        findings, rounds, plies, records, error = list[tuple[Finding, ...]](), 0, 0, 0, ""
        try:
            for each in outcomes:
                counts = each if isinstance(each, Counts) else each.counts
                if counts is not None:
                    rounds, plies = rounds + counts.rounds, plies + counts.plies
                    records += counts.records
                if not isinstance(each, Counts) and each.findings:
                    findings.append(tuple(each.findings))
                    text = each.reading.text
                    assert text is not None or not each.errors or "F00" in str(each.errors)
        except (OSError, UnknownNotation) as trouble:
            error = repr(trouble)
        found.append(([source.label], findings, Counts(rounds, plies, records), error))
    return found


def compare(
    paths: Sequence[Path | str], sizes: Sizes, most: int, identifier: str | None = None
) -> int:
    """Compare what the workers see with what a single process sees; return the number of parts."""
    inputs = [
        replace(Input.named(str(path)), inside=os.path.basename(path), checked=True)
        for path in paths
    ]
    workers, others = Inline(most), Inline(most, are_elsewhere=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ahead, "SIZES", sizes)
        patch.setattr(large, "MOST_PIECES", most)
        serial = seen(reader(identifier, None), inputs)
        assert seen(reader(identifier, workers), inputs) == serial
        assert seen(reader(identifier, others, skims=False), inputs) == serial
    return workers.submitted


@given(
    st.lists(FILE, min_size=1, max_size=3),
    st.integers(1, 2000),
    st.integers(1, 4),
    st.sampled_from(["a.jsonl", "a.json", "a.jsonl.gz"]),
)
def test_parts_of_files_are_the_files(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[tuple[Sequence[str], str, bool, bytes]],
    size: int,
    most: int,
    name: str,
) -> None:
    folder = tmp_path_factory.mktemp("ahead")
    paths = list[Path]()
    for number, each in enumerate(files):
        path = folder / f"{number}{name}"
        data = content(each)
        path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
        paths.append(path)
    parts = compare(paths, Sizes(least=0, file=1, group=size, large=size, range=size), most)
    # A compressed file with nothing wrong is only counted, which needs no worker.
    assert parts or name.endswith("gz")


@pytest.mark.parametrize("size", few([900, 20_000], 1))
def test_the_damaged_examples(tmp_path: Path, size: int) -> None:
    paths = list[Path]()
    for number, each in enumerate(few(damaged(), 16)):
        paths.append(tmp_path / f"{number}-{Path(each.example).name}")
        paths[-1].write_text(each.text(), "utf-8")
    paths.insert(3, tmp_path / "gone.json")
    paths.insert(5, tmp_path / "none.md")
    paths[5].write_text("# Nothing\n")
    sizes = Sizes(least=0, file=1, group=size, large=size, range=size)
    assert compare(paths, sizes, 2) > 2


def test_too_many_slips_end_a_file_in_the_same_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validation, "MOST_SLIPS", 150)
    monkeypatch.setattr(validation, "BYTES_A_SLIP", 1000)
    lines = [GOOD[0], *['{"x"}'] * 200, *GOOD]
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_text("\n".join(lines))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        assert kifu.validate(path)[-1].code == "F009"
        assert compare([path], Sizes(0, 1, 1000, 1000, 1000), 3) > 4


def test_a_line_that_is_too_long_ends_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n".join([GOOD[0].encode(), b" " * (2**24 + 1), *[GOOD[0].encode()] * 9]))
    assert compare([path], Sizes(0, 1, 1000, 1000, 1000), 3) > 1


def test_options_that_are_assumed_hold_in_every_part(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    value = json.loads(GOOD[0])
    path.write_text("".join(json.dumps(value) + "\n" for _ in range(9)))

    # These options equal the defaults; even so, nothing is skimmed when any options are assumed.
    (tmp_path / "kifu.toml").write_text('[rule-options]\n"*" = { goita = {} }\n')
    assert Input.named(str(path)).options
    assert compare([path], Sizes(0, 1, 1000, 1000, 1000), 3) > 1


def test_little_work_goes_to_no_worker(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(GOOD))
    assert compare([path] * 3, Sizes(), 3) == 0
    assert compare([path], Sizes(), 3, "goita/json") == 0
