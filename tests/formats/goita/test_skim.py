"""Lines that are passed over without being read: nothing is wrong with them, and they count."""

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.formats.base import Counts
from kifu.formats.catalog import notation
from kifu.formats.goita.skim import skim
from kifu.replayer.goita.generate import generate
from kifu.validation import outcomes, skimmed

from ...command import Kifu

HEAD = '{"format":"goita/json","version":1,'


def line(rng: Random) -> bytes:
    """A match in one line, as it is written."""
    write = notation("goita/json").compact
    assert write is not None
    return write(generate(rng, special=rng.choice((0, 0.5)))).encode()


def spoilt(data: bytes, rng: Random) -> bytes:
    """A line in which one character is another, missing, or too many; most often a digit."""
    digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    at = rng.choice(digits) if rng.random() < 0.8 else rng.randrange(len(data))
    new = rng.choice((b"0123456789" * 3).decode() + '-",:[]{} e\n')
    return data[:at] + rng.choice((new.encode(), new.encode(), b"")) + data[at + 1 :]


def plain(data: bytes, name: str = "a.jsonl") -> tuple[list[str], Counts]:
    """What is wrong with the lines of a file, each of them read, and what they count."""
    found = list(outcomes(io.BytesIO(data), name, "goita/json"))
    counts = [each.counts for each in found if each.counts is not None]
    return [str(wrong) for each in found for wrong in each.findings], total(counts)


def total(counts: list[Counts]) -> Counts:
    records = sum(each.records for each in counts)
    return Counts(sum(each.rounds for each in counts), sum(each.plies for each in counts), records)


@given(st.integers(0, 2**32).map(Random))
def test_all_that_kifu_writes_is_passed_over(rng: Random) -> None:
    data = b"".join(line(rng) for _ in range(3))
    at, records, rounds, plies = skim(data, 0)
    found, counts = plain(data)
    assert (at, found) == (len(data), [])
    assert Counts(rounds, plies, records) == counts


@given(st.integers(0, 2**32).map(Random))
def test_nothing_is_wrong_with_what_is_passed_over(rng: Random) -> None:
    data = spoilt(line(rng), rng)
    at, records, rounds, plies = skim(data, 0)
    if at:
        found, counts = plain(data[:at])
        assert found == []
        assert Counts(rounds, plies, records) == counts


SOUND = line(Random(1)).decode().strip()
REFUSED = {
    "a space": SOUND.replace(":", ": ", 1),
    "another notation": SOUND.replace("goita/json", "goita/josn"),
    "another version": SOUND.replace('"version":1', '"version":2'),
    "a title with an escape": SOUND.replace('"rounds"', '"title":"\\u0041","rounds"'),
    "three players": SOUND.replace('"rounds"', '"players":["a","b","c"],"rounds"'),
    "other rules": SOUND.replace('"rounds"', '"rules":{"target":110},"rounds"'),
    "an end missing": SOUND[:-1],
    "more behind it": SOUND + "}",
    "a leading zero": SOUND.replace('"score":[0', '"score":[00', 1),
    "a score of ten digits": SOUND.replace('"score":[0', '"score":[4294967300', 1),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_it_does_not_vouch_for_what_it_does_not_know(text: str) -> None:
    good = (SOUND + "\n").encode()
    assert skim(good, 0)[:2] == (len(good), 1)
    assert skim((text + "\n").encode() + good, 0)[:2] == (0, 0)


def test_a_deal_that_was_thrown_in_is_not_dealt_again() -> None:
    hands = ["11288888", "23344455", "56667778", "45678888"]
    thrown = {"dealer": 0, "score": [0, 0], "hands": hands, "record": "", "winner": -1}
    thrown |= {"goshi": [0], "result": {"end": "redeal"}}
    one, two = (json.dumps({"rounds": [thrown] * n}, separators=(",", ":"))[1:] for n in (1, 2))
    assert skim(f"{HEAD}{one}\n".encode(), 0)[1] == 1
    assert skim(f"{HEAD}{two}\n".encode(), 0)[1] == 0


@given(st.integers(0, 2**32).map(Random))
def test_a_file_is_found_to_be_as_if_each_line_were_read(rng: Random) -> None:
    conflict = b"<<<<<<< ours\n" + line(rng) + b"=======\n" + line(rng) + b">>>>>>> theirs\n"
    others = (b"\n", b"  \n", b"\n\n\n", b"{}\n", conflict, line(rng)[:-1] + b"\r\n")
    some = [rng.choice((line(rng), spoilt(line(rng), rng), *others)) for _ in range(6)]
    data = line(rng) + b"".join(some)
    data = data[:-1] if rng.random() < 0.3 else data
    found = list(skimmed(io.BytesIO(data), "a.jsonl", "goita/json"))
    wrong = [each for each in found if not isinstance(each, Counts)]
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    told = [str(one) for each in wrong for one in each.findings]
    assert (told, total([each for each in counts if each is not None])) == plain(data)


class Slow(io.RawIOBase):
    """A stream that gives some bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._left, self._size = data, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        size = min(self._size, len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


@given(st.integers(0, 2**32).map(Random))
def test_lines_may_come_in_parts(rng: Random) -> None:
    data = b"".join(line(rng) for _ in range(4)) + spoilt(line(rng), rng)
    stream = io.BufferedReader(Slow(data, rng.choice((100, 1000, 5000))), 100)
    found = list(skimmed(stream, "a.jsonl", "goita/json"))
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    told = [str(one) for e in found if not isinstance(e, Counts) for one in e.findings]
    assert (told, total([each for each in counts if each is not None])) == plain(data)


def test_options_that_are_assumed_hold_for_all_lines(tmp_path: Path) -> None:
    here = Kifu(tmp_path)
    here.write({"a.jsonl": SOUND + "\n"})
    assert here("validate", "a.jsonl").status == 0
    here.write({"kifu.toml": '[rule-options."*"]\ngoita = { target = 10 }\n'})
    done = here("validate", "a.jsonl")
    assert (done.status, "G504" in done.out) == (1, True)


_PLAIN = """
import importlib.util, sys
from importlib.abc import MetaPathFinder
from pathlib import Path
import kifu

class Plain(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        source = Path(kifu.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if name.startswith("kifu.") and source.exists():
            return importlib.util.spec_from_file_location(name, source)

sys.meta_path.insert(0, Plain())
from kifu.formats.goita import skim
assert skim.__file__.endswith(".py")
for line in sys.stdin.buffer.read().split(b"\\0"):
    print(*skim.skim(line, 0))
"""


def test_it_says_the_same_compiled_and_as_plain_python() -> None:
    rng = Random(7)
    lines = [spoilt(line(rng), rng) if rng.random() < 0.7 else line(rng) for _ in range(300)]
    done = subprocess.run(
        [sys.executable, "-c", _PLAIN], input=b"\0".join(lines), capture_output=True, check=True
    )
    said = [tuple(map(int, each.split())) for each in done.stdout.splitlines()]
    assert said == [skim(each, 0) for each in lines]
    assert 50 < sum(at > 0 for at, *_ in said) < 250
