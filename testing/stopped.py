"""Records that stop in the middle of a round, before hidden information is revealed at its end."""

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
"""How many keys may be removed from a shortened round, one after another."""
LENGTHS = 4
"""The number of lengths to which a round is cut."""
MOST = 16
"""The number of records to find."""


def stopped(game: Game[Any, Any], whole: Any) -> Iterator[Any]:
    """Yield copies of a valid record, cut short in its last round, that are still valid.

    Since it is unknown how a game writes actions, any list or string in the round is cut. Anything
    that this makes wrong (a result, say) is removed.
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
    """Return a document's record once its errors are removed, or None if they cannot be."""
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
    """Return whether the last round of a record stops after its deal and before its end."""
    last = list(replay_all(game, some))[-1]
    return isinstance(last, RoundReplay) and len(last.steps) > 1 and not last.steps[-1].over


@cache
def stopped_records(name: str) -> list[Any]:
    """Return random records that stop in mid-round: few if they are long, and perhaps none."""
    game = replayer.game(name)
    found = (short for each in records(game) for short in stopped(game, each))
    return list(islice(enough(game, found), MOST))
