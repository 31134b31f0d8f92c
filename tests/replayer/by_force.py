"""Deals counted by trying them all: each is checked as a whole record, and viewed by a player.

This judges `beliefs` independently: a deal is possible if some whole record with it is valid and
shows the player what was seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

import kifu
from kifu.replayer.game import Game

CardT = TypeVar("CardT")


def spread(cards: Sequence[CardT], sizes: Sequence[int]) -> Iterator[tuple[tuple[CardT, ...], ...]]:
    """Yield all ways to deal distinct cards to places whose sizes add up to the number of cards."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        yield from ((chosen, *others) for others in spread(rest, sizes[1:]))


def is_sound(game: Game[Any, Any], record: Any) -> bool:
    """Return whether a record has no errors; it may be unfinished."""
    found = game.check(record, ()).findings
    return all(finding.severity != "error" for finding in found)


def fits(game: Game[Any, Any], seen: Any, wholes: Iterable[Any]) -> bool:
    """Return whether any of these whole records is valid and gives its player exactly this view."""
    return any(is_sound(game, whole) and kifu.view(whole, seen.view) == seen for whole in wholes)


def accused(record: Any, code: str) -> list[int | None] | None:
    """Return the plies at which a record is said to fit no deal; None if other findings exist."""
    found = kifu.validate(kifu.dumps(record))
    if any(each.code != code for each in found):
        return None
    return [each.ply for each in found]
