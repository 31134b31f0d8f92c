"""The engine, which plays a hand while it is legal, agrees with a walk through the same hand."""

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from kifu.replayer.leduc import recorded
from kifu.replayer.leduc.cards import ACTIONS, DECK, HIDDEN, NUMBERS, WORDS
from kifu.replayer.leduc.check import check
from kifu.replayer.leduc.engine.engine import Table, play
from kifu.replayer.leduc.generate import generate
from kifu.replayer.leduc.record import Hand, Record
from kifu.replayer.leduc.recorded import recorded_round, replay
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.replay.round import first_breach, walk
from kifu.replayer.rules import CHANCE, Decision, Terminal

from ...campaign import examples
from ...helpers import RANDOM

RULES = LeducRules()
JUNK = ("check", "As", "", *WORDS)


def spoilt(rng: Random, hand: Hand) -> Hand:
    """Change a hand so that it may be wrong, stop early, or hide cards."""
    cards, actions = list(hand.cards), list(hand.actions)
    for _ in range(rng.choice([0, 1, 1, 2])):
        at = rng.randrange(len(actions))
        actions[at : at + rng.choice([0, 1])] = rng.choice([[], [rng.choice(JUNK)]])
        if not actions:
            break
    if rng.random() < 0.4:
        cards[rng.randrange(2)] = rng.choice([HIDDEN, HIDDEN, *JUNK])
    return replace(hand, cards=(cards[0], cards[1]), actions=tuple(actions))


def spoilt_match(rng: Random) -> Record:
    match = generate(rng)
    hands = (spoilt(rng, hand) if rng.random() < 0.5 else hand for hand in match.hands)
    return replace(match, view=rng.choice([None, 0, 1]), hands=tuple(hands))


@examples(100)
@given(RANDOM)
def test_it_comes_to_the_same_end_as_a_walk(rng: Random) -> None:
    hand, start = spoilt(rng, generate(rng).hands[0]), RULES.initial_state()
    steps = tuple(walk(RULES, recorded_round(hand, start)))
    found, last = replay(RULES, hand, start), steps[-1]
    assert (found.last.ply, found.last.state) == (last.ply, last.state)
    assert (found.last.node, found.last.actions) == (last.node, last.actions)
    assert str(found.last.breach) == str(last.breach)
    assert [each.state for each in found.steps] == [each.state for each in steps]


@examples(100)
@given(RANDOM)
def test_it_only_vouches_for_what_a_walk_finds_nothing_in(rng: Random) -> None:
    record = spoilt_match(rng)

    def not_at_all(table: Table, moves: list[int]) -> int:
        return 0

    found = check(record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded, "play", not_at_all)
        assert check(record) == found


@examples(100)
@given(RANDOM)
def test_legal_actions_break_no_rule(rng: Random) -> None:
    """Play a random hand, perhaps with hidden cards, by both the rules and the engine."""
    state, table = RULES.initial_state(), Table()
    while not isinstance(node := RULES.node(state), Terminal):
        free = [word for word in JUNK if not first_breach(RULES, state, {CHANCE: word})]
        assert {WORDS[n] for n in range(len(WORDS)) if not table.deal_breach(n)} == set(free)
        for player in (0, 1):
            free = [word for word in JUNK if not first_breach(RULES, state, {player: word})]
            assert [word for word in ACTIONS if word in free] == free
            assert RULES.legal_actions(state, player) == free
        if isinstance(node, Decision):
            (player,) = node.players
            action = rng.choice(RULES.legal_actions(state, player))
            table.act(player, NUMBERS[action])
        else:
            hides = len(table.cards) < 2 and rng.random() < 0.2
            player, action = CHANCE, HIDDEN if hides else RULES.sample(state, rng)
            assert set(RULES.chance_outcomes(state)) == set(DECK).difference(state.cards)
            table.deal(NUMBERS[action])
        state = RULES.apply(state, {player: action}).state
        assert (state.table, hash(state.table)) == (table, hash(table))
    assert state.totals == (table.returns or (0, 0))


def test_a_copy_is_played_on_apart() -> None:
    table = Table()
    play(table, [4, 1, NUMBERS["raise"]])
    other = table.copy()
    assert other == table
    assert play(other, [NUMBERS["call"], 0, NUMBERS["call"], NUMBERS["call"], 0]) == 4
    assert (table.betting, table.stakes, table.public) == ([[9]], [3, 1], -1)
    assert (other.betting, other.stakes, other.returns) == ([[9, 8], [8, 8]], [3, 3], (-3, 3))
    assert other != table
