"""Playing on from any moment: a valid record stays valid, and nothing is lost."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import formats, replayer
from kifu.replayer.play.going_on import (
    CannotGoOn,
    Moment,
    deal_again,
    go_on,
    next_round,
    standing,
    with_variation,
)
from kifu.replayer.replay.match import replay_round
from kifu.replayer.rules import Decision

from ..helpers import RANDOM

GAMES = ["goita", "leduc", "mighty", "planowanie"]
PLIES = 25


def played(game: str, record: Any, number: int) -> set[tuple[str, ...]]:
    """Return the actions in each line of a round, starting with its deal."""
    lines = replay_round(replayer.game(game), record, number).tree()
    return {tuple(str(step.actions) for step in line.steps if step.actions) for line in lines}


@pytest.mark.parametrize("name", GAMES)
@given(random=RANDOM)
def test_continued_records_are_sound_and_lose_nothing(name: str, random: Random) -> None:
    game, notation = replayer.game(name), formats.canonical_notation(name)

    def draw(rules: Any, state: Any) -> str:
        return rules.sample(state, random)

    went = next_round(game, replayer.new_record(name), draw)
    rules = game.rules(went.record)
    for _ in range(PLIES):
        here = standing(game, went.record, went.moment)
        if here.step.over or random.random() < 0.2:
            line = random.choice(list(here.round.tree()))
            step = random.randrange(len(line.steps))
            moment = Moment(went.moment.round, line.path, step)
            here = standing(game, went.record, moment)
        else:
            moment = went.moment
        if not isinstance(here.step.node, Decision):
            continue
        actions = {
            seat: random.choice(rules.legal_actions(here.step.state, seat))
            for seat in here.step.node.players
        }
        before = played(name, went.record, moment.round)
        try:
            went = go_on(game, went.record, moment, actions, draw)
        except CannotGoOn:
            continue
        after = played(name, went.record, moment.round)
        ends = {line[: len(old)] for line in after for old in before}
        assert before <= ends
        done = standing(game, went.record, went.moment).line.steps[moment.step].actions
        assert done == actions
    errors = kifu.validate(notation.write(went.record))
    assert [each for each in errors if each.severity != "note"] == []


def test_unplayable_games() -> None:
    name, random = "leduc", Random(3)
    game = replayer.game(name)

    def draw(rules: Any, state: Any) -> str:
        return rules.sample(state, random)

    went = next_round(game, replayer.new_record(name), draw)
    with pytest.raises(CannotGoOn, match="round 1 is not over"):
        next_round(game, went.record, draw)
    with pytest.raises(CannotGoOn, match="player 1 does not act here: player 0 is to act"):
        go_on(game, went.record, went.moment, {1: "call"}, draw)
    with pytest.raises(IndexError):
        go_on(game, went.record, Moment(1, (), 99), {0: "call"}, draw)
    with pytest.raises(IndexError):
        with_variation(game, went.record, 1, [1], lambda one: None)
    again = deal_again(game, went.record, 1, draw)
    assert again.moment == went.moment
    after = go_on(game, went.record, went.moment, {0: "call"}, draw)
    with pytest.raises(CannotGoOn, match="already"):
        deal_again(game, after.record, 1, draw)


def test_players_who_act_at_once_are_named() -> None:
    game, random = replayer.game("planowanie"), Random(3)

    def draw(rules: Any, state: Any) -> str:
        return rules.sample(state, random)

    went = next_round(game, replayer.new_record("planowanie"), draw)
    with pytest.raises(CannotGoOn, match="players 1, 2 are missing") as caught:
        go_on(game, went.record, went.moment, {0: "0", 3: "0"}, draw)
    assert caught.value.missing == (1, 2)


def test_a_round_that_ended_outside_play_does_not_go_on() -> None:
    game = replayer.game("leduc")
    text = (
        '{"format": "leduc/json", "version": 1, "hands": [{"cards": ["Ks", "Jh"],'
        ' "actions": ["raise"], "ended": {"how": "resignation", "by": 1}}]}'
    )
    record = kifu.loads(text)
    with pytest.raises(CannotGoOn, match="player 1 resigned"):
        go_on(game, record, Moment(1, (), 3), {1: "call"}, lambda rules, state: "Qs")
