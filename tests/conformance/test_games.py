"""Laws that every registered game obeys, whatever its rules are."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kifu import replayer
from kifu.replayer.game import CHANCE, Chance, Decision, IllegalAction, Rules, Terminal
from kifu.replayer.replay import replay
from kifu.replayer.view import observations, view

SEEDS = range(25)

Moment = tuple[Any, int, list[str]]


@pytest.fixture(params=sorted(replayer.games()))
def game(request: pytest.FixtureRequest) -> Any:
    return replayer.game(request.param)


def records(game: Any) -> list[Any]:
    return [game.generate(Random(seed)) for seed in SEEDS]


def moments(rules: Rules[Any], rng: Random, limit: int = 400) -> Iterator[Moment]:
    """Every decision of a random match: state, player, legal actions."""
    state = rules.initial_state()
    for _ in range(limit):
        node = rules.node(state)
        if isinstance(node, Terminal):
            state = rules.next_round(state)
            if state is None:
                return
            continue
        if isinstance(node, Chance):
            actions = {CHANCE: rules.sample(state, rng)}
            rules.verify(state, CHANCE, actions[CHANCE])
        else:
            actions = dict[int, str]()
            for player in node.players:
                legal = list(rules.legal_actions(state, player))
                yield state, player, legal
                actions[player] = rng.choice(legal)
        state = rules.apply(state, actions).state
        assert len(rules.returns(state)) == rules.players


def test_verify_and_legal_actions_agree(game: Any) -> None:
    rules = game.rules(game.generate(Random(0)))
    seen = [moment for seed in SEEDS for moment in moments(rules, Random(seed))]
    universe = sorted({action for _, _, legal in seen for action in legal} | {"", "?", "-1"})
    for state, player, legal in Random(1).sample(seen, 150):
        allowed = [action for action in universe if is_legal(rules, state, player, action)]
        assert sorted(legal) == allowed
        assert len(legal) == len(set(legal)) > 0


def is_legal(rules: Rules[Any], state: Any, player: int, action: str) -> bool:
    try:
        rules.verify(state, player, action)
    except IllegalAction as refusal:
        breach = refusal
    else:
        return True
    assert breach.rule.code
    assert str(breach)
    return False


def test_nobody_else_may_act(game: Any) -> None:
    rules = game.rules(game.generate(Random(0)))
    for state, _, legal in moments(rules, Random(2)):
        node = rules.node(state)
        assert isinstance(node, Decision)
        for other in set(range(rules.players)) - set(node.players):
            assert not is_legal(rules, state, other, legal[0])


def test_apply_leaves_the_state_alone(game: Any) -> None:
    rules = game.rules(game.generate(Random(0)))
    for state, _, _ in moments(rules, Random(3)):
        node = rules.node(state)
        assert isinstance(node, Decision)
        actions = {player: rules.legal_actions(state, player)[0] for player in node.players}
        before = repr(state)
        first = rules.apply(state, actions)
        assert repr(state) == before
        assert rules.apply(state, actions) == first


def test_generated_records_are_right_and_reproducible(game: Any) -> None:
    for seed, record in zip(SEEDS, records(game), strict=True):
        assert game.check(record, ()).findings == []
        assert game.generate(Random(seed)) == record


def test_every_generated_round_is_replayed_to_its_end(game: Any) -> None:
    for record in records(game):
        rounds = list(replay(game, record))
        assert len(rounds) == len(game.rounds(record))
        assert sum(each.plies for each in rounds) == game.plies(record)
        assert all(each.steps[-1].over for each in rounds)


def test_views_are_right_and_final(game: Any) -> None:
    for record in records(game)[:10]:
        for player in range(game.rules(record).players):
            seen = view(game, record, player)
            assert game.check(seen, ()).findings == []
            assert view(game, seen, player) == seen


def test_views_show_only_what_was_observed(game: Any) -> None:
    """What a player was shown in a record is what the player is shown in the view of it."""
    for record in records(game)[:10]:
        for player in range(game.rules(record).players):
            shown = list(observations(game, record, player))
            assert list(observations(game, view(game, record, player), player)) == shown
