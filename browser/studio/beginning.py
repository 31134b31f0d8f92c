"""Start new matches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from ... import replayer
from ...formats import canonical_notation
from ...replayer.game import Unsupported
from ...replayer.play.going_on import next_round
from ...validation.beginning import WrongOption, begun
from .errors import Refused, refusing
from .going import renamed, require_sound
from .sheet import Kept, Level, Sheet, Written


def first_record(name: str, options: Mapping[str, Any]) -> Any:
    """Return the record of a match with these options. Raises Refused if one of them is wrong."""
    if name not in replayer.games():
        raise Refused(f"there is no game {name!r}: games are {', '.join(replayer.games())}")
    try:
        return begun(name, options)
    except WrongOption as why:
        raise Refused(f"{why.option}: {why}") from None
    except (Unsupported, ValueError, TypeError) as why:
        raise Refused(str(why)) from None


def new_sheet(
    name: str,
    folder: str,
    options: Mapping[str, Any],
    levels: Sequence[Level | None],
    seat: int | None,
    seed: str | None,
    title: str | None,
    players: Sequence[str] | None,
) -> Sheet:
    """Return a sheet with a new match whose first round has been dealt."""
    record = first_record(name, options)
    game = replayer.game(name)
    more: dict[str, Any] = {"title": title} if title else {}
    if players:
        more["players"] = tuple(players)
    record = replace(record, **more)
    seats = game.rules(record).players
    if seat is not None and seat not in range(seats):
        raise Refused(f"there is no seat {seat}: seats are 0 to {seats - 1}")
    if len(levels) > seats or (players and len(players) != seats):
        raise Refused(f"there are {seats} seats")
    dice = Random(seed)
    if not game.rounds(record):
        with refusing():
            record = next_round(game, record, lambda rules, it: rules.sample(it, dice)).record
    canonical = canonical_notation(name)
    text = canonical.write(record)
    require_sound(text, canonical)
    kept = Kept(
        name=renamed(_plain(title or name), canonical),
        written=Written(text, canonical.id),
        folder=folder,
        seat=seat if game.has_views else None,
        levels=list(levels),
    )
    if seed is not None:
        kept.seed = seed
    return Sheet(kept)


def _plain(title: str) -> str:
    """Return a file name made from a title."""
    return " ".join(re.sub(r"[^\w-]+", " ", title).split())[:60] or "match"
