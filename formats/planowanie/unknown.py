"""Possible values where a Planowanie record could not be read, and the findings that may follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ...findings import Finding
from ...replayer.planowanie import codes
from ...replayer.planowanie.cards import (
    HIDDEN,
    TOURNAMENT_RANKS,
    TOURNAMENT_SUITS,
    cards_of,
    hidden_in,
)
from ...replayer.planowanie.check.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ...replayer.planowanie.record import TOURNAMENT
from ..document.mapping import Path, Unknown

_OF_THE_END = (codes.ENDS_EARLY, codes.WRONG_END, codes.VIEW_KNOWS_TOO_MUCH, codes.WRONG_TOTALS)
_OF_POINTS = (codes.WRONG_POINTS, codes.WRONG_TOTALS)

_MOST_CARDS = 100
"""More cards than any player holds; numbers in the text may be arbitrarily large."""


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in a game."""
    match path:
        case ["plan", int(number), 0]:
            return Unknown(path, _dealt(value, number))
        case ["plan", int(), 1]:
            return Unknown(path, range(_seats(value)))
        case ["seats"]:
            return Unknown(path, range(LEAST_PLAYERS, MOST_PLAYERS + 1))
        case ["deals", int()]:
            return Unknown(path, [{}])
        case ["deals", int(number), "hands", int(), *at]:
            if _hidden(value) != HIDDEN:
                return Unknown([])
            card = HIDDEN if at else [HIDDEN] * _cards(value, number)
            return Unknown(path[:5], [card])
        case ["deals", int(number), "declarations", int()]:
            return Unknown(path, range(_cards(value, number) + 1))
        case ["deals", int(), "declarations"]:
            return Unknown(path, [[tricks] * _seats(value) for tricks in (0, 1)])
        case ["deals", int(), "clocks", int(), int()]:
            return Unknown(path, [None])
        case ["deals", int(number), "tricks", int(trick), *rest]:
            tricks = value["deals"][number]["tricks"]
            match rest:
                case ["cards", int(seat)]:
                    cards = list(_may_play(value, number, trick, seat))
                    if cards:
                        return Unknown(path, cards, certain=len(cards) == 1)
                case ["lead" | "winner"]:
                    return None
                case _:
                    pass
            return Unknown(path[:3], [tricks[:trick]], lost=path[:5])
        case ["plan", int(number)]:
            dealt, starts = _dealt(value, number), range(_seats(value))
            return Unknown(path, [[cards, start] for cards in dealt for start in starts])
        case ["deck", "ranks" | "suits" as part]:
            seen = _seen(value, 0 if part == "ranks" else 1)
            return Unknown(path, [seen]) if seen else Unknown([])
        case ["deck" | "plan", *_]:
            return Unknown([])
        case _:
            return None


def _deck(value: dict[str, Any]) -> tuple[str, str]:
    """Return the ranks and suits, or those of the tournament if they cannot be read."""
    found = value.get("deck")
    deck = cast(dict[str, Any], found) if isinstance(found, dict) else {}
    return str(deck.get("ranks", TOURNAMENT_RANKS)), str(deck.get("suits", TOURNAMENT_SUITS))


def _hidden(value: dict[str, Any]) -> str:
    """Return the placeholder for an unknown card."""
    return hidden_in(*_deck(value))


def _seats(value: dict[str, Any]) -> int:
    """Return the number of players in the text, or the maximum if that number is impossible."""
    seats = value.get("seats")
    possible = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    return seats if isinstance(seats, int) and seats in possible else MOST_PLAYERS


def _deals(value: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the deals that are objects."""
    return [each for each in _items(value.get("deals")) if isinstance(each, dict)]


def _cards(value: dict[str, Any], number: int) -> int:
    """Return how many cards each player has in a deal."""
    plan = _items(value.get("plan")) or [[each.cards, each.start] for each in TOURNAMENT]
    cards = next(iter(_items(plan[number])), 0) if number < len(plan) else 0
    return cards if isinstance(cards, int) and 0 <= cards < _MOST_CARDS else 0


def _dealt(value: dict[str, Any], number: int) -> list[int]:
    """Return how many cards each player may hold in a deal, judging by its hands.

    Without hands, it is the number of tricks, or more if the deal is unfinished: one more, or as
    many as a player declares.
    """
    deal = next(iter(_deals(value)[number : number + 1]), dict[str, Any]())
    held = [len(_items(hand)) for hand in _items(deal.get("hands"))]
    least, bids = max(1, len(_items(deal.get("tricks")))), _items(deal.get("declarations"))
    declared = (bid for bid in bids if isinstance(bid, int) and least < bid < _MOST_CARDS)
    return [max(held)] if held else sorted({least, least + 1, *declared})


def _seen(value: dict[str, Any], place: int) -> str:
    """Return the ranks (or with `place` 1, the suits) of all cards, in the order of the tournament.

    Return nothing if the tournament does not have them all, as their order is then unknown.
    """
    hands = (hand for deal in _deals(value) for hand in _items(deal.get("hands")))
    cards = (card for hand in hands for card in _items(hand) if card != HIDDEN)
    seen = {card[place] for card in cards if isinstance(card, str) and len(card) == 2}
    order = (TOURNAMENT_RANKS, TOURNAMENT_SUITS)[place]
    return "".join(sorted(seen, key=order.index)) if seen <= {*order} else ""


def _may_play(value: dict[str, Any], number: int, trick: int, seat: int) -> Iterator[str]:
    """Return the cards that a player may have played if the card cannot be read."""
    deal: dict[str, Any] = value["deals"][number]
    known: Any = cards_of(*_deck(value))
    hands = deal.get("hands")
    own = _items(hands)[seat : seat + 1]
    if own and _items(own[0]) and _hidden(value) not in own[0]:
        known = own[0]
    tricks: list[Any] = [each for each in _items(deal["tricks"]) if isinstance(each, dict)]
    rows = (_items(each.get("cards")) for each in tricks)
    played = [card for row in rows for card in row]
    return (card for card in known if isinstance(card, str) and card not in played)


def _items(value: object) -> list[Any]:
    """Return the values of a list, or nothing for anything else."""
    return cast(list[Any], value) if isinstance(value, list) else []


def follows(finding: Finding, lost: Path) -> bool:
    """Return whether a finding may merely follow from a part that could not be read."""
    rule, where = finding.rule, (finding.pointer or "").split("/")[1:]
    match lost:
        case ["result", *_]:
            return where[:1] == ["result"]
        case ["deck", *_]:
            # Only the ranks and suits in hands are known.
            return rule is codes.BAD_PLAN
        case ["deals", int(), "tricks", int(), "lead" | "winner"]:
            # A mark adds no information to the play.
            return where[:1] == ["view"]
        case ["deals", int(number), *rest]:
            if where[:1] in (["result"], ["view"]) or rule in _OF_THE_END:
                return True
            if finding.round != number + 1:
                return False
            match rest:
                case []:
                    return True
                case ["declarations", *_]:
                    return rule in _OF_POINTS
                case ["tricks", *at]:
                    first = at[0] if at else -1
                    later = where[2:3] == ["tricks"] and int(where[3]) > int(first)
                    return later or where[2:3] in (["points"], ["clocks"], ["variations"])
                case _:
                    return False
        case _:
            return False
