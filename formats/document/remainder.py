"""Keep the parts of JSON that fit the schema, so that they can be checked.

Every slip is reported. A value whose meaning is clear is then read as intended: `"2"` as 2, a
misspelt key as the only similar one. Any other value is unknown: it is left out if nothing depends
on it; otherwise, the game may give its possible values. If there are several, only errors common to
all of them count.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from ...findings import Finding
from ...findings.limits import MOST_EXPLAINED
from .. import codes
from .mapping import Assume, Parts, Path, Unknown, in_one_part
from .misfits import Misfit, misfits_of
from .schema import asked_for, fits
from .tree import UNREAD, Many, Node, copied, find, split_pointer

ROUNDS = 8
"""How many times a value is checked at most, since a replacement may not fit either."""


_OF_SLIPS = (codes.WRONG_TYPE, codes.WRONG_LENGTH)
"""The misfits that a slip in a value's text may cause."""


class Lost(Struct, frozen=True):
    """An unreadable place, and whether only its key is unknown."""

    path: Path
    key_only: bool = False

    def holds(self, path: Sequence[str | int]) -> bool:
        """Return whether a path leads to this place or into it."""
        return list(map(str, path[: len(self.path)])) == list(map(str, self.path))


class Remainder:
    """The values that may have been meant (`values`), or none if the rest cannot be read.

    `lost` lists the unreadable places, `misfits` lists what does not fit the schema, and `renamed`
    lists the objects in which a key was renamed, with its old and new names. `meant` maps the
    offsets of repeated keys to the missing keys that they stand for.
    """

    def __init__(
        self,
        schema: str,
        value: Any,
        root: Node,
        content: str,
        assume: Assume,
        parts: Parts = in_one_part,
        repeatable: frozenset[str] = frozenset(),
    ) -> None:
        self.values: list[Any] = []
        self.lost: list[Lost] = []
        self.misfits: list[Misfit] = []
        self.renamed: list[tuple[Node, str, str]] = []
        self.meant: dict[int, str] = {}
        self._schema = schema
        self._value = copied(value)
        self._root = root
        self._content = content
        self._assume = assume
        self._parts = parts
        self._repeatable = repeatable
        self._several: list[Unknown] = []
        if self._mended():
            self.values = list(self._alternatives())

    def _mended(self) -> bool:
        """Return whether anything is left that fits the schema; if so, it is in `_value`."""
        unread = sorted(_unread(self._value, []), key=len)
        if unread and self._explained() is None:
            return False
        if not all(map(self._forget, unread)):
            return False
        for _ in range(ROUNDS):
            wrong = self._explained()
            if wrong is None:
                return False
            if not wrong:
                return True
            handled = [self._handle(each) for each in wrong]
            if not all(handled):
                return False
        return False

    def _explained(self) -> list[Misfit] | None:
        """Return the misfits, or None if there are too many, and report new ones.

        Outer values come first, since they may be unknown as a whole.
        """
        some = islice(self._wrong(), MOST_EXPLAINED)
        wrong = sorted(some, key=lambda each: (each.finding.pointer or "").count("/"))
        known = {(each.finding.pointer, each.finding.message) for each in self.misfits}
        self.misfits += (
            each
            for each in wrong
            if not (each.implied or each.told)
            and (each.finding.pointer, each.finding.message) not in known
        )
        if len(wrong) < MOST_EXPLAINED:
            return wrong
        why = f"{MOST_EXPLAINED} places do not fit the schema; the record is not read further"
        last = Finding(rule=codes.TOO_MANY_FINDINGS, message=why, pointer=wrong[-1].finding.pointer)
        self.misfits.append(Misfit(last))
        return None

    def _wrong(self) -> Iterator[Misfit]:
        """Yield each misfit once, with its place in the whole document."""
        seen: set[tuple[str | None, str]] = set()
        for part, restore in self._parts(self._value):
            if next(_unread(part, []), None) is None and fits(self._schema, part, whole=False):
                continue  # This check is quick; explaining each misfit is slow.
            for each in misfits_of(self._schema, part):
                found = self._quoted(restore(each.finding))
                if self._holds_unread(found.pointer or ""):
                    continue
                if (found.pointer, found.message) not in seen:
                    seen.add((found.pointer, found.message))
                    told = each.told or self._is_told(each, found)
                    yield replace(each, finding=found, told=told)

    def _quoted(self, finding: Finding) -> Finding:
        """Return a finding about a number with the number as it is written in the text."""
        node = self._node(_typed(finding.pointer or "", self._value))
        if node is None or type(node.scalar) not in (int, float):
            return finding
        shown, written = repr(node.scalar), self._content[node.start : node.end]
        number = rf"\b(found|version) {re.escape(shown)}(?![0-9.])"
        return finding.but(message=re.sub(number, rf"\1 {written}", finding.message, count=1))

    def _is_told(self, misfit: Misfit, finding: Finding) -> bool:
        """Return whether a slip in the text explains a misfit at the finding's place."""
        path = _typed(finding.pointer or "", self._value)
        if finding.rule is codes.UNKNOWN_KEY:
            node = self._node(path[:-1])
            keys = [] if node is None else node.named(str(path[-1]))
            return any(each.doubtful for each in keys) and self._is_there(path)
        nodes = [self._node(path), *([self._node(path[:-1])] if path else [])]
        if finding.rule in _OF_SLIPS and any(each is not None and each.doubtful for each in nodes):
            return True
        return self._stands_under_another(misfit, finding)

    def _stands_under_another(self, misfit: Misfit, finding: Finding) -> bool:
        """Return whether a missing key's value is under a repeated key."""
        node = self._node(_typed(finding.pointer or "", self._value))
        if misfit.missing is None or misfit.allows is None or node is None:
            return False
        for member in node.members or ():
            value = replace(member.value, unread=False)
            if (
                member.again
                and self.meant.get(member.start, misfit.missing) == misfit.missing
                and not value.lacks()
                and misfit.allows(value.plain())
            ):
                self.meant[member.start] = misfit.missing
                return True
        return False

    def _holds_unread(self, pointer: str) -> bool:
        """Return whether a value could not be read completely, as already reported."""
        path = _typed(pointer, self._value)
        return self._is_there(path) and next(_unread(self._at(path), []), None) is not None

    def _handle(self, wrong: Misfit) -> bool:
        """Replace a value that does not fit with what was meant, or treat it as unknown."""
        path = _typed(wrong.finding.pointer or "", self._value)
        if wrong.implied or not self._is_there(path):
            return True
        if wrong.finding.rule is codes.UNKNOWN_KEY:
            self._rename(path, wrong.meant)
            return wrong.missing is None or self._forget([*path[:-1], wrong.missing])
        if wrong.missing is not None:
            return self._forget([*path, wrong.missing])
        if wrong.meant is not None and path:
            self._at(path[:-1])[path[-1]] = wrong.meant
            return True
        return self._forget(path, wrong.choices)

    def _rename(self, path: Path, name: str | None) -> None:
        """Rename a key to the right name, or leave it out if there is none."""
        *above, key = path
        holder = self._at(above)
        value = holder.pop(key)
        if name is None:
            self.lost.append(Lost(path, key_only=True))
            return
        node = self._node(above)
        if isinstance(holder.get(name), Many):
            holder[name].insert(self._order(node, str(key), name), value)
        else:
            holder[name] = value
        if node is not None:
            self.renamed.append((node, str(key), name))

    def _order(self, node: Node | None, key: str, name: str) -> int:
        """Return how many times a repeated key occurs before a member, including misspellings."""
        same = {name, *(old for where, old, new in self.renamed if where is node and new == name)}
        keys = [each.key for each in (node and node.members) or ()]
        return sum(each in same for each in keys[: keys.index(key)])

    def _forget(self, path: Path, choices: Sequence[Any] = ()) -> bool:
        """Treat a place as unknown, and return False if the rest is useless without it."""
        if not path:
            return False
        if not self._is_there(path[:-1]):
            return True
        unknown = self._assume(self._value, path)
        if unknown is None:
            is_key = bool(choices) and isinstance(path[-1], str)
            unknown = Unknown(path, choices) if is_key else self._left_out(path)
        if unknown is None or not unknown.path:
            return False
        if not unknown.values and not isinstance(self._at(unknown.path[:-1]), dict):
            return False  # Leaving an item out of a list would shift the items after it.
        self._put(unknown)
        return True

    def _left_out(self, path: Path) -> Unknown | None:
        """Return the nearest optional value above a place."""
        required = asked_for(self._schema)
        for end in range(len(path), 0, -1):
            key, holder = path[end - 1], self._at(path[: end - 1])
            if isinstance(key, str) and isinstance(holder, dict) and key not in required:
                return Unknown(path[:end])
        return None

    def _put(self, unknown: Unknown) -> None:
        *above, key = unknown.path
        holder = self._at(above)
        if not unknown.certain:
            self.lost.append(Lost(unknown.lost or unknown.path))
        if not unknown.values:
            holder.pop(key, None)
            return
        holder[key] = copy.deepcopy(unknown.values[0])
        if len(unknown.values) > 1:
            self._several.append(unknown)

    def _at(self, path: Path) -> Any:
        found = self._value
        for key in path:
            found = found[key]
        return found

    def _node(self, path: Path) -> Node | None:
        node, _, found = find(self._root, list(map(str, path)), self._repeatable)
        return node if len(found) == len(path) else None

    def _alternatives(self) -> Iterator[Any]:
        """Yield the values that may have been meant, varying the unknown places together."""
        several = [each for each in self._several if self._is_there(each.path)]
        for number in range(max((len(each.values) for each in several), default=1)):
            self._value = copied(self._value)
            for each in several:
                *above, key = each.path
                self._at(above)[key] = copy.deepcopy(each.values[number % len(each.values)])
            yield self._value

    def _is_there(self, path: Path) -> bool:
        try:
            self._at(path)
        except (KeyError, IndexError, TypeError):
            return False
        return True


def _unread(value: Any, path: Path) -> Iterator[Path]:
    """Yield the places that could not be read from the text."""
    if value is UNREAD:
        yield path
    elif isinstance(value, dict):
        for key, each in cast(dict[str, Any], value).items():
            yield from _unread(each, [*path, key])
    elif isinstance(value, list):
        for index, each in enumerate(cast(list[Any], value)):
            yield from _unread(each, [*path, index])


def _typed(pointer: str, value: Any) -> Path:
    """Return a pointer's path, with its indices as numbers."""
    path: Path = []
    for key in split_pointer(pointer):
        is_list = isinstance(value, list)
        step: str | int = int(key) if is_list else key
        path.append(step)
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            value = None
    return path
