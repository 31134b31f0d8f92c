"""What may stand in a place of a Planowanie record that could not be read, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
"""Nobody holds so many: a number that is read may be any."""


def assume(value: dict[str, Any], path: Path) -> Unknown | None:
    """What may stand in a place of the values of a game."""
    match path:
        case ["plan", int(number), 0]:
            return Unknown(path, _dealt(value, number))
        case ["plan", int(), 1]:
            return Unknown(path, range(_seats(value)))
        case ["seats"]:
            return Unknown(path, _may_sit(value))
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
    """The ranks and the suits, those of the tournament where they cannot be read."""
    found = value.get("deck")
    deck = cast(dict[str, Any], found) if isinstance(found, dict) else {}
    return str(deck.get("ranks", TOURNAMENT_RANKS)), str(deck.get("suits", TOURNAMENT_SUITS))


def _hidden(value: dict[str, Any]) -> str:
    """What stands for a card that is not known."""
    return hidden_in(*_deck(value))


def _seats(value: dict[str, Any]) -> int:
    """The number of players as it is written, the most there can be where that is impossible."""
    seats = value.get("seats")
    possible = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    return seats if isinstance(seats, int) and seats in possible else MOST_PLAYERS


def _may_sit(value: dict[str, Any]) -> Sequence[int]:
    """How many players there may be: as many as have hands, where all deals agree."""
    rows = [_items(each.get("hands")) for each in _deals(value)]
    counts = {len(row) for row in rows if row}
    every = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    return list(counts) if len(counts) == 1 and counts <= set(every) else every


def _deals(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The deals that are objects."""
    return [each for each in _items(value.get("deals")) if isinstance(each, dict)]


def _cards(value: dict[str, Any], number: int) -> int:
    """How many cards each player has in a deal."""
    plan = _items(value.get("plan")) or [[each.cards, each.start] for each in TOURNAMENT]
    cards = next(iter(_items(plan[number])), 0) if number < len(plan) else 0
    return cards if isinstance(cards, int) and 0 <= cards < _MOST_CARDS else 0


def _dealt(value: dict[str, Any], number: int) -> list[int]:
    """How many cards each player may hold in a deal, as its hands say.

    Without hands, they are as many as tricks were played, or more where the deal goes on: one more,
    or as many as somebody declares.
    """
    deal = next(iter(_deals(value)[number : number + 1]), dict[str, Any]())
    held = [len(_items(hand)) for hand in _items(deal.get("hands"))]
    if held:
        return [max(held)]
    least, bids = max(1, len(_items(deal.get("tricks")))), _items(deal.get("declarations"))
    declared = (bid for bid in bids if isinstance(bid, int) and least < bid < _MOST_CARDS)
    return sorted({least, least + 1, *declared})


def _seen(value: dict[str, Any], place: int) -> str:
    """The ranks (or the suits: `place` 1) of all cards, in the order of the tournament.

    None where the tournament does not have them all: then nobody knows in what order they are.
    """
    hands = (hand for deal in _deals(value) for hand in _items(deal.get("hands")))
    cards = (card for hand in hands for card in _items(hand) if card != HIDDEN)
    seen = {card[place] for card in cards if isinstance(card, str) and len(card) == 2}
    order = (TOURNAMENT_RANKS, TOURNAMENT_SUITS)[place]
    return "".join(sorted(seen, key=order.index)) if seen <= {*order} else ""


def _may_play(value: dict[str, Any], number: int, trick: int, seat: int) -> Iterator[str]:
    """The cards that a player may have played where it cannot be read which."""
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
    """The values of a list, none where it is none."""
    return cast(list[Any], value) if isinstance(value, list) else []


def follows(finding: Finding, lost: Path) -> bool:
    """Whether a finding may follow only from what could not be read in a place."""
    rule, where = finding.rule, (finding.pointer or "").split("/")[1:]
    match lost:
        case ["result", *_]:
            return where[:1] == ["result"]
        case ["deck", *_]:
            # Of its ranks and suits only those are known that are seen in hands.
            return rule is codes.BAD_PLAN
        case ["deals", int(), "tricks", int(), "lead" | "winner"]:
            # A mark says nothing that the play does not say.
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
