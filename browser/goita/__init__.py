"""Goita in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from ...findings import amount
from ..diagram import Diagram, Piece, Pile, Seat, name_of, noted
from ..games import Table

SEATS = 4
PASS, HIDDEN = "0", "9"


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """Yield a pass, and every pair of pieces in the hand."""
    if position["phase"] == "play":
        yield PASS
        hand: str = position["hands"][player]
        yield from map("".join, permutations(hand.replace(HIDDEN, ""), 2))


def diagram(position: Mapping[str, Any], names: Sequence[str] | None) -> Diagram:
    """Return a diagram of the hands, the pieces that each player has laid, and the attack."""
    attack, result = position["attack"], position["result"]
    piles = () if attack is None else (_attack(attack, position["attacker"], names),)
    return Diagram(
        seats=tuple(_seat(position, names, seat) for seat in range(SEATS)),
        piles=piles,
        facts=(*_score(position["score"], names), *(_result(result, names) if result else ())),
        clockwise=False,
    )


def _seat(position: Mapping[str, Any], names: Sequence[str] | None, seat: int) -> Seat:
    plays = [each for each in position["plays"] if each["player"] == seat]
    last = position["plays"][-1:]
    notes = noted(
        dealer=position["dealer"] == seat,
        passes=plays[-1:] == last and last and last[0]["pieces"] == PASS,
        foul=any(each["foul"] for each in plays),
    )
    return Seat(
        name=name_of(names, seat),
        notes=notes,
        hand=tuple(map(Piece, position["hands"][seat] if position["hands"] else "")),
        laid=tuple(_laid(each) for each in plays if each["pieces"] != PASS),
    )


def _laid(play: Mapping[str, Any]) -> tuple[Piece, ...]:
    first, *second = play["pieces"]
    return Piece(first, play["face_down"]), *map(Piece, second)


def _attack(piece: str, attacker: int, names: Sequence[str] | None) -> Pile:
    return Pile(f"attack of {name_of(names, attacker)}", (Piece(piece),))


def _score(score: Sequence[int] | None, names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    for team, points in enumerate(score or ()):
        yield _team(team, names), f"{points}"


def _team(team: int, names: Sequence[str] | None) -> str:
    return f"{name_of(names, team)} and {name_of(names, team + 2)}"


def _result(result: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    team, winner, points = result["team"], result["winner"], result["points"]
    if team is None:
        yield "Result", "redeal"
        return
    won = _team(team, names) if winner is None else name_of(names, winner)
    yield "Won by", won if points is None else f"{won}: {amount(points, 'point')}"
    if result["wins_match"]:
        yield "Wins the match", _team(team, names)


TABLE = Table(tries=tries, diagram=diagram)
