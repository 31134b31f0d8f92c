"""Solved positions as records: a round up to a public state, with the results as annotations."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import msgspec

from ...formats.interface.catalog import canonical_notation
from ...formats.text.text import Text
from ...replayer.game import Game
from ...replayer.play.annotation import Annotation, Property
from ...replayer.play.changes import annotations_of, with_line_annotations
from ...replayer.replay.match import replay
from ...replayer.replay.round import RecordedRound, walk
from ..search.public import PublicState, PublicTree
from .selfplay import Solved


def written(game: Game[Any, Any], start: Any, tree: PublicTree, solved: Solved) -> str:
    """Return the text of a history of a public state, with the results of its search.

    `start` is the record of the match without rounds.
    """
    taken = (each.taken for each in solved.at.histories[0].way)
    begun = RecordedRound(tree.root.histories[0].state, lambda state, node: next(taken, None), {})
    record = game.written(start, [list(walk(tree.rules, begun))])
    said = {"player": (str(solved.at.player),), "policy": _texts(solved.policy)}
    for player in (0, 1):
        if solved.at.histories[1:]:
            said[f"states {player}"] = tuple(names(tree, solved.at, player))
        said[f"range {player}"] = _texts(solved.ranges[player])
        if solved.values[player]:
            said[f"values {player}"] = _texts(solved.values[player])
    note = Annotation(
        properties=tuple(Property(key=key, values=values) for key, values in said.items())
    )
    return noted(game, record, [note])


def names(tree: PublicTree, at: PublicState, player: int) -> list[str]:
    """Return, for each information state, what only this player was shown or chose unseen."""
    found = dict[int, str]()
    for each in at.histories:
        if each.infos[player] not in found:
            done = [
                tree.rules.apply(step.before.state, step.taken) for step in each.way if step.before
            ]
            said = [*(one.private.get(player) for one in done), each.actions.get(player)]
            texts = [msgspec.json.encode(one).decode() for one in said if one]
            found[each.infos[player]] = " ".join(texts)
    return [found[info] for info in range(len(found))]


def noted(game: Game[Any, Any], record: Any, annotations: Sequence[Annotation]) -> str:
    """Return the canonical text of a record of one round, with annotations of the round."""
    record = with_line_annotations(game, record, 1, (), lambda notes: (*notes, *annotations))
    notation = canonical_notation(game.name)
    return (notation.compact or notation.write)(record).rstrip("\n") + "\n"


def read(game: Game[Any, Any], tree: PublicTree, text: str) -> Solved:
    """Return a solved position, given its canonical text. Raises ValueError if it is not one."""
    try:
        (reading,) = canonical_notation(game.name).read(Text(text))
        record = reading.record
        (line,) = replay(game, record)
        (round_,) = game.rounds(record)
        said = {
            each.key: each.values for note in annotations_of(round_) for each in note.properties
        }
        at = tree.reached(line.steps, int(said["player"][0]))
        found = Solved(
            at,
            (_numbers(said["range 0"]), _numbers(said["range 1"])),
            _numbers(said["policy"]),
            (_numbers(said.get("values 0", ())), _numbers(said.get("values 1", ()))),
        )
        sizes = [len(each) for each in at.known]
        if [*map(len, found.ranges)] != sizes or len(found.policy) != len(at.actions):
            raise ValueError("it has another number of information states or actions")
        if [*map(len, found.values)] not in (sizes, [0, 0]):
            raise ValueError("it has another number of values")
    except (LookupError, ValueError, AttributeError) as why:
        raise ValueError(f"this is not a solved position: {why}") from None
    return found


def _texts(numbers: Sequence[float]) -> tuple[str, ...]:
    return tuple(f"{each:g}" for each in numbers)


def _numbers(texts: Sequence[str]) -> list[float]:
    found = [float(each) for each in texts]
    if not all(map(isfinite, found)):
        raise ValueError("it has values that are not numbers")
    return found
