"""What is wrong with a deal under all of its interpretations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ....findings import Finding
from ..cards import symbol
from .interpretations import Assumption

Key: TypeAlias = tuple[str, str | None]


def _key(finding: Finding) -> Key:
    return finding.code, finding.pointer


def agreed_findings(found: Sequence[tuple[Assumption, list[Finding]]]) -> list[Finding]:
    """The findings that all interpretations share, given those under each assumption.

    Where something is wrong under every assumption, but never the same, it is the first finding
    under each of them, with the assumption in its message.
    """
    keys = [{_key(each) for each in wrong} for _, wrong in found]
    common = keys[0].intersection(*keys[1:])
    if common or not all(wrong for _, wrong in found):
        return [each for each in found[0][1] if _key(each) in common]
    firsts: dict[Key, tuple[Finding, list[Assumption]]] = {}
    for assumption, wrong in found:
        _, under = firsts.setdefault(_key(wrong[0]), (wrong[0], []))
        under.append(assumption)
    everything = [assumption for assumption, _ in found]
    return [
        each.but(message=f"{each.message} (if {_condition(under, everything)})")
        for each, under in firsts.values()
    ]


def _condition(under: Sequence[Assumption], everything: Sequence[Assumption]) -> str:
    """Some assumptions in words, without what is the same in all that are possible."""
    presidents = dict.fromkeys(f"P{each.president}" for each in under)
    trumps = dict.fromkeys(symbol(each.trump) for each in under)
    conditions: list[str] = []
    if len({each.president for each in everything}) > 1:
        conditions.append(f"{' or '.join(presidents)} is the president")
    if len({each.trump for each in everything}) > 1:
        conditions.append(f"{' or '.join(trumps)} is trump")
    return " and ".join(conditions)
