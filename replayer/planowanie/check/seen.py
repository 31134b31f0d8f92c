"""Checks that a record with hidden cards agrees with what was seen of a game."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Finding
from ...check import first_impossible
from ...replay.round import RoundReplay
from ...replay.view import masked
from .. import codes
from ..beliefs import belief
from ..position import PlanowaniePositions
from ..view import unlike_view
from .play import Game, Played
from .recorded import field_of, hands_of


def check_beliefs(game: Game) -> Iterator[Finding]:
    """Report the first point where no deal agrees with what was seen; stop at an unsound deal."""
    for each in game.deals:
        unfit = list(_check_belief(game, each)) if each.sound else []
        if unfit or not each.sound:
            yield from unfit
            return


def _check_belief(game: Game, played: Played) -> Iterator[Finding]:
    rules, place, view = game.rules, played.place, game.record.view
    if played.replayed is None or played.end is None:
        return
    hands, steps = hands_of(rules, played.deal, place.number - 1), played.replayed.steps
    if not any(rules.deck.hidden in hand for hand in hands):
        return
    if belief(rules, played.end).is_possible():
        return
    if view is not None and view in range(rules.players):
        whole = RoundReplay(place.number, steps)
        steps = masked(PlanowaniePositions(), rules, whole, view).steps
    found = first_impossible(steps, lambda steps: belief(rules, steps[-1].state))
    if found is not None:
        step, left = found
        why = f"no deal agrees with what is seen up to here: {left.contradiction()}"
        player, ply = step.state.turn, step.ply or None
        field = field_of(played.deal, step.state, player)
        yield place.finding(codes.NO_DEAL_FITS, why, field, ply=ply, player=player)


def check_view(game: Game) -> Iterator[Finding]:
    """Check that the view of a player shows what that player was shown, and nothing else."""
    if game.record.view is not None and game.sound and game.readable:
        ends = [each.end for each in game.deals if each.end is not None]
        yield from unlike_view(game.rules, game.record, ends)
