"""Where in a record a finding stands."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..findings import Finding, Fix, Rule


class Place(Struct, frozen=True):
    """Makes findings in one round (numbered from 1) of a record.

    `rounds` is the key of the list of rounds in the canonical JSON of the game.
    """

    number: int
    rounds: str = "rounds"

    def finding(self, rule: Rule, message: str, field: str = "", **details: Any) -> Finding:
        """A finding about a field of the round: a JSON pointer below it."""
        return Finding(
            rule=rule, message=message, pointer=self.pointer(field), round=self.number, **details
        )

    def fix(self, message: str, field: str, value: Any) -> Fix:
        """A fix that gives a field of the round a new value."""
        return Fix(message, ((self.pointer(field), value),))

    def pointer(self, field: str = "") -> str:
        """The JSON pointer of a field of the round, within the record."""
        return f"/{self.rounds}/{self.number - 1}{field}"
