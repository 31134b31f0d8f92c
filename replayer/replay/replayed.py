"""Replays that keep only the last step, as far as an engine confirms that the play is legal."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..rules import Rules
from .round import RecordedRound, Step, walk

StateT = TypeVar("StateT")


class Replayed(Struct, Generic[StateT], frozen=True, dict=True):
    """A round as it was `recorded`, and the `last` step of its replay under some rules."""

    rules: Rules[StateT]
    recorded: RecordedRound[StateT]
    last: Step[StateT]

    @cached_property
    def steps(self) -> tuple[Step[StateT], ...]:
        """All steps, computed on first use: for most rounds, only the last one is needed."""
        return tuple(walk(self.rules, self.recorded))


def replay_from(
    rules: Rules[StateT], recorded: RecordedRound[StateT], state: StateT, taken: int
) -> Replayed[StateT]:
    """Continue the replay of a round that is legal up to this state, reached after `taken` plies.

    An engine that stops too early only costs time.
    """
    *_, last = walk(rules, replace(recorded, start=state), taken)
    return Replayed(rules, recorded, last)
