"""Laws of rules: players, legal actions, consequences, chance."""

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
"""Strings that are not valid actions in any game."""
STATES = 80
"""The number of decisions at which every action is tried."""
WRONG = 300
"""The maximum number of illegal actions tried at each of these decisions."""
DRAWS = 3000
"""The number of outcomes drawn at a chance node with listed outcomes."""
OPTIONS = 8
"""The number of random records whose options are used for playing out rounds."""
DEVIATIONS = 6
"""The maximum deviation of draws from their expectation, in standard deviations."""


class GameLaws(Laws):
    """Laws that a game's rules must satisfy, tested by random play."""

    def test_states_are_frozen(self, game: Game[Any, Any]) -> None:
        """States are immutable values: steps, views and variations share them."""
        for each in positions(game):
            try:
                hash(each.state)
            except TypeError as error:
                raise AssertionError(
                    f"a state is mutable ({error}): derive {type(each.state).__name__} from "
                    "msgspec.Struct with `frozen=True`, and use tuples instead of lists or dicts"
                ) from None

    def test_every_round_runs_to_its_end(self, game: Game[Any, Any]) -> None:
        """A round begins with chance or a decision, and nobody may act after its end."""
        rules = rules_of_play(game)
        for match in random_matches(game.name):
            ended, tried = True, list[str]()
            for each in match:
                if ended:
                    assert not isinstance(each.node, Terminal), (
                        "a round is over before it begins: `initial_state` and `next_round` must "
                        "return the state before the deal, or before the first decision"
                    )
                ended = isinstance(each.node, Terminal)
                tried += each.actions.values() if isinstance(each.node, Decision) else ()
                for player in range(rules.players) if ended else ():
                    assert not rules.legal_actions(each.state, player), (
                        f"player {player} has legal actions after the end of a round: "
                        "`legal_actions` must be empty in a terminal state"
                    )
                    for action in tried[-10:]:
                        assert not is_legal(rules, each.state, player, action), (
                            f"`verify` allows {action!r} by player {player} after a round: "
                            "it must raise IllegalAction in a terminal state"
                        )

    def test_some_rounds_come_to_their_end(self, game: Game[Any, Any]) -> None:
        """Random play sometimes reaches a terminal state."""
        assert any(positions(game, Terminal)), (
            "no random round reaches a terminal state: `node` must return Terminal when a round is "
            "over"
        )

    def test_the_next_round_takes_the_points_over(self, game: Game[Any, Any]) -> None:
        """A match has the same points at the end of a round and before the next one."""
        rules = rules_of_play(game)
        for each in positions(game, Terminal):
            following = rules.next_round(each.state)
            assert following == rules.next_round(each.state), (
                "`next_round` returns different results for the same argument: it must depend on "
                "nothing else"
            )
            if following is not None:
                before, after = rules.returns(each.state), rules.returns(following)
                assert list(before) == list(after), (
                    f"the points are {before} at the end of a round, but {after} before the next "
                    "one: `next_round` must keep them"
                )

    def test_every_player_has_points(self, game: Game[Any, Any]) -> None:
        """`returns` has exact points for each player, in every state."""
        rules = rules_of_play(game)
        for each in positions(game):
            points = list(rules.returns(each.state))
            assert len(points) == rules.players, (
                f"`returns` returns {len(points)} numbers for {rules.players} players: return one "
                "for each"
            )
            assert all(isinstance(number, int | Fraction) for number in points), (
                f"`returns` returns {points}: points must be exact, so use whole numbers or "
                "fractions.Fraction"
            )

    # Chance

    def test_chance_outcomes_are_a_distribution(self, game: Game[Any, Any]) -> None:
        """Listed outcomes are legal and possible, and their probabilities sum to 1."""
        rules = rules_of_play(game)
        for each in positions(game, Chance):
            outcomes = rules.chance_outcomes(each.state)
            if outcomes is None:
                continue
            assert all(isinstance(chance, Fraction) for chance in outcomes.values()), (
                "probabilities must be exact: use fractions.Fraction"
            )
            assert sum(outcomes.values()) == 1, (
                f"the probabilities of `chance_outcomes` sum to {sum(outcomes.values())}: list "
                f"every outcome once, so that they sum to 1"
            )
            for outcome, chance in outcomes.items():
                assert chance > 0, f"{outcome!r} has probability {chance}: leave it out"
                assert is_legal(rules, each.state, CHANCE, outcome), (
                    f"`chance_outcomes` lists {outcome!r}, but `verify` refuses it: leave it out, "
                    "or allow it for the player CHANCE"
                )

    def test_chance_is_drawn_as_it_is_listed(self, game: Game[Any, Any]) -> None:
        """`sample` draws legal outcomes, and listed ones as often as their probabilities say."""
        rules = rules_of_play(game)
        for each in positions(game, Chance):
            assert is_legal(rules, each.state, CHANCE, each.actions[CHANCE]), (
                f"`sample` draws {each.actions[CHANCE]!r}, but `verify` refuses it: make the two "
                "agree"
            )
        for each in islice(positions(game, Chance), 5):
            outcomes = rules.chance_outcomes(each.state)
            if outcomes is None:
                continue
            rng = Random(1)
            drawn = Counter(rules.sample(each.state, rng) for _ in range(DRAWS))
            unlisted = sorted(drawn.keys() - outcomes.keys())
            assert not unlisted, (
                f"`sample` draws {unlisted}, which `chance_outcomes` does not list: draw only "
                "listed outcomes"
            )
            for outcome, chance in outcomes.items():
                expected = DRAWS * float(chance)
                bound = DEVIATIONS * sqrt(expected * (1 - float(chance)) + 1)
                assert abs(drawn[outcome] - expected) <= bound, (
                    f"`sample` draws {outcome!r} {drawn[outcome]} times out of {DRAWS}, but about "
                    f"{expected:.0f} times are expected from its probability {chance} in "
                    "`chance_outcomes`: correct one of the two"
                )

    def test_a_fast_playout_draws_what_a_walk_draws(self, game: Game[Any, Any]) -> None:
        """`play_out`, if the rules define it, has the same result as a walk through the states."""
        for seed in range(OPTIONS):
            rules = game.rules(record(game.name, seed))
            if not isinstance(rules, PlaysOut):
                pytest.skip("its rules have no `play_out`")
            for each in list(random_match(rules, Random(seed), most=100))[seed::OPTIONS]:
                if isinstance(each.node, Decision):
                    found = play_out(rules, each.state, 2, Dice(seed))
                    assert found == walk_out(rules, each.state, 2, Dice(seed)), (
                        f"`play_out` and a walk draw different actions in {each.state}: draw "
                        "`legal_actions[dice.below(len(legal_actions))]` for each player who acts"
                    )

    # Decisions

    def test_verify_and_legal_actions_agree(self, game: Game[Any, Any]) -> None:
        """`legal_actions` lists exactly what `verify` allows, each action once."""
        rules, rng = rules_of_play(game), Random(1)
        seen = list(positions(game, Decision))
        every = {action for each in seen for legal in each.legal.values() for action in some(legal)}
        # Words of examples and single characters may be actions that `legal_actions` always omits.
        universe = sorted(every | known_actions(game))
        for each in rng.sample(seen, min(STATES, len(seen))):
            for player, legal in each.legal.items():
                assert legal, (
                    f"player {player} acts according to `node`, but `legal_actions` is empty in "
                    f"{each.state}: return an action, or let `node` name another player or Terminal"
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
                    f"`legal_actions` lists {sorted(missing)} for player {player}, but `verify` "
                    f"refuses them in {each.state}: change one of the two"
                )
                assert not extra, (
                    f"`verify` allows {sorted(extra)} by player {player}, but `legal_actions` does "
                    f"not list them in {each.state}: change one of the two"
                )

    def test_an_action_is_parsed_as_it_is_spelled(self, game: Game[Any, Any]) -> None:
        """`parse` returns a legal action for its spelling, and for the action itself."""
        rules, rng = rules_of_play(game), Random(1)
        if not isinstance(rules, Spells):
            pytest.skip("actions have one spelling")
        for each in positions(game, Decision):
            for player, legal in each.legal.items():
                for action in (*some(legal), *within(legal, rng)):
                    for spelled in (action, spell(rules, each.state, player, action)):
                        try:
                            meant = parse(rules, each.state, player, spelled)
                        except IllegalAction as why:
                            meant = f"nothing ({why})"
                        assert meant == action, (
                            f"`spell` writes {spelled!r} for {action!r} in {each.state}, but "
                            f"`parse` reads it as {meant}: make the spelling clearer, or correct "
                            "`parse`"
                        )

    def test_nobody_else_may_act(self, game: Game[Any, Any]) -> None:
        """Players who are not to act have no listed actions, and may not act."""
        rules = rules_of_play(game)
        for each in positions(game):
            acting = each.node.players if isinstance(each.node, Decision) else ()
            for other in {*range(-1, rules.players + 1), 99} - {*acting}:
                assert not rules.legal_actions(each.state, other), (
                    f"`legal_actions` lists actions for player {other}, but according to `node`, "
                    f"{acting or 'nobody'} acts in {each.state}: return nothing for anybody else"
                )
        for each in random_matches(game.name)[0]:
            if isinstance(each.node, Decision):
                for other in set(range(rules.players)) - set(each.node.players):
                    for action in each.actions.values():
                        assert not is_legal(rules, each.state, other, action), (
                            f"`verify` allows {action!r} by player {other}, but according to "
                            f"`node`, {each.node.players} act in {each.state}: it must raise "
                            "IllegalAction for anybody else"
                        )

    def test_players_are_numbered_from_0(self, game: Game[Any, Any]) -> None:
        """Only the game's players act."""
        rules = rules_of_play(game)
        for each in positions(game):
            if isinstance(each.node, Decision):
                assert each.node.players, (
                    f"nobody acts at the decision in {each.state}: name the players in Decision, "
                    "or return Terminal"
                )
                assert set(each.node.players) <= set(range(rules.players)), (
                    f"according to `node`, {each.node.players} act: number players from 0 to "
                    f"{rules.players - 1}"
                )

    # Consequences

    def test_apply_leaves_the_state_alone(self, game: Game[Any, Any]) -> None:
        """`apply` returns a new state, the same each time, and changes nothing."""
        rules = rules_of_play(game)
        for each in random_matches(game.name)[1]:
            if each.actions:
                before = repr(each.state)
                first = rules.apply(each.state, each.actions)
                assert repr(each.state) == before, (
                    "`apply` changes its argument: make a new state with msgspec.structs.replace"
                )
                assert rules.apply(each.state, each.actions) == first, (
                    "`apply` returns different results for the same arguments: it must not draw "
                    "anything"
                )

    def test_observations_are_plain_values(self, game: Game[Any, Any]) -> None:
        """Observations can be written as JSON, and private ones are for players in the game."""
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
                        f"`apply` shows something that JSON cannot represent ({error}): use text, "
                        f"numbers, lists and objects in observations: {observation}"
                    ) from error
                assert all(isinstance(key, str) for key in observation), (
                    f"the keys of an observation must be text: {observation}"
                )

    def test_nonsense_is_refused(self, game: Game[Any, Any]) -> None:
        """`verify` refuses anything that is not an action, with a rule and no other exception."""
        rules = rules_of_play(game)
        for each in random_matches(game.name)[3][:50]:
            if isinstance(each.node, Terminal):
                continue
            actors = each.node.players if isinstance(each.node, Decision) else (CHANCE,)
            for player in actors:
                for action in NONSENSE:
                    assert not is_legal(rules, each.state, player, action), (
                        f"`verify` allows {action!r} in {each.state}: it must raise IllegalAction "
                        "for a text that is not an action of the game"
                    )
