"""Records with random annotations, for laws about annotations."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar, get_args

from msgspec.structs import replace

from ..replayer.game import Game
from ..replayer.play import glyphs
from ..replayer.play.annotation import Annotation, Evaluation, Mark, Number, Property, Shape
from ..replayer.play.variations import Variation

RecordT = TypeVar("RecordT")

_PIECES = [*"aZ \t\n\r", "\r\n", *'"\\{};#%é角😀']


def annotated(game: Game[RecordT, Any], record: RecordT, rng: Random) -> RecordT:
    """Return the record with random annotations wherever its game allows them."""
    rounds = [_annotated_round(each, rng) for each in game.rounds(record)]
    whole: Any = game.with_rounds(record, rounds)
    match = tuple(_annotation(rng, None) for _ in range(rng.randrange(3)))
    return replace(whole, annotations=match)


def _annotated_round(played: Any, rng: Random) -> Any:
    varied = tuple(_annotated_variation(each, rng) for each in played.variations)
    found = replace(played, variations=varied) if varied else played
    if "annotations" not in found.__struct_fields__:
        return found
    plies = [None, 0, *range(1, played.plies + 1)]
    some = tuple(_annotation(rng, rng.choice(plies)) for _ in range(rng.randrange(4)))
    return replace(found, annotations=some)


def _annotated_variation(variation: Variation, rng: Random) -> Variation:
    plies = (None, variation.ply)
    some = tuple(_annotation(rng, rng.choice(plies)) for _ in range(rng.randrange(3)))
    deeper = tuple(_annotated_variation(each, rng) for each in variation.variations)
    return replace(variation, annotations=some, variations=deeper)


def _annotation(rng: Random, ply: int | None) -> Annotation:
    """Return an annotation in which any part may be missing."""
    score, depth = rng.randint(-9, 9) / 4, rng.randrange(40)
    judged = Evaluation(
        score=_some(rng, score),
        depth=_some(rng, depth),
        loss=_some(rng, rng.randrange(9) / 2),
        accuracy=_some(rng, rng.randint(0, 100)),
    )
    return Annotation(
        ply=ply,
        before=_texts(rng),
        after=_texts(rng),
        glyphs=tuple(rng.randint(0, glyphs.MOST) for _ in range(rng.randrange(3))),
        time_used=_some(rng, _seconds(rng)),
        time_left=_some(rng, _seconds(rng)),
        evaluation=_some(rng, judged),
        marks=tuple(_mark(rng) for _ in range(rng.randrange(2))),
        properties=tuple(
            Property(key=rng.choice(("KM", "C", "")), values=_texts(rng))
            for _ in range(rng.randrange(3))
        ),
    )


def _mark(rng: Random) -> Mark:
    shape: Shape = rng.choice(get_args(Shape))
    return Mark(shape=shape, at=_texts(rng), colour=_some(rng, "red"), text=_some(rng, _text(rng)))


def _seconds(rng: Random) -> Number:
    return rng.choice((0, rng.randrange(10_000), rng.randrange(10_000) / 1000))


def _texts(rng: Random) -> tuple[str, ...]:
    return tuple(_text(rng) for _ in range(rng.choice((0, 0, 1, 2))))


def _text(rng: Random) -> str:
    return "".join(rng.choices(_PIECES, k=rng.randrange(6)))


ValueT = TypeVar("ValueT")


def _some(rng: Random, value: ValueT) -> ValueT | None:
    return rng.choice((None, value))
