"""Reports among the records: kifu does not mistake its own reports for records."""

import gzip
import sys

import pytest

from ...command import Kifu
from ..conftest import KING, WON

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def test_a_clean_archive_stays_clean_while_its_report_is_in_it(run: Kifu) -> None:
    run.write({"a.json": WON})
    with open(run.folder / "out.jsonl", "wb") as out:
        process = run.start("validate", "--output-format", "jsonl", stdout=out)
        assert process.wait() == 0
    assert (run.folder / "out.jsonl").read_bytes() == b""


@pytest.mark.parametrize("style", ["json", "jsonl"])
def test_a_packed_report_is_passed_over(run: Kifu, style: str) -> None:
    run.write({"a.json": KING})
    report = run("validate", "--output-format", style).stdout
    run.write({"a.json": WON, f"r.{style}.gz": gzip.compress(report)})
    run.write(
        {f"r.{style}.zst": zstd.compress(report * 2000), "b.json.gz": gzip.compress(KING.encode())}
    )
    done = run("validate", "--output-format", "concise")
    assert done.status == 1
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["b.json.gz"]
