"""Texts to be judged in several ways: sound, with slips, and with spoilt bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

from kifu import replayer
from kifu.formats import CannotHold, described
from kifu.formats.interface.catalog import notation as notation_of
from kifu.replayer.replay.view import view

from ..hostile.inputs import change_words, flip, spoil_bytes
from ..hostile.seeds import Seed, shorter
from ..slips import slip

RECORDS = 40
"""The generated records of each game that are changed."""
CHANGES = (spoil_bytes, flip, change_words)


def notations() -> list[str]:
    """The identifiers of all notations."""
    return list(described())


def is_lines(identifier: str) -> bool:
    """Whether a notation has a record on each line of a file."""
    return notation_of(identifier).compact is not None


def cases(identifier: str, rng: Random) -> Iterator[bytes]:
    """Texts in a notation, one record each, without end; one line each if it has such."""
    texts = sound(identifier)
    while texts:
        text = rng.choice(texts)
        data = text.encode()
        match rng.randrange(10):
            case 0 | 1 | 2:
                pass
            case 3 | 4 | 5 | 6:
                data = slip(identifier, text, rng).made(text).encode()
            case 7 if identifier.endswith("/json"):
                data = respaced(text, rng).encode()
            case _:
                data = rng.choice(CHANGES)(Seed(identifier, data), rng)
        yield data.rstrip(b"\n").replace(b"\n", b" ") + b"\n" if is_lines(identifier) else data


def respaced(text: str, rng: Random) -> str:
    """The same JSON with other spaces, and its keys in another order."""
    values = json.loads(text)
    keys = list(values)
    if rng.random() < 0.5:
        rng.shuffle(keys)
    separators = rng.choice([(",", ":"), (", ", ": "), (" ,", " :")])
    return json.dumps({key: values[key] for key in keys}, separators=separators)


@cache
def sound(identifier: str) -> list[str]:
    """Generated records in a notation and views of them, as far as it holds them."""
    notation = notation_of(identifier)
    game = replayer.game(notation.game)
    write = notation.compact or notation.write
    found: list[str] = []
    for number in range(RECORDS):
        rng = Random(f"{notation.game} {number}")
        record = shorter(notation.game, game.generate(rng), rng)
        for each in (record, view(game, record, number % game.rules(record).players)):
            with suppress(CannotHold):
                found.append(write(each))
    return found
