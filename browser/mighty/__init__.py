"""Mighty in the browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...findings import amount
from ..diagram import SIGNS, Card, Diagram, Pile, Seat, name_of, noted, signed
from ..games import Table
from ..tricks import HIDDEN, trick, tries

SEATS = 5
FRIENDS = {
    "first": "winner of the first trick",
    "last": "winner of the last trick",
    "none": "nobody",
}


def diagram(position: Mapping[str, Any], names: Sequence[str] | None) -> Diagram:
    """Return a diagram of the hands with roles and points taken, the trick, and the contract."""
    kitty = position["kitty"]
    return Diagram(
        seats=tuple(_seat(position, names, seat) for seat in range(SEATS)),
        trick=trick(position, "plays", _card, SEATS),
        piles=(Pile("kitty", tuple(map(_card, kitty))),) if kitty else (),
        facts=tuple(_facts(position, names)),
    )


def _seat(position: Mapping[str, Any], names: Sequence[str] | None, seat: int) -> Seat:
    points, end = position["points"]["players"][seat], position["end"]
    payoffs = end["payoffs"] if end else None
    won = [each["plays"] for each in position["tricks"] if each["winner"] == seat]
    taken = [_sign(play) for plays in won for play in plays if _counts(play)]
    paid = [f"payoff {signed(payoffs[seat])}"] if payoffs else []
    return Seat(
        name=name_of(names, seat),
        notes=(
            *noted(
                president=position["president"] == seat,
                friend=position["friend_player"] == seat,
                dealer=position["dealer"] == seat,
                leads=position["lead"] == seat,
            ),
            *([amount(points, "point")] if points else []),
        ),
        hand=tuple(map(_card, position["hands"][seat] if position["hands"] else ())),
        caption="; ".join([*([" ".join(taken)] if taken else []), *paid]),
    )


def _facts(position: Mapping[str, Any], names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    contract, points = position["contract"], position["points"]
    if position["president"] is None:
        for seat, call in position["bids"]:
            yield name_of(names, seat), _call(call)
    else:
        bid = contract and contract["points"]
        yield "Contract", f"{bid or '?'} {SIGNS[position['trump']] if contract else ''}"
        yield from _sides(position, names, points)
    if position["end"]:
        yield from _result(position["end"])


def _sides(
    position: Mapping[str, Any], names: Sequence[str] | None, points: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    yield "President", name_of(names, position["president"])
    yield "Friend", _friend(position, names)
    yield "Mighty, joker caller", f"{_sign(position['mighty'])}, {_sign(position['caller'])}"
    if position["discard"]:
        yield "Buried", " ".join(map(_sign, position["discard"]))
    yield "Points for, against", f"{points['president']}, {points['others']}"


def _friend(position: Mapping[str, Any], names: Sequence[str] | None) -> str:
    named, player = position["friend"], position["friend_player"]
    if named is None:
        friend = "–"
    elif named in FRIENDS:
        friend = FRIENDS[named]
    else:
        friend = name_of(names, int(named[1])) if named[0] == "P" else _sign(named)
    return friend if player is None else f"{friend} → {name_of(names, player)}"


def _result(end: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    score = end["score"]
    if end["thrown_in"]:
        yield "Result", "thrown in"
    elif score:
        yield "Result", f"{'won' if score['won'] else 'lost'}, score {signed(score['value'])}"


def _call(call: str) -> str:
    return f"{call[:-1]} {SIGNS[call[-1]]}" if call[:-1].isdecimal() else call


def _sign(play: str) -> str:
    """Return a card or a play as text."""
    if play.startswith("JK"):
        return f"☆{SIGNS[play[2]] if play[2:] else ''}"
    return play if play == HIDDEN else f"{SIGNS[play[0]]}{play[1:]}"


def _counts(play: str) -> bool:
    """Return whether a card is worth a point."""
    return play[0] in "SHDC" and play[1] in "AKQJT"


def _card(text: str) -> Card:
    """Return a card; a joker that leads names a suit, and `!` marks a joker caller that calls."""
    if text == HIDDEN:
        return Card()
    return Card("☆", text[2:]) if text.startswith("JK") else Card(text[1:], text[0])


TABLE = Table(tries=tries, diagram=diagram)
