"""Laws of rules: who acts, what is legal, what follows, what chance does."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

import pytest

from ..replayer.beliefs.dice import Dice
from ..replayer.beliefs.playouts import PlaysOut, play_out, walk_out
from ..replayer.choices import some
from ..replayer.game import Game
from ..replayer.rules import CHANCE, Chance, Decision, IllegalAction, Terminal
from ..replayer.spelling import Spells, parse, spell
from .laws import Laws
from .samples import (
    beyond,
    is_legal,
    known_actions,
    positions,
    random_match,
    random_matches,
    record,
    rules_of_play,
    within,
)

NONSENSE = ("", "?!", "-1")
"""Actions of no game."""
STATES = 80
"""The decisions at which every action is tried."""
WRONG = 300
"""The most actions that are tried at one of them, those that are legal aside."""
DRAWS = 3000
"""The outcomes that are drawn at a chance node whose outcomes are listed."""
OPTIONS = 8
"""The random records under whose options rounds are played out."""
DEVIATIONS = 6
"""How many standard deviations a number of draws may be away from what is expected."""


class GameLaws(Laws):
    """Laws of the rules of a game, tested by random play."""

    def test_states_are_frozen(self, game: Game[Any, Any]) -> None:
        """States are values, which nothing can change: steps, views and variations share them."""
        for each in positions(game):
            try:
                hash(each.state)
            except TypeError as error:
                raise AssertionError(
                    f"a state can be changed ({error}): derive {type(each.state).__name__} from "
                    f"msgspec.Struct with `frozen=True`, and let it hold tuples, no lists or dicts"
                ) from None

    def test_every_round_runs_to_its_end(self, game: Game[Any, Any]) -> None:
        """A round begins with chance or a decision, and at its end nobody may act any more."""
        rules = rules_of_play(game)
        for match in random_matches(game.name):
            ended, tried = True, list[str]()
            for each in match:
                if ended:
                    assert not isinstance(each.node, Terminal), (
                        "a round is over before it begins: `initial_state` and `next_round` give "
                        "the state before the deal, or before the first decision"
                    )
                ended = isinstance(each.node, Terminal)
                tried += each.actions.values() if isinstance(each.node, Decision) else ()
                for player in range(rules.players) if ended else ():
                    assert not rules.legal_actions(each.state, player), (
                        f"player {player} has legal actions after the end of a round: "
                        f"`legal_actions` is empty in a terminal state"
                    )
                    for action in tried[-10:]:
                        assert not is_legal(rules, each.state, player, action), (
                            f"`verify` allows player {player} {action!r} after the end of a "
                            f"round: let it raise IllegalAction in a terminal state"
                        )

    def test_some_rounds_come_to_their_end(self, game: Game[Any, Any]) -> None:
        """Random play comes to a terminal state."""
        assert any(positions(game, Terminal)), (
            "no random round reaches a terminal state: `node` says Terminal where a round is over"
        )

    def test_the_next_round_takes_the_points_over(self, game: Game[Any, Any]) -> None:
        """The points of a match are the same at the end of a round and before the next one."""
        rules = rules_of_play(game)
        for each in positions(game, Terminal):
            following = rules.next_round(each.state)
            assert following == rules.next_round(each.state), (
                "`next_round` gives two answers to one question: it depends on its argument alone"
            )
            if following is not None:
                before, after = rules.returns(each.state), rules.returns(following)
                assert list(before) == list(after), (
                    f"the points are {before} at the end of a round, and {after} before the next: "
                    f"`next_round` takes them over"
                )

    def test_every_player_has_points(self, game: Game[Any, Any]) -> None:
        """`returns` gives exact points for each player, in every state."""
        rules = rules_of_play(game)
        for each in positions(game):
            points = list(rules.returns(each.state))
            assert len(points) == rules.players, (
                f"`returns` gives {len(points)} numbers for {rules.players} players: "
                f"give one for each"
            )
            assert all(isinstance(number, int | Fraction) for number in points), (
                f"`returns` gives {points}: points are exact, so give whole numbers, or "
                f"fractions.Fraction"
            )

    # Chance

    def test_chance_outcomes_are_a_distribution(self, game: Game[Any, Any]) -> None:
        """Listed outcomes are legal, none is impossible, and their probabilities sum to 1."""
        rules = rules_of_play(game)
        for each in positions(game, Chance):
            outcomes = rules.chance_outcomes(each.state)
            if outcomes is None:
                continue
            assert all(isinstance(chance, Fraction) for chance in outcomes.values()), (
                "probabilities are given as fractions.Fraction, so that they can be exact"
            )
            assert sum(outcomes.values()) == 1, (
                f"the probabilities of `chance_outcomes` sum to {sum(outcomes.values())}: list "
                f"every outcome once, so that they sum to 1"
            )
            for outcome, chance in outcomes.items():
                assert chance > 0, f"{outcome!r} has the probability {chance}: leave it out"
                assert is_legal(rules, each.state, CHANCE, outcome), (
                    f"`chance_outcomes` lists {outcome!r}, and `verify` refuses it: leave it out, "
                    f"or let `verify` allow it for the player CHANCE"
                )

    def test_chance_is_drawn_as_it_is_listed(self, game: Game[Any, Any]) -> None:
        """`sample` draws legal outcomes: those that are listed, each as often as it should."""
        rules = rules_of_play(game)
        for each in positions(game, Chance):
            assert is_legal(rules, each.state, CHANCE, each.actions[CHANCE]), (
                f"`sample` draws {each.actions[CHANCE]!r}, and `verify` refuses it: the two agree"
            )
        for each in islice(positions(game, Chance), 5):
            outcomes = rules.chance_outcomes(each.state)
            if outcomes is None:
                continue
            rng = Random(1)
            drawn = Counter(rules.sample(each.state, rng) for _ in range(DRAWS))
            unlisted = sorted(drawn.keys() - outcomes.keys())
            assert not unlisted, (
                f"`sample` draws {unlisted}, which `chance_outcomes` does not list: draw from what "
                f"it lists"
            )
            for outcome, chance in outcomes.items():
                expected = DRAWS * float(chance)
                bound = DEVIATIONS * sqrt(expected * (1 - float(chance)) + 1)
                assert abs(drawn[outcome] - expected) <= bound, (
                    f"`sample` draws {outcome!r} {drawn[outcome]} times of {DRAWS}; with the "
                    f"probability {chance} of `chance_outcomes`, about {expected:.0f} times are "
                    f"expected: correct one of the two"
                )

    def test_a_fast_playout_draws_what_a_walk_draws(self, game: Game[Any, Any]) -> None:
        """`play_out`, where the rules have it, comes to the same as a walk through the states."""
        for seed in range(OPTIONS):
            rules = game.rules(record(game.name, seed))
            if not isinstance(rules, PlaysOut):
                pytest.skip("its rules have no `play_out`: they are walked through")
            for each in list(random_match(rules, Random(seed), most=100))[seed::OPTIONS]:
                if isinstance(each.node, Decision):
                    found = play_out(rules, each.state, 2, Dice(seed))
                    assert found == walk_out(rules, each.state, 2, Dice(seed)), (
                        f"`play_out` draws other actions than a walk in {each.state}: an action "
                        f"is `legal_actions[dice.below(len(legal_actions))]`, of each who acts"
                    )

    # Decisions

    def test_verify_and_legal_actions_agree(self, game: Game[Any, Any]) -> None:
        """What `legal_actions` lists is what `verify` allows, each action once."""
        rules, rng = rules_of_play(game), Random(1)
        seen = list(positions(game, Decision))
        every = {action for each in seen for legal in each.legal.values() for action in some(legal)}
        # What is always left out is in no list: it may be in an example, or be one character.
        universe = sorted(every | known_actions(game))
        for each in rng.sample(seen, min(STATES, len(seen))):
            for player, legal in each.legal.items():
                assert legal, (
                    f"`node` says that player {player} acts, and `legal_actions` gives nothing in "
                    f"{each.state}: there is always an action, or it is another's turn, or Terminal"
                )
                offered = [*some(legal), *within(legal, rng)]
                repeated = {one for one in offered if legal.count(one) > 1}
                assert not repeated, (
                    f"`legal_actions` repeats itself: {sorted(repeated)}; list each action once"
                )
                others = rng.sample(universe, min(WRONG, len(universe)))
                tried = {*offered, *NONSENSE, *others, *beyond(legal)}
                allowed = {one for one in tried if is_legal(rules, each.state, player, one)}
                missing = set(offered) - allowed
                extra = {one for one in allowed if one not in legal}
                assert not missing, (
                    f"`legal_actions` lists {sorted(missing)} for player {player}, and `verify` "
                    f"refuses them in {each.state}: change one of the two"
                )
                assert not extra, (
                    f"`verify` allows player {player} {sorted(extra)}, and `legal_actions` does "
                    f"not list them in {each.state}: change one of the two"
                )

    def test_an_action_is_parsed_as_it_is_spelled(self, game: Game[Any, Any]) -> None:
        """A legal action is what its spelling means, and what it means itself."""
        rules, rng = rules_of_play(game), Random(1)
        if not isinstance(rules, Spells):
            pytest.skip("actions are spelled in one way")
        for each in positions(game, Decision):
            for player, legal in each.legal.items():
                for action in (*some(legal), *within(legal, rng)):
                    for spelled in (action, spell(rules, each.state, player, action)):
                        try:
                            meant = parse(rules, each.state, player, spelled)
                        except IllegalAction as why:
                            meant = f"nothing ({why})"
                        assert meant == action, (
                            f"{spelled!r} is written for {action!r} in {each.state}, but `parse` "
                            f"says that it means {meant}: let `spell` say more, and `parse` know it"
                        )

    def test_nobody_else_may_act(self, game: Game[Any, Any]) -> None:
        """A player whose turn it is not may do nothing, and has nothing listed."""
        rules = rules_of_play(game)
        for each in positions(game):
            acting = each.node.players if isinstance(each.node, Decision) else ()
            for other in {*range(-1, rules.players + 1), 99} - {*acting}:
                assert not rules.legal_actions(each.state, other), (
                    f"`legal_actions` lists something for player {other}, but `node` says that "
                    f"{acting or 'nobody'} acts in {each.state}: give nothing to anybody else"
                )
        for each in random_matches(game.name)[0]:
            if isinstance(each.node, Decision):
                for other in set(range(rules.players)) - set(each.node.players):
                    for action in each.actions.values():
                        assert not is_legal(rules, each.state, other, action), (
                            f"`verify` allows player {other} {action!r}, but `node` says that "
                            f"{each.node.players} act in {each.state}: let it raise "
                            f"IllegalAction for anybody else"
                        )

    def test_players_are_numbered_from_0(self, game: Game[Any, Any]) -> None:
        """Those who act are players of the game."""
        rules = rules_of_play(game)
        for each in positions(game):
            if isinstance(each.node, Decision):
                assert each.node.players, (
                    f"nobody acts at the decision in {each.state}: name the players in Decision, "
                    f"or give Terminal"
                )
                assert set(each.node.players) <= set(range(rules.players)), (
                    f"`node` says that {each.node.players} act: number players from 0 to "
                    f"{rules.players - 1}"
                )

    # What follows

    def test_apply_leaves_the_state_alone(self, game: Game[Any, Any]) -> None:
        """`apply` gives a new state, the same one each time, and changes nothing."""
        rules = rules_of_play(game)
        for each in random_matches(game.name)[1]:
            if each.actions:
                before = repr(each.state)
                first = rules.apply(each.state, each.actions)
                assert repr(each.state) == before, (
                    "`apply` changes the state that it is given: make a new one, with "
                    "msgspec.structs.replace"
                )
                assert rules.apply(each.state, each.actions) == first, (
                    "`apply` gives two answers to one question: nothing may be drawn in it"
                )

    def test_observations_are_plain_values(self, game: Game[Any, Any]) -> None:
        """What is shown can be written as JSON, and what is private is shown to a player."""
        rules = rules_of_play(game)
        for each in random_matches(game.name)[2]:
            if not each.actions:
                continue
            shown = rules.apply(each.state, each.actions)
            assert set(shown.private) <= set(range(rules.players)), (
                f"private observations are for {sorted(shown.private)}: players are 0 to "
                f"{rules.players - 1}"
            )
            for observation in (shown.public, *shown.private.values()):
                try:
                    json.dumps(observation)
                except (TypeError, ValueError) as error:
                    raise AssertionError(
                        f"`apply` shows what JSON cannot hold ({error}): let observations hold "
                        f"text, numbers, lists and objects: {observation}"
                    ) from error
                assert all(isinstance(key, str) for key in observation), (
                    f"the keys of an observation are text: {observation}"
                )

    def test_nonsense_is_refused(self, game: Game[Any, Any]) -> None:
        """What is no action of the game, `verify` refuses, with a rule and no other exception."""
        rules = rules_of_play(game)
        for each in random_matches(game.name)[3][:50]:
            if isinstance(each.node, Terminal):
                continue
            actors = each.node.players if isinstance(each.node, Decision) else (CHANCE,)
            for player in actors:
                for action in NONSENSE:
                    assert not is_legal(rules, each.state, player, action), (
                        f"`verify` allows {action!r} in {each.state}: let it raise IllegalAction "
                        f"for what is not an action of the game"
                    )
