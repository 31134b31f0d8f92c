"""Deals counted by trying them all, each as a whole record that is checked and seen by a player.

It judges what `beliefs` says, and knows nothing of it: a deal is possible if some whole record with
it is sound, and shows the player what was seen.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

import kifu
from kifu.replayer.game import Game

CardT = TypeVar("CardT")


def spread(cards: Sequence[CardT], sizes: Sequence[int]) -> Iterator[tuple[tuple[CardT, ...], ...]]:
    """All ways to deal different cards to places of these sizes, which take all of them."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        yield from ((chosen, *others) for others in spread(rest, sizes[1:]))


def is_sound(game: Game[Any, Any], record: Any) -> bool:
    """Whether nothing is wrong with a record; what is not finished may be."""
    found = game.check(record, ()).findings
    return all(finding.severity != "error" for finding in found)


def fits(game: Game[Any, Any], seen: Any, wholes: Iterable[Any]) -> bool:
    """Whether one of some whole records is sound, and its player's view is what was seen."""
    return any(is_sound(game, whole) and kifu.view(whole, seen.view) == seen for whole in wholes)


def accused(record: Any, code: str) -> list[int | None] | None:
    """The plies at which a record is said to fit no deal; None where something else is wrong."""
    found = kifu.validate(kifu.dumps(record))
    if any(each.code != code for each in found):
        return None
    return [each.ply for each in found]
