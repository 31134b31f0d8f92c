"""Deals as one player knew them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..rules import Observation
from .cards import HIDDEN, HIDDEN_HAND, HIDDEN_KITTY, SEATS
from .record import Cards, Deal


def view(deal: Deal, shown: Sequence[Observation], player: int) -> Deal:
    """Return a deal as one player knew it, made only from what that player was shown.

    The hands of others are hidden, and kitty and discard are hidden from all but the president.
    Source: the paper, IV.2 (what is open); `docs/mighty.md`, "Views".
    """
    seen = {key: value for each in shown for key, value in each.items()}
    open_hands = {each["player"]: each["shown"] for each in shown if "shown" in each}
    open_hands[player] = shown[0]["hand"]
    hands = tuple(open_hands.get(seat, HIDDEN_HAND) for seat in SEATS)
    # The end was shown, even if the play that led to it was not recorded.
    unwritten = _is_decided(deal) and not deal.tricks
    ended = "result" in seen or unwritten
    # If the record does not say how the friend was named, the rules cannot tell when the friend was
    # revealed.
    revealed = deal.friend is None or "friend_player" in seen or unwritten
    return replace(
        deal,
        hands=None if deal.hands is None or set(hands) == {HIDDEN_HAND} else hands,
        kitty=None if deal.kitty is None else _three(seen, "kitty"),
        discard=None if deal.discard is None else _three(seen, "discard"),
        friend_player=deal.friend_player if revealed else None,
        result=deal.result if ended or not _is_decided(deal) else None,
        variations=(),
    )


def _three(seen: Observation, pile: str) -> Cards | None:
    """Return three cards as a player knew them, or None if that was not recorded."""
    cards: Cards = seen.get(pile, HIDDEN_KITTY)
    return None if pile in seen and cards == HIDDEN_KITTY else cards


def unlike_view(deal: Deal, shown: Sequence[Observation], player: int) -> str:
    """Return how a deal differs from what a player was shown, or an empty string if it does not."""
    claims = [each["player"] for each in shown if "shown" in each]
    known = {f"hand of P{seat}": deal.hands and deal.hands[seat] for seat in (player, *claims)}
    seen = {key for each in shown for key in each}
    known |= {key: getattr(deal, key) for key in ("kitty", "discard") if key in seen}
    for what, cards in known.items():
        if cards is not None and HIDDEN in cards:
            return f"it hides the {what}"
    return "" if view(deal, shown, player) == deal else "it shows more or less than they saw"


def _is_decided(deal: Deal) -> bool:
    return deal.result is not None and deal.result.end != "unfinished"
