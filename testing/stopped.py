"""Records that stop in the middle of a round, in which what is shown at its end is still hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, cast

from .. import outcomes, replayer
from ..formats import canonical_notation
from ..replayer.game import Game
from ..replayer.replay.match import replay_all
from ..replayer.replay.round import RoundReplay
from .samples import enough, records

TRIES = 6
"""The keys that are left out of a round that is cut short, one after the other."""
LENGTHS = 4
"""The places at which a round is cut short."""
MOST = 16
"""The records that are looked for."""


def stopped(game: Game[Any, Any], whole: Any) -> Iterator[Any]:
    """A right record, cut short in its last round at some places, where that leaves it right.

    How a game writes down its actions is not known: any list or text of the round is cut. What is
    then wrong (a result, say) is left out.
    """
    document = json.loads(canonical_notation(game.name).write(whole))
    *before, last = document[game.rounds_field]
    for key, value in last.items():
        if key != "variations" and isinstance(value, list | str):
            size = len(cast(Sequence[object], value))
            for length in sorted({size * part // LENGTHS for part in range(LENGTHS)}):
                short = last | {key: value[:length]}
                found = _right(game, document | {game.rounds_field: [*before, short]}, key)
                if found is not None and _stops(game, found):
                    yield found


def _right(game: Game[Any, Any], document: dict[str, Any], kept: str) -> Any:
    """The record of a document without what is wrong in it, None if that cannot be left out."""
    rounds: list[dict[str, Any]] = document[game.rounds_field]
    notation = canonical_notation(game.name)
    here = f"/{game.rounds_field}/{len(rounds) - 1}/"
    for _ in range(TRIES):
        (found,) = outcomes(json.dumps(document), notation.id)
        if not found.findings:
            return found.record
        for each in found.findings:
            where = each.pointer or ""
            part = rounds[-1] if where.startswith(here) else document
            key = where.removeprefix(here).strip("/").split("/")[0]
            if key in (kept, game.rounds_field) or part.pop(key, None) is None:
                return None
    return None


def _stops(game: Game[Any, Any], some: Any) -> bool:
    """Whether the last round of a record stops after its deal, and before its end."""
    last = list(replay_all(game, some))[-1]
    return isinstance(last, RoundReplay) and len(last.steps) > 1 and not last.steps[-1].over


@cache
def stopped_records(name: str) -> list[Any]:
    """Random records that stop in the middle of a round, few where they are long; perhaps none."""
    game = replayer.game(name)
    found = (short for each in records(game) for short in stopped(game, each))
    return list(islice(enough(game, found), MOST))
