"""Variations: alternative lines of play in a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Rule
from ...findings.limits import DEEPEST_VARIATION, MOST_VARIATIONS
from ...findings.shown import short_struct
from .. import codes
from .annotation import Annotation


class Variation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An alternative line of play, which branches off the main line, or a variation, at a ply.

    `ply` is the ply that is played differently, counted from 1 throughout the round; 0 is a
    decision before the first ply. `actions` are all actions from there on; if players act at once,
    there is one for each. `variations` branch off this variation at its own plies, and
    `annotations` are about these plies, or the whole variation.
    """

    ply: int
    actions: tuple[str, ...]
    name: str | None = None
    annotations: tuple[Annotation, ...] = ()
    variations: tuple[Variation, ...] = ()

    __repr__ = short_struct


class Excess(Struct, frozen=True):
    """The first variation beyond a limit on number or depth; the indices in `path` lead to it."""

    rule: Rule
    message: str
    path: tuple[int, ...]


def excess(variations: Sequence[Variation]) -> Excess | None:
    """Return the first variation that exceeds a limit, or None if all can be replayed."""
    count, path, open_lists = 0, [-1], [iter(variations)]
    while open_lists:
        each = next(open_lists[-1], None)
        if each is None:
            open_lists.pop()
            path.pop()
            continue
        count += 1
        path[-1] += 1
        if count > MOST_VARIATIONS:
            why = f"the round has more than {MOST_VARIATIONS} variations; they are not replayed"
            return Excess(codes.TOO_MANY_VARIATIONS, why, tuple(path))
        if len(path) > DEEPEST_VARIATION:
            why = (
                f"variations are nested more than {DEEPEST_VARIATION} deep; those of this round "
                f"are not replayed"
            )
            return Excess(codes.NESTED_TOO_DEEP, why, tuple(path))
        if each.variations:
            open_lists.append(iter(each.variations))
            path.append(-1)
    return None


def added(
    variations: Sequence[Variation], path: Sequence[int], new: Variation
) -> tuple[Variation, ...]:
    """Return the variations with one added, which branches off the line at a path.

    >>> one = Variation(ply=2, actions=("0",))
    >>> [each.variations for each in added([one, one], [2], one)] == [(), (one,)]
    True
    """
    if not path:
        return (*variations, new)
    return changed(variations, path, lambda one: replace(one, variations=(*one.variations, new)))


def changed(
    variations: Sequence[Variation],
    path: Sequence[int],
    change: Callable[[Variation], Variation | None],
) -> tuple[Variation, ...]:
    """Return the variations with the one at a path changed, or removed if `change` returns None.

    Raises IndexError if a path leads nowhere.

    >>> one, two = Variation(ply=2, actions=("0",)), Variation(ply=3, actions=("0",))
    >>> changed([one, two], [1], lambda each: None) == (two,)
    True
    """
    number, *deeper = path
    if number not in range(1, len(variations) + 1):
        raise IndexError(f"there is no variation {number}: there are {len(variations) or 'none'}")
    one = variations[number - 1]
    if deeper:
        new = replace(one, variations=changed(one.variations, deeper, change))
    else:
        new = change(one)
    kept = () if new is None else (new,)
    return (*variations[: number - 1], *kept, *variations[number:])


def varied(
    rounds: Sequence[Any], number: int, variations: tuple[Variation, ...]
) -> tuple[Any, ...]:
    """Return rounds with the `variations` of one of them, counted from 1, replaced."""
    new = replace(rounds[number - 1], variations=variations)
    return (*rounds[: number - 1], new, *rounds[number:])


def in_order(variations: Sequence[Variation]) -> tuple[Variation, ...]:
    """Return variations, at every depth, in the order of their plies.

    A notation may list them in another order. Variations at the same ply keep theirs.

    >>> one, two = Variation(ply=2, actions=("0",)), Variation(ply=3, actions=("0",))
    >>> in_order([two, one, two]) == (one, two, two)
    True
    """
    inner = (
        replace(each, variations=in_order(each.variations)) if each.variations else each
        for each in variations
    )
    return tuple(sorted(inner, key=lambda each: each.ply))


def path_in(
    others: Sequence[Variation], variations: Sequence[Variation], path: Sequence[int]
) -> tuple[int, ...]:
    """Return the path in `others` of what is at `path` in the same variations in another order.

    >>> one, two = Variation(ply=2, actions=("0",)), Variation(ply=3, actions=("0",))
    >>> path_in([two, two, one], [one, two, two], [3]), path_in([two, one], [one, two], [])
    ((2,), ())
    """
    found = list[int]()
    for number in path:
        own = variations[number - 1]
        before = sum(each.ply == own.ply for each in variations[: number - 1])
        there = [at for at, each in enumerate(others, start=1) if each.ply == own.ply][before]
        found.append(there)
        variations, others = own.variations, others[there - 1].variations
    return tuple(found)
