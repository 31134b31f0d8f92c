"""Scenes of Planowanie: hands, declared and taken tricks, and the tricks themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene.scene import Badge, Fact, Scene, Seat, Trick
from ..scene.scenes import Act, Looks, Scenes, words_beside
from ..scene.shapes import Card
from ..scene.texts import Named, Player, Text, Thing, joined, say, signed, suit_named
from .cards import HIDDEN
from .position import PlanowaniePosition


class PlanowanieScenes(Scenes[PlanowaniePosition]):
    """Scenes of Planowanie."""

    looks = Looks(
        words=words_beside(__name__),
        shapes=((r"\?\??", Card()), ("(.)(.)", Card("{1}", "{2}"))),
        acts=(
            Act(r"-?\d+", say("declares", "{0}"), brief="{0}", modes=("declare",)),
            Act("..", Named("{0}"), Thing("{0}"), takes=("{0}",)),
        ),
    )

    def scene(self, position: PlanowaniePosition) -> Scene:
        """Return the scene of a position."""
        tricks = [Trick(each.lead, each.cards, each.winner) for each in position.tricks]
        if position.table and position.lead is not None:
            tricks.append(Trick(position.lead, position.table))
        return Scene(
            seats=tuple(_seat(position, seat) for seat in range(len(position.totals))),
            part=f"{position.phase} {len(position.tricks)}",
            mode=position.phase,
            tricks=tuple(tricks),
            facts=(
                Fact(say("trump"), suit_named(position.trump)),
                Fact(say("start"), Player(position.starts)),
                Fact(say("cards"), position.cards),
                Fact(say("tricks"), len(position.tricks)),
            ),
            ending=tuple(_ending(position)),
            ending_known_to=_who_knows_the_end(position),
            hidden=HIDDEN,
        )

    def tries(self, position: PlanowaniePosition, player: int) -> Iterator[str]:
        """Yield every card in the hand during the play."""
        if position.phase == "play":
            yield from (card for card in position.hands[player] if card != HIDDEN)


def _seat(position: PlanowaniePosition, seat: int) -> Seat:
    declared = position.declarations[seat] if position.declarations else None
    leads = [Badge(say("leads"), sign="(")] if position.lead == seat else []
    wins = [Badge(say("winner"), "gold", "★")] if seat in position.winners else []
    points = position.points
    return Seat(
        badges=(*leads, *wins),
        hand=position.hands[seat] if position.hands else None,
        facts=(
            Fact(
                say("declared"),
                "–" if declared is None else declared,
                known_to=(seat,) if position.phase == "declare" else None,
                otherwise="–",
            ),
            Fact(say("taken"), position.taken[seat]),
            *([] if points is None else [Fact(say("points"), f"+{points[seat]}")]),
            Fact(say("total"), signed(position.totals[seat])),
        ),
    )


def _who_knows_the_end(position: PlanowaniePosition) -> tuple[int, ...] | None:
    """Return who knows how the game ended, or None if all do; only a player at fault learns why."""
    result = position.result
    if result is None or result.end != "fault":
        return None
    return () if result.player is None else (result.player,)


def _ending(position: PlanowaniePosition) -> Iterator[Text]:
    """Yield the points of the deal and, at the end of the game, the winners or who is at fault."""
    result = position.result
    if position.points is not None:
        yield say("points"), ": ", _figures(position.points)
    if position.winners:
        winners = joined([Player(each) for each in position.winners], " · ")
        yield say("winsMatchWith", winners, _figures(position.totals))
    if result is not None and result.end == "fault":
        player: Text = "?" if result.player is None else Player(result.player)
        if result.reason is None:
            yield say("faultOf", player)
        else:
            yield say("faultOfWith", player, say(f"faults.{result.reason}"))
    elif position.left_over:
        yield say("goesOn")


def _figures(figures: tuple[int, ...]) -> Text:
    each = [(Player(seat), ":\u00a0", signed(figure)) for seat, figure in enumerate(figures)]
    return joined(each, " · ")


SCENES = PlanowanieScenes()
