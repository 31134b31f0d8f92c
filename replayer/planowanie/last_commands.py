"""The commands that can come last in a game, as the protocol of its programs declares them.

A record names the command with which a fault ended its game. The rules know no commands, only the
phases of a deal: so whoever knows the protocol declares in which phases each command can come last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import Phase

_PHASES: dict[str, tuple[Phase, ...]] = {}


def declare_last_commands(phases: Mapping[str, tuple[Phase, ...]]) -> None:
    """Declare the phases in which a game can end with each of some commands."""
    _PHASES.update(phases)


def can_come_last(command: str | None, phase: Phase) -> bool:
    """Whether a game can end with a command in a phase.

    Of a command that is not known or not declared, it is only certain that the game goes on to its
    last card.
    """
    if command in _PHASES:
        return phase in _PHASES[command]
    return phase != "over"
