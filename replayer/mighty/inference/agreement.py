"""The findings of a deal under all of its interpretations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from ....findings import Finding
from ..cards import symbol
from .interpretations import Assumption

Key: TypeAlias = tuple[str, str | None]


def _key(finding: Finding) -> Key:
    return finding.code, finding.pointer


def agreed_findings(found: Sequence[tuple[Assumption, list[Finding]]]) -> list[Finding]:
    """Return the findings that all interpretations share, given those under each assumption.

    If something is wrong under every assumption, but never the same thing, there is one slip of
    unknown nature: one finding gives the first error under each assumption.
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
    first, *others = sorted(firsts.values(), key=lambda each: _trick(each[0]))
    messages = [_message(*first, everything)]
    messages += [f"{_message(*each, everything)}{_where(each[0])}" for each in others[: _MOST - 1]]
    return [first[0].but(message="; ".join(messages), fix=None)]


_MOST = 3
"""The most assumptions that a message lists; with more, the reader must find the slip anyway."""


def _message(
    finding: Finding, under: Sequence[Assumption], everything: Sequence[Assumption]
) -> str:
    return f"if {_condition(under, everything)}: {finding.message}"


def _trick(finding: Finding) -> int:
    """Return the number of the trick of a finding, 0 for what comes before the tricks."""
    found = re.search("/tricks/([0-9]+)/", finding.pointer or "")
    return 0 if found is None else int(found[1]) + 1


def _where(finding: Finding) -> str:
    number = _trick(finding)
    return f" (trick {number})" if number else ""


def _condition(under: Sequence[Assumption], everything: Sequence[Assumption]) -> str:
    """Return assumptions in words, without what is the same in all possible ones."""
    presidents = dict.fromkeys(f"P{each.president}" for each in under)
    trumps = dict.fromkeys(symbol(each.trump) for each in under)
    conditions: list[str] = []
    if len({each.president for each in everything}) > 1:
        conditions.append(f"{' or '.join(presidents)} is the president")
    if len({each.trump for each in everything}) > 1:
        conditions.append(f"{' or '.join(trumps)} is trump")
    return " and ".join(conditions)
