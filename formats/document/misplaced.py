"""Report a list or an object in which nothing fits as one slip: it belongs elsewhere.

Otherwise each of its values and keys would be a misfit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding, Fix, amount
from .. import codes
from .tree import split_pointer


class Misfit(Struct, frozen=True):
    """A place in a value that does not fit a schema.

    `missing` is the absent required key, or one that an unknown key may mean. `meant` is what was
    clearly meant: the right name of an unknown key, or the right value; `choices` are all allowed
    values, if they are few. It is `implied` if another misfit explains it, and `told` if a slip of
    the text does, which was reported. `allows` returns whether a value may be under the `missing`
    key.
    """

    finding: Finding
    missing: str | None = None
    meant: Any = None
    implied: bool = False
    told: bool = False
    allows: Callable[[object], bool] | None = None
    choices: tuple[Any, ...] = ()


_MOST = 1000
"""In a longer list, each value has its own finding."""


def together(value: object, above: str, group: Iterator[Misfit]) -> Iterator[Misfit]:
    """Yield the misfits in one list or object; if nothing in it fits, the first covers them all.

    `above` is the pointer of the list or object.
    """
    some = list(islice(group, _MOST))
    first = _first_of_all(value, above, some) if len(some) > 1 else None
    if first is None:
        yield from some
        yield from group
        return
    yield replace(some[0], finding=first)
    yield from (replace(each, told=True) for each in some[1:])


def _first_of_all(value: object, above: str, some: Sequence[Misfit]) -> Finding | None:
    """Return a finding for all misfits if nothing fits, None if something does."""
    first, inner = some[0].finding, _at(value, above)
    rules = [each.finding.rule for each in some]
    if isinstance(inner, list):
        values = cast(list[object], inner)
        if len(values) != len(some) or set(rules) != {codes.WRONG_TYPE}:
            return None
        expected = [each.finding.message.partition(", found ")[0] for each in some]
        kinds = [f"expected {_KINDS.get(type(each))}" for each in values]
        if len(values) == 2 and expected[0] != expected[1] and expected == kinds[::-1]:
            why, fix = (
                "the two values seem to be swapped",
                Fix("swap them", ((above, values[::-1]),), safe=False),
            )
            return first.but(message=f"{first.message}: {why}", fix=fix)
        if len(set(expected)) > 1 or any(_is_legible(each) for each in some):
            return None
        rest = amount(len(values) - 1, "value").removeprefix("1 ")
        why = f"the next {rest} {'is' if len(values) == 2 else 'are'} wrong, too"
        return first.but(message=f"{first.message}; {why}")
    missing = [each.missing or "" for each in some if each.finding.rule is codes.MISSING_KEY]
    unknown = rules.count(codes.UNKNOWN_KEY)
    keys = len(cast(dict[str, Any], inner)) if isinstance(inner, dict) else 0
    if any(map(_is_legible, some)) or len(missing) < 2 or unknown != keys or not keys:
        return None
    if len(some) != len(missing) + unknown:
        return None
    names = f"{', '.join(missing[:-1])} and {missing[-1]}"
    return first.but(message=f"no key of this object is known: expected {names}")


_KINDS: dict[type, str] = {
    int: "a whole number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


def _is_legible(misfit: Misfit) -> bool:
    """Return whether the meaning of a misfit is known."""
    return misfit.implied or misfit.meant is not None or misfit.finding.fix is not None


def _at(value: object, where: str) -> object:
    """Return the value at a pointer."""
    for key in split_pointer(where):
        inner = cast(Any, value)
        value = inner[int(key)] if isinstance(value, list) else inner[key]
    return value
