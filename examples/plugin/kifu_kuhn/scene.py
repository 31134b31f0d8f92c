"""Scenes of Kuhn poker: two cards, the bets, and the points."""

from __future__ import annotations

from kifu.replayer.scene.scene import Fact, Scene, Seat
from kifu.replayer.scene.scenes import Act, Looks, Scenes
from kifu.replayer.scene.shapes import Card
from kifu.replayer.scene.texts import Player, joined, say, signed

from .rules import BET, DECK, HIDDEN, PASS, State

_WORDS = {PASS: say("pass"), BET: say("bet")}


class KuhnScenes(Scenes[State]):
    """Scenes of Kuhn poker."""

    looks = Looks(
        words={
            "en": {"bet": "bet", "bets": "Bets"},
            "ko": {"bet": "베팅", "bets": "베팅"},
            "ja": {"bet": "ベット", "bets": "ベット"},
            "pl": {"bet": "zakład", "bets": "Zakłady"},
        },
        shapes=((rf"\{HIDDEN}", Card()), *((card, Card(card, name=card)) for card in DECK)),
        acts=tuple(Act(action, said) for action, said in _WORDS.items()),
    )

    def scene(self, position: State) -> Scene:
        """Return the scene of a position."""
        points = position.points if position.over else (0, 0)
        winner = points.index(max(points))
        return Scene(
            seats=tuple(_seat(position, seat) for seat in range(2)),
            middle=(Fact(say("bets"), joined([_WORDS[bet] for bet in position.bets]) or "–"),),
            ending=(say("wonBy", Player(winner), points[winner]),) if any(points) else (),
            hidden=HIDDEN,
        )


def _seat(position: State, seat: int) -> Seat:
    hand = (position.cards[seat],) if position.cards else None
    return Seat(
        hand=hand,
        shown=hand if position.shown else None,  # otherwise, only the player sees the card
        facts=(Fact(say("total"), signed(position.totals[seat])),),
    )


SCENES = KuhnScenes()
