"""Playouts: rounds played to the end at random, to estimate the value of a position.

All legal actions are equally likely, and so are all deals.

If a game has an integer engine, its rules use it to play rounds out (`PlaysOut`); otherwise,
playouts step through the states of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from random import Random
from typing import Protocol, TypeVar, cast, runtime_checkable

from msgspec import Struct

from ...findings.shown import short_struct
from ..game import Game
from ..points import Points
from ..replay.match import replay_round
from ..replay.round import endless, most_plies
from ..rules import CHANCE, Action, Chance, Decision, Rules, Terminal
from .deals import deals
from .dice import Dice
from .piles import weighted

StateT = TypeVar("StateT")
GivenT = TypeVar("GivenT", contravariant=True)
RecordT = TypeVar("RecordT")


class PlayedOut(Struct, frozen=True):
    """The results of playouts.

    `decisions` is the total number of actions by players. `returns` has each player's points in the
    match at the end of the round, for each playout.
    """

    decisions: int
    returns: Sequence[Sequence[Points]]

    __repr__ = short_struct

    @property
    def means(self) -> tuple[float, ...]:
        """The mean return of each player; empty without playouts.

        >>> PlayedOut(5, [(10, 0), (20, 30)]).means
        (15.0, 15.0)
        """
        return tuple([float(sum(each) / len(each)) for each in zip(*self.returns, strict=True)])


@runtime_checkable
class PlaysOut(Protocol[GivenT]):
    """Rules that can play rounds out faster than by stepping through their states."""

    def play_out(self, state: GivenT, times: int, dice: Dice) -> PlayedOut:
        """Play a round out `times` times, starting with a player's decision.

        The draws must be those of `walk_out`: `legal_actions[dice.below(len(legal_actions))]` for
        each player who acts, in order, and likewise for chance outcomes.
        """
        ...


def play_out(rules: Rules[StateT], state: StateT, times: int, dice: Dice) -> PlayedOut:
    """Play a round out `times` times from a state with nothing hidden.

    Raises Endless if a round does not end, and ValueError if a player has no legal action.
    """
    if isinstance(rules, PlaysOut) and isinstance(rules.node(state), Decision):
        return cast("PlaysOut[StateT]", rules).play_out(state, times, dice)
    return walk_out(rules, state, times, dice)


def walk_out(rules: Rules[StateT], state: StateT, times: int, dice: Dice) -> PlayedOut:
    """Play a round out as `play_out` does, but by stepping through the states of the rules."""
    played = [_walked(rules, state, dice) for _ in range(times)]
    return PlayedOut(sum(taken for taken, _ in played), [returns for _, returns in played])


def _walked(rules: Rules[StateT], state: StateT, dice: Dice) -> tuple[int, Sequence[Points]]:
    """Play a round out once; return the number of decisions and the returns."""
    decisions, others, most = 0, 0, most_plies(rules)
    while decisions <= most and others <= most:
        node = rules.node(state)
        if isinstance(node, Terminal):
            return decisions, rules.returns(state)
        if isinstance(node, Chance):
            others += 1
            state = rules.apply(state, {CHANCE: outcome(rules, state, dice)}).state
            continue
        legal = {player: rules.legal_actions(state, player) for player in node.players}
        actions = {player: some[dice.below(len(some))] for player, some in legal.items()}
        state = rules.apply(state, actions).state
        decisions += len(actions)
        others += not actions
    raise endless(rules)


def outcome(rules: Rules[StateT], state: StateT, dice: Dice) -> Action:
    """Draw an outcome of a chance node with its true probability."""
    outcomes = rules.chance_outcomes(state)
    if outcomes is None:
        return rules.sample(state, Random(dice.draw()))
    words, chances = list(outcomes), list(outcomes.values())
    if len(set(chances)) == 1:
        return words[dice.below(len(words))]
    unit = lcm(*(each.denominator for each in chances))
    return words[weighted([int(each * unit) for each in chances], Random(dice.draw()))]


def playouts(
    game: Game[RecordT, StateT], record: RecordT, ply: int, times: int, seed: int, number: int
) -> PlayedOut:
    """Play out the round with this number `times` times from just before a ply.

    Raises IndexError if there is no such round or ply, and ValueError if something is hidden before
    it or the record cannot be replayed up to there.
    """
    rounds = replay_round(game, record, number)
    state = rounds.at(ply).state
    if game.beliefs is not None:
        left = deals(game, record, None, ply, number)
        possible = left.count()
        if possible != 1:
            why = f"{possible:,} deals are possible" if possible else "no deal is possible"
            raise ValueError(f"part of round {number} is hidden: {why}; draw one (`kifu.deals`)")
        state = replay_round(game, left.sample(Random(seed)), number).steps[-1].state
    return play_out(game.rules(record), state, times, Dice(seed))
