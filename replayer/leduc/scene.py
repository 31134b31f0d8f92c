"""Scenes of Leduc poker: two private cards, one public card, and the pot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..scene.scene import Badge, Fact, Pile, Scene, Seat
from ..scene.scenes import Act, Looks, Scenes, words_beside
from ..scene.shapes import Card
from ..scene.texts import Player, Text, joined, say, signed
from .cards import ACTIONS, HIDDEN, SUITS
from .position import LeducPosition


class LeducScenes(Scenes[LeducPosition]):
    """Scenes of Leduc poker."""

    looks = Looks(
        words=words_beside(__name__),
        shapes=(
            (r"\?\?", Card()),
            *((f"(.){suit}", Card("{1}", suit.upper())) for suit in SUITS),
        ),
        acts=tuple(Act(action, say(action)) for action in ACTIONS),
    )

    def scene(self, position: LeducPosition) -> Scene:
        """Return the scene of a position."""
        public, rounds = position.public, enumerate(position.betting, 1)
        return Scene(
            seats=tuple(_seat(position, seat) for seat in range(2)),
            part=f"{position.end} {len(position.betting)} {public}",
            piles=(Pile(say("publicCard"), () if public is None else (public,)),),
            middle=(
                Fact(say("pot"), sum(position.stakes)),
                *(
                    Fact(f"{at}.", joined(list(map(_word, each)), " · "))
                    for at, each in rounds
                    if each
                ),
            ),
            ending=tuple(_ending(position)),
            hidden=HIDDEN,
        )

    def tries(self, position: LeducPosition, player: int) -> Iterable[str]:
        """Return all actions in the game."""
        return ACTIONS


def _seat(position: LeducPosition, seat: int) -> Seat:
    returns = position.returns
    won = 0 if returns is None else returns[seat]
    fold = [Badge(say("fold"))] if position.end == "fold" and won < 0 else []
    wins = [Badge(say("winner"), "gold", "★")] if won > 0 else []
    facts = [Fact(say("stake"), position.stakes[seat])]
    facts += [] if returns is None else [Fact(say("points"), signed(won))]
    hand = position.cards[seat : seat + 1] or None
    return Seat(
        badges=(*fold, *wins),
        hand=hand,
        shown=hand if position.end == "showdown" else None,
        facts=(*facts, Fact(say("total"), signed(position.totals[seat]))),
    )


def _ending(position: LeducPosition) -> Iterator[Text]:
    if position.returns is not None:
        points = max(position.returns)
        winner = position.returns.index(points)
        yield say("wonBy", Player(winner), points) if points > 0 else say("shared")


def _word(action: str) -> Text:
    return say(action) if action in (*ACTIONS, "check") else action


SCENES = LeducScenes()
