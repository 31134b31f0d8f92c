"""How fast records are read strictly and checked under the rules, beside what JSON alone costs.

    python benchmarks/explaining_path.py [MATCHES]

Two ways over the same lines of `goita/json` take turns, so that both see the same machine: kifu's
whole explaining path (text, positions on demand, schema, rules, continuity), and the standard
library's `json` with `jsonschema`, which sees no rule at all. What counts is the ratio.
"""

import io
import json
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import jsonschema

import kifu
from kifu import formats, replayer
from kifu.formats.json_schema import schema

REPEATS = 7


def lines(matches: int) -> tuple[bytes, int]:
    """Random matches, one a line, and the number of rounds in them."""
    game, notation = replayer.game("goita"), formats.notation("goita/json")
    records = [game.generate(Random(f"benchmark/{number}")) for number in range(matches)]
    text = "".join(notation.compact(each) for each in records if notation.compact)
    return text.encode(), sum(len(each.rounds) for each in records)


def explain(data: bytes) -> None:
    """Everything that `kifu validate` does with a file."""
    stream = io.BytesIO(data)
    stream.name = "matches.jsonl"
    assert not kifu.validate(stream)


def json_and_jsonschema(data: bytes) -> None:
    """What a script would do: parse each line, and hold it against the schema."""
    for line in data.splitlines():
        VALIDATOR.validate(json.loads(line))


VALIDATOR: Any = jsonschema.Draft202012Validator(schema("goita/json"))
WAYS: dict[str, Callable[[bytes], None]] = {
    "kifu, explaining path": explain,
    "json + jsonschema": json_and_jsonschema,
}


def main(matches: int) -> None:
    """Time both ways in turn, and print medians of processor time."""
    data, rounds = lines(matches)
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    for way in WAYS.values():
        way(data)
    for _ in range(REPEATS):
        for name, way in WAYS.items():
            start = time.process_time()
            way(data)
            times[name].append(time.process_time() - start)
    print(f"{matches} matches, {rounds} rounds, {len(data)} bytes, median of {REPEATS}")
    for name, spent in times.items():
        print(f"{name:24}{rounds / statistics.median(spent):10.0f} rounds a second")
    kifus, others = (statistics.median(spent) for spent in times.values())
    print(f"{'ratio':24}{others / kifus:10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
