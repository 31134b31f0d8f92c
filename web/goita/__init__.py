"""Goita in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from ..diagram import Card, Gap, Piece, Row, name_of
from ..games import Table

PASS, HIDDEN = "0", "9"


def tries(position: Mapping[str, Any], player: int) -> Iterator[str]:
    """To pass, and every two pieces of the hand."""
    if position["phase"] == "play":
        yield PASS
        hand: str = position["hands"][player]
        yield from map("".join, permutations(hand.replace(HIDDEN, ""), 2))


def rows(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[Row]:
    """The hands, and behind each what the player has laid."""
    for seat in range(4):
        hand = position["hands"][seat] if position["hands"] else ""
        laid = [each for each in position["plays"] if each["player"] == seat]
        things: list[Card | Piece | Gap] = [*map(Piece, hand), Gap()]
        for each in laid:
            if each["pieces"] != PASS:
                first, *second = each["pieces"]
                things += [Gap(), Piece(first, each["face_down"]), *map(Piece, second)]
        last = position["plays"][-1:]
        notes = ["dealer"] if position["dealer"] == seat else []
        notes += ["passes"] if laid and laid[-1] in last and last[0]["pieces"] == PASS else []
        turn = position["turn"] == seat
        yield Row(name_of(names, seat), ", ".join(notes), tuple(things), turn)
    score = position["score"]
    told = "" if score is None else f"{score[0]} – {score[1]}"
    attack = position["attack"]
    if attack is not None:
        attacker = name_of(names, position["attacker"])
        yield Row("To be received", f"of {attacker}; score {told}", (Piece(attack),))
    else:
        yield Row("Score", told)


TABLE = Table(tries=tries, rows=rows)
