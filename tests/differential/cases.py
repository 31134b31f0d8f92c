"""Texts to be judged in several ways: valid, with slips, and with damaged bytes."""

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
"""The number of generated records per game to vary."""
CHANGES = (spoil_bytes, flip, change_words)


def notations() -> list[str]:
    """Return the identifiers of all notations."""
    return list(described())


def is_lines(identifier: str) -> bool:
    """Return whether a notation has one record per line."""
    return notation_of(identifier).compact is not None


def cases(identifier: str, rng: Random) -> Iterator[bytes]:
    """Yield an endless series of texts in a notation, one record each, on one line if possible."""
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
    """Return the same JSON with different whitespace and its keys reordered."""
    values = json.loads(text)
    keys = list(values)
    if rng.random() < 0.5:
        rng.shuffle(keys)
    separators = rng.choice([(",", ":"), (", ", ": "), (" ,", " :")])
    return json.dumps({key: values[key] for key in keys}, separators=separators)


@cache
def sound(identifier: str) -> list[str]:
    """Yield generated records, and views of them, in a notation that can hold them."""
    notation = notation_of(identifier)
    game = replayer.game(notation.game)
    write = notation.compact or notation.write
    found: list[str] = []
    for number in range(RECORDS):
        rng = Random(f"{notation.game} {number}")
        record = shorter(notation.game, game.generate(rng), rng)
        player = number % game.rules(record).players
        views = [view(game, record, player)] if game.has_views else []
        for each in (record, *views):
            with suppress(CannotHold):
                found.append(write(each))
    return found
