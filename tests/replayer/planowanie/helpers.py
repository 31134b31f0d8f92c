"""Helpers for tests of Planowanie: short records, and games cut off at any moment."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.planowanie.generate import generate
from kifu.replayer.planowanie.record import Deal, Record, Result, Trick

from ...helpers import Json

GAME = replayer.game("planowanie")

# A three-player game with a small deck, trump C. In the second deal, player 2 takes the first trick
# with the QD, and player 0 the second with the AC.

FIRST: Json = {
    "hands": [["9C"], ["AD"], ["KD"]],
    "declarations": [1, 1, 0],
    "tricks": [{"lead": 0, "cards": ["9C", "AD", "KD"], "winner": 0}],
    "points": [2, 0, 1],
}
SECOND: Json = {
    "hands": [["9D", "AC"], ["TD", "KC"], ["QD", "JD"]],
    "declarations": [1, 0, 1],
    "tricks": [
        {"lead": 1, "cards": ["9D", "TD", "QD"], "winner": 2},
        {"lead": 2, "cards": ["AC", "KC", "JD"], "winner": 0},
    ],
    "points": [3, 2, 3],
}
_GAME: Json = {
    "format": "planowanie/json",
    "version": 1,
    "deck": {"ranks": "9TJQKA", "suits": "CD"},
    "seats": 3,
    "plan": [[1, 0], [2, 1]],
}
COMPLETE: Json = {"end": "complete", "totals": [5, 2, 4]}


def game(*deals: Json, **header: object) -> str:
    """Return the game in planowanie/json, with different deals or header values."""
    values = _GAME | {"deals": deals or [FIRST, SECOND], "result": COMPLETE} | header
    said = {key: value for key, value in values.items() if value is not None}
    return json.dumps(said, ensure_ascii=False)


def but(deal: Json, **changes: object) -> Json:
    """Change values of a deal; None removes them."""
    found = deal | changes
    return {key: value for key, value in found.items() if value is not None}


def stopped(*cards: list[str | None], deal: Json = SECOND) -> Json:
    """Return a deal that stops after these cards, without marks and points."""
    return but(deal, tricks=[{"cards": each} for each in cards], points=None)


def fault(player: int | None = None, reason: str | None = None, reply: str | None = None) -> Json:
    """Return a result that says who is at fault, and why."""
    values: Json = {"end": "fault", "player": player, "reason": reason, "reply": reply}
    return {key: value for key, value in values.items() if value is not None}


def places(text: str) -> list[tuple[str, str | None]]:
    """Return the codes and pointers of the findings in a text."""
    return [(each.code, each.pointer) for each in kifu.validate(text)]


# Cutting


def cards_in_seats(lead: int, cards: Sequence[str], winner: int | None, players: int) -> Trick:
    """Return a trick from its cards in the order of play."""
    seats = {(lead + place) % players: card for place, card in enumerate(cards)}
    return Trick(lead=lead, cards=tuple(map(seats.get, range(players))), winner=winner)


def moment(rng: Random) -> Record:
    """Return a random game up to any moment of one of its deals."""
    record = generate(rng)
    number = rng.randrange(len(record.deals))
    return cut(record, number, rng.randint(0, plies(record.deals[number])), rng)


def plies(deal: Deal) -> int:
    """Return the number of declarations and cards in a whole deal."""
    return len(deal.declarations or ()) + sum(len(trick.played) for trick in deal.tricks)


def cut(record: Record, number: int, ply: int, rng: Random) -> Record:
    """Cut a game at a ply of a deal, as if a program had then ended it.

    It is random which program that was, and which players have declared if not all have.
    """
    *before, last = record.deals[: number + 1]
    if ply == plies(last) and number + 1 == len(record.deals):
        return record
    deals = (*before, last if ply == plies(last) else cut_deal(last, ply, rng))
    points = [deal.points for deal in deals if deal.points is not None]
    totals = tuple(map(sum, zip(*points, strict=True))) or (0,) * record.seats
    player = rng.randrange(record.seats)
    ended = Result(end="fault", totals=totals, player=player, reason="crashed")
    return replace(record, deals=deals, result=ended)


def cut_deal(deal: Deal, ply: int, rng: Random) -> Deal:
    """Cut a deal at a ply, keeping all clocks shown by then."""
    said, clocks = deal.declarations or (), deal.clocks or ()
    players = range(len(said))
    spoke = rng.sample(players, min(ply, len(players)))
    tricks, left = list[Trick](), ply - len(spoke)
    for trick in deal.tricks:
        if left <= 0:
            break
        lead = trick.lead or 0
        cards = [trick.cards[(lead + place) % len(players)] or "" for place in players][:left]
        winner = trick.winner if len(cards) == len(players) else None
        tricks.append(cards_in_seats(lead, cards, winner, len(players)))
        left -= len(cards)
    played = [sum(trick.cards[seat] is not None for trick in tricks) for seat in players]
    return replace(
        deal,
        declarations=tuple(said[seat] if seat in spoke else None for seat in players),
        tricks=tuple(tricks),
        points=None,
        clocks=tuple(clocks[seat][: 1 + played[seat]] for seat in players),
    )
