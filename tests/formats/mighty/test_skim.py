"""Lines that are skipped unread: there is nothing to report about them, but they are counted."""

import io
import json
import re
import subprocess
import sys
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.formats.interface.catalog import notation
from kifu.formats.interface.notation import Counts
from kifu.formats.mighty.skim import skim
from kifu.replayer.mighty.cards import DECK
from kifu.replayer.mighty.generate import deal, generate
from kifu.replayer.mighty.options import Options, resolved
from kifu.replayer.mighty.record import Deal, Record
from kifu.replayer.mighty.rules.mighty import MightyRules
from kifu.replayer.mighty.rules.state import Bid
from kifu.validation.outcomes import outcomes, skimmed

from ...campaign import examples, in_a_campaign
from ...loops import all_of
from ...replayer.mighty.test_oracle import some_options

RANDOMS = st.integers(0, 2**32).map(Random)


def written(record: Record) -> bytes:
    """Write a match on one line."""
    write = notation("mighty/json").compact
    assert write is not None
    return write(record).encode()


def line(rng: Random) -> bytes:
    """Return a line with a match under a preset or random options."""
    if rng.random() < 0.5:
        return written(generate(rng))
    rules = MightyRules(resolved(some_options(rng)))
    state, deals = rules.initial_state(rng.randrange(5)), list[Deal]()
    for _ in range(rng.randint(1, 3)):
        played, end = deal(rules, state, rng)
        deals.append(played)
        state = rules.next_round(end)
    return written(Record(rules=rules.options, deals=tuple(deals)))


_WORDS = re.compile(rb'"(?:[SDHC][2-9TJQKA]|JK[SDHC]?|C3!|[0-9]+[SDHCN]|pass)"|-?[0-9]+')


def spoilt(data: bytes, rng: Random) -> bytes:
    """Change a card, a call or a number in a line, or an arbitrary byte."""
    if rng.random() < 0.2:
        at = rng.randrange(len(data))
        new = bytes([rng.choice(b'0123456789SDHCAKQJTN-",:[]{} !e\n\xc3')])
        return data[:at] + rng.choice((new, new, b"")) + data[at + 1 :]
    deals = max(0, data.find(b'"deals"'))
    words = list(_WORDS.finditer(data, 0 if rng.random() < 0.2 else deals))
    one, other = sorted((rng.choice(words), rng.choice(words)), key=lambda each: each.start())
    if rng.random() < 0.5 and one.end() <= other.start():
        between = data[one.end() : other.start()]
        return data[: one.start()] + other[0] + between + one[0] + data[other.end() :]
    new = str(rng.choice((rng.randrange(5), rng.randrange(25), 100 * rng.randrange(-9, 9))))
    if one[0].startswith(b'"'):
        new = f'"{rng.choice((*DECK, "JKH", "C3!", "15H", "17N", "pass", "misdeal", "first"))}"'
    return data[: one.start()] + new.encode() + data[one.end() :]


def plain(data: bytes) -> tuple[list[str], Counts]:
    """Read every line of a file, and return the findings and the counts."""
    found = list(outcomes(io.BytesIO(data), "a.jsonl", "mighty/json"))
    counts = [each.counts for each in found if each.counts is not None]
    return [str(wrong) for each in found for wrong in each.findings], total(counts)


def total(counts: list[Counts]) -> Counts:
    records = sum(each.records for each in counts)
    return Counts(sum(each.rounds for each in counts), sum(each.plies for each in counts), records)


@examples(40)
@given(RANDOMS)
def test_all_that_kifu_writes_is_passed_over(rng: Random) -> None:
    data = b"".join(line(rng) for _ in range(3))
    at, records, rounds, plies = skim(data, 0)
    found, counts = plain(data)
    assert (at, found) == (len(data), [])
    assert Counts(rounds, plies, records) == counts


@examples(100)
@given(RANDOMS)
def test_nothing_is_wrong_with_what_is_passed_over(rng: Random) -> None:
    whole = line(rng)
    for _ in range(10):
        data = spoilt(whole, rng)
        at, records, rounds, plies = skim(data, 0)
        if at:
            found, counts = plain(data[:at])
            assert found == []
            assert Counts(rounds, plies, records) == counts


SOUND = written(replace(generate(Random(1)), rules=Options(), title="A match")).decode().strip()
REFUSED = {
    "a space": SOUND.replace(":", ": ", 1),
    "another notation": SOUND.replace("mighty/json", "mighty/josn"),
    "another version": SOUND.replace('"version":1', '"version":2'),
    "a title with an escape": SOUND.replace("A match", "\\u0041"),
    "four players": SOUND.replace('"rules"', '"players":["a","b","c","d"],"rules"'),
    "no rules": re.sub(r'"rules":\{.*?\},', "", SOUND),
    "empty rules": re.sub(r'"rules":\{.*?\}', '"rules":{}', SOUND),
    "invalid rules": re.sub(r'"rules":\{.*?\}', '"rules":null', SOUND),
    "a missing option": SOUND.replace('"card":200,', ""),
    "an option out of bounds": SOUND.replace('"bid_max":20', '"bid_max":21'),
    "a missing end": SOUND[:-1],
    "more text after it": SOUND + "}",
    "a leading zero": SOUND.replace('"totals":[0', '"totals":[00', 1),
    "minus zero": SOUND.replace('"totals":[0', '"totals":[-0', 1),
    "a total of ten digits": SOUND.replace('"totals":[0,0', '"totals":[4294967296,-4294967296', 1),
}


@all_of("text", REFUSED.values())
def test_it_does_not_vouch_for_what_it_does_not_know(text: str) -> None:
    good = (SOUND + "\n").encode()
    assert skim(good, 0)[:2] == (len(good), 1)
    assert skim((text + "\n").encode() + good, 0)[:2] == (0, 0)


def test_a_deal_is_not_dealt_again() -> None:
    record = generate(Random(3))
    passed = replace(
        record.deals[0],
        bids=tuple([Bid(seat, "pass") for seat in range(5)]),
    )
    values = json.loads(written(replace(record, rules=Options(), deals=(passed,))))
    thrown = {name: values["deals"][0][name] for name in ("totals", "hands", "kitty", "bids")}
    thrown = {"dealer": 0, **thrown, "result": {"end": "thrown-in"}}
    assert skim(_line(values | {"deals": [thrown]}), 0)[1] == 1
    assert skim(_line(values | {"deals": [thrown, thrown]}), 0)[1] == 0


def test_a_line_with_more_values_than_are_read_is_not_passed_over() -> None:
    values = json.loads(SOUND)
    thrown = [_thrown_in(rng) for rng in map(Random, range(700))]
    many = values | {"deals": [thrown[number % 700] for number in range(1500)]}
    assert skim(_line(many), 0)[1] == 0
    assert skim(_line(values | {"deals": thrown}), 0)[1] == 1


def _line(values: dict[str, object]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"


def _thrown_in(rng: Random) -> dict[str, object]:
    cards = rng.sample(DECK, len(DECK))
    return {
        "dealer": 0,
        "totals": [0] * 5,
        "hands": [cards[seat * 10 : seat * 10 + 10] for seat in range(5)],
        "kitty": cards[50:],
        "bids": [[seat, "pass"] for seat in range(5)],
        "result": {"end": "thrown-in"},
    }


def test_each_total_must_follow() -> None:
    records = map(generate, map(Random, range(99)))
    values = json.loads(written(next(each for each in records if len(each.deals) > 1)))
    assert skim(_line(values), 0)[1] == 1
    first, second = values["deals"][:2]
    for seat in range(4):
        totals = [*second["totals"]]
        totals[seat : seat + 2] = totals[seat] + 100, totals[seat + 1] - 100
        deals = [first, second | {"totals": totals}, *values["deals"][2:]]
        assert skim(_line(values | {"deals": deals}), 0)[1] == 0


@examples(25)
@given(RANDOMS)
@in_a_campaign
def test_a_file_is_found_to_be_as_if_each_line_were_read(rng: Random) -> None:
    others = (b"\n", b"  \n", b"\n\n\n", b"{}\n", line(rng)[:-1] + b"\r\n")
    some = [rng.choice((line(rng), spoilt(line(rng), rng), *others)) for _ in range(4)]
    data = line(rng) + b"".join(some)
    data = data[:-1] if rng.random() < 0.3 else data
    found = list(skimmed(io.BytesIO(data), "a.jsonl", "mighty/json"))
    wrong = [each for each in found if not isinstance(each, Counts)]
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    told = [str(one) for each in wrong for one in each.findings]
    assert (told, total([each for each in counts if each is not None])) == plain(data)


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
from kifu.formats.mighty import skim
from kifu.replayer.mighty.engine import engine
assert skim.__file__.endswith(".py") and engine.__file__.endswith(".py")
for line in sys.stdin.buffer.read().split(b"\\0"):
    print(*skim.skim(line, 0))
"""


def test_it_says_the_same_compiled_and_as_plain_python() -> None:
    rng, lines = Random(7), list[bytes]()
    for _ in range(60):
        whole = line(rng)
        lines += [whole, *(spoilt(whole, rng) for _ in range(9))]
    done = subprocess.run(
        [sys.executable, "-c", _PLAIN], input=b"\0".join(lines), capture_output=True, check=True
    )
    said = [tuple(map(int, each.split())) for each in done.stdout.splitlines()]
    assert said == [skim(each, 0) for each in lines]
    assert 60 <= sum(at > 0 for at, *_ in said) < 550
