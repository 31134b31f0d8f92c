"""The protocol between an arbiter and programs: its words and its conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ....replayer.planowanie.state import Phase

LAST_IN: dict[str, tuple[Phase, ...]] = {
    "set_deck": ("deal",),
    "set_players": ("deal",),
    "set_game": ("deal",),
    "set_cards": ("deal", "declare"),
    "time_left": ("deal", "declare", "play"),
    "gen_declare": ("declare",),
    "declare": ("deal", "declare", "play"),
    "gen_move": ("play",),
    "play": ("deal", "play", "over"),
}
"""The commands by which a game goes on, and the phases of a deal in which it can end with each.

Nothing may be known of a deal but that it began. A card that was announced is played, whoever does
not take note of it.
"""
