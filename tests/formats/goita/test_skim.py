"""Lines of Goita that cannot be skipped, whether valid or not."""

import json
from pathlib import Path
from random import Random

from kifu.formats.goita.json.skim import skim
from kifu.formats.interface.catalog import notation
from kifu.replayer.goita.generate import generate

from ...command import Kifu
from ...loops import all_of

HEAD = '{"format":"goita/json","version":1,'
write = notation("goita/json").compact
assert write is not None
SOUND = write(generate(Random(1), special=0)).strip()
REFUSED = {
    "a space": SOUND.replace(":", ": ", 1),
    "another notation": SOUND.replace("goita/json", "goita/josn"),
    "another version": SOUND.replace('"version":1', '"version":2'),
    "a title with an escape": SOUND.replace('"rounds"', '"title":"\\u0041","rounds"'),
    "three players": SOUND.replace('"rounds"', '"players":["a","b","c"],"rounds"'),
    "other rules": SOUND.replace('"rounds"', '"rules":{"target":110},"rounds"'),
    "a missing end": SOUND[:-1],
    "more text after it": SOUND + "}",
    "a leading zero": SOUND.replace('"score":[0', '"score":[00', 1),
    "a score of ten digits": SOUND.replace('"score":[0', '"score":[4294967300', 1),
}


@all_of("text", REFUSED.values())
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


@all_of("score", [(0, 0), (30, 20), (9, 0), (0, 18), (-10, 0)])
def test_a_record_may_begin_with_any_possible_score(score: tuple[int, int]) -> None:
    values = json.loads(SOUND)
    values["rounds"] = [values["rounds"][0] | {"score": score}]
    line = json.dumps(values, separators=(",", ":")) + "\n"
    assert skim(line.encode(), 0)[1] == all(each >= 0 and each % 10 == 0 for each in score)


def test_options_that_are_assumed_hold_for_all_lines(tmp_path: Path) -> None:
    here = Kifu(tmp_path)
    here.write({"a.jsonl": SOUND + "\n"})
    assert here("validate", "a.jsonl").status == 0
    here.write({"kifu.toml": '[rule-options."*"]\ngoita = { target = 10 }\n'})
    done = here("validate", "a.jsonl")
    assert (done.status, "G504" in done.out) == (1, True)
