"""Texts to be damaged: records in every notation, examples, and their words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct

import kifu
from kifu import formats, replayer
from kifu.formats import CannotHold
from kifu.replayer.replay.view import view

from ..imports import ROOT

RECORDS = 8
"""The number of random records per game."""
MOST = 4000
"""The maximum size of an example in bytes."""


class Seed(Struct, frozen=True):
    """A text and its notation, which is None if unknown."""

    notation: str | None
    data: bytes


@cache
def seeds() -> Mapping[str | None, Sequence[Seed]]:
    """Return texts by notation: generated records, views, branched records and examples."""
    some = (each for each in (*generated(), *_examples()) if len(each.data) <= MOST)
    return _by_notation(some)


@cache
def sound_seeds() -> Mapping[str | None, Sequence[Seed]]:
    """Return the generated records and views by notation."""
    return _by_notation(generated())


def _by_notation(some: Iterable[Seed]) -> Mapping[str | None, Sequence[Seed]]:
    found: dict[str | None, list[Seed]] = {}
    for each in some:
        found.setdefault(each.notation, []).append(each)
    return found


def any_seed(rng: Random) -> Seed:
    """Choose a text, with all notations equally likely."""
    by_notation = seeds()
    return rng.choice(by_notation[rng.choice(list(by_notation))])


@cache
def generated() -> Sequence[Seed]:
    """Return random records of every game, and views of them, in every notation."""
    found: list[Seed] = []
    for name in replayer.games():
        game = replayer.game(name)
        for number in range(RECORDS):
            rng = Random(f"{name} {number}")
            record = shorter(name, game.generate(rng), rng)
            found += _written(name, record) + _written(name, branched(record, rng))
            if game.has_views:
                player = number % game.rules(record).players
                found += _written(name, view(game, record, player))
    return found


def _written(name: str, record: Any) -> list[Seed]:
    found: list[Seed] = []
    for notation in formats.notations(name):
        with suppress(CannotHold):
            found.append(Seed(notation.id, notation.write(record).encode()))
            if notation.compact is not None:
                found.append(Seed(notation.id, notation.compact(record).encode()))
    return found


def shorter(name: str, record: Any, rng: Random) -> Any:
    """Shorten a record to a few of its rounds, which is enough for most slips."""
    canonical = formats.canonical_notation(name)
    values = json.loads(canonical.write(record))
    for key, value in values.items():
        if key in ("rounds", "deals", "hands") and len(value) > 1:
            values[key] = value[: rng.choice((1, 1, 1, 2, 3))]
    text = json.dumps(values)
    with suppress(kifu.RecordError):
        return kifu.loads(text)
    return record


def branched(record: Any, rng: Random) -> Any:
    """Add a variation to a record, if possible."""
    game = replayer.game_of(record)
    for _ in range(5):
        number = rng.randrange(len(game.rounds(record))) + 1
        plies = [step for step in kifu.replay(record)[number - 1].steps if step.actions]
        if plies:
            step = rng.choice(plies)
            with suppress(ValueError, IndexError):
                return kifu.branch(record, step.ply, list(step.actions.values()), number)
    return record


def _examples() -> list[Seed]:
    files = [path for path in (ROOT / "examples").rglob("*") if path.is_file()]
    texts = [path.read_bytes() for path in files if path.suffix not in (".py", ".toml", ".md")]
    texts += [rule.example.content() for rule in kifu.rules()]
    found: list[Seed] = []
    for data in texts:
        taken = formats.detect(data[:65536])
        found.append(Seed(None if taken is None else taken.id, data))
    return found


WORD = re.compile(rb"[0-9]+|[A-Za-z_]+|\s+|[\x80-\xff]+|.", re.DOTALL)
"""A word in any notation, or the text between words."""


@cache
def words(notation: str | None) -> Sequence[bytes]:
    """Return the words in the texts of a notation."""
    some = seeds()[notation] if notation in seeds() else any_seeds()
    return sorted({word for each in some for word in WORD.findall(each.data)})


def any_seeds() -> Sequence[Seed]:
    """Return the texts of all notations."""
    return [each for some in seeds().values() for each in some]
