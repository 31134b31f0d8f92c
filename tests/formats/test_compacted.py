"""JSON in other layouts: whether it is accepted unread once compacted."""

import io
import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu import formats, replayer
from kifu.formats.document.compacted import MOST, compacted
from kifu.formats.interface.notation import Counts
from kifu.validation.outcomes import outcomes, skimmed

from ..command import Kifu
from ..helpers import RANDOM

SKIMMED = [each.id for each in formats.notations() if each.skim is not None]
PIECES = st.sampled_from(
    [
        *'{}[]:,"0123456789-+.eE \n\t\r#/*\\x',
        "true", "null", "NaN", "1.0", "-0", "01", '"a b"', '"a":', '"\\" "', '"\\u0020"', "\\",
        "し", "\u2028", "\u00a0", "\ufeff", "\x00", '{"a": 1}', "[1, 2]", "1 2", '" \n"',
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join) | st.binary(max_size=8))
def test_compact_records_have_the_same_content(text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    found = compacted(data)
    try:
        due = json.loads(data.decode(), parse_constant=int)  # NaN is not allowed
    except ValueError:
        assert found is None
        return
    assert found is not None
    assert repr(json.loads(found)) == repr(due)
    assert found.endswith(b"\n")
    assert not re.search(rb"\s", re.sub(rb'"(?:[^"\\]|\\.)*"', b"", found[:-1]))


def test_binary_and_long_input_is_not_compacted() -> None:
    assert compacted(b'"\xff"') is None
    assert compacted("{}".encode("utf-16")) is None
    assert compacted(b"[" * 100_000 + b"]" * 100_000) is None
    assert compacted(b" " * MOST + b"1") is None


@cache
def written(identifier: str, number: int) -> str:
    notation = formats.notation(identifier)
    return notation.write(replayer.game(notation.game).generate(Random(number)))


def spelt(text: str, random: Random) -> bytes:
    """Return a record as another program might write it, perhaps with a slip."""
    value = json.loads(text)
    way = random.randrange(4)
    if way == 0:
        text = json.dumps(value, indent=random.choice([None, 1, "\t"]))
    elif way == 1:
        text = json.dumps(value, sort_keys=True)
    if random.random() < 0.2:
        text = text.replace("\n", "\r\n")
    if random.random() < 0.6:
        places = [at for at, char in enumerate(text) if char.isdigit()] or [0]
        at = random.choice([random.choice(places), random.randrange(len(text))])
        new = random.choice(
            [*"0123456789", *'",:{}[] \n', "", "", "\ufeff", "\x00", "1.0", '"a":1,']
        )
        text = text[:at] + new + text[at + random.randrange(2) :]
    return text.encode()


def verdict(data: bytes, identifier: str | None, *, skim: bool) -> tuple[list[str], int, int, int]:
    """Return the findings in a file, and its numbers of records, rounds and plies."""
    look = skimmed if skim else outcomes
    found = list(look(io.BytesIO(data), "a.json", identifier))
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    wrong = [str(one) for each in found if not isinstance(each, Counts) for one in each.findings]
    known = [each for each in counts if each is not None]
    sums = (sum(getattr(each, name) for each in known) for name in ("records", "rounds", "plies"))
    records, rounds, plies = sums
    return wrong, records, rounds, plies


@pytest.mark.parametrize("identifier", SKIMMED)
@given(random=RANDOM)
def test_ordinary_files_get_the_same_verdict_faster(identifier: str, random: Random) -> None:
    data = spelt(written(identifier, random.randrange(20)), random)
    assert verdict(data, identifier, skim=True) == verdict(data, identifier, skim=False)


@pytest.mark.parametrize("identifier", SKIMMED)
def test_an_ordinary_file_is_skimmed(identifier: str) -> None:
    some = [written(identifier, number).encode() for number in range(10)]
    found = [list(skimmed(io.BytesIO(each), "a.json")) for each in some]
    passed = [each for each in found if len(each) == 1 and isinstance(each[0], Counts)]
    assert len(passed) > 5


def test_options_that_are_assumed_hold_for_ordinary_files(tmp_path: Path) -> None:
    """A match that continues past the target score of the configured options is wrong."""
    here = Kifu(tmp_path)
    here.write({"match.json": written("goita/json", 3)})
    assert here("validate", "match.json").status == 0
    here.write({"kifu.toml": '[rule-options."*"]\ngoita = { target = 10 }\n'})
    assert here("validate", "match.json").status == 1
