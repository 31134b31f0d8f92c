"""Search where nothing is hidden: it finds the wins that a brute force proves."""

from functools import cache
from random import Random
from typing import Any

import pytest

from kifu.arena.players.levels import SEARCH, player
from kifu.arena.players.limit import Limit
from kifu.arena.players.match import Seat
from kifu.arena.players.strategy import NoStrategy
from kifu.arena.search.leaves import Playouts
from kifu.arena.search.player import OPEN
from kifu.arena.search.public import PublicTree
from kifu.arena.search.resolving import Resolver
from kifu.replayer import game
from kifu.replayer.play.start import Setup
from kifu.replayer.rules import Decision, Rules
from kifu.validation.beginning import begun

from ..annotate.test_exact import example

DEPTH = 8
POSITIONS = (
    # Whoever moves first takes the other's group; only one point takes it.
    ("B", ".B.WW", "BWWW.", "W.BWW", "BW.BB", "BBBB."),
    ("B", "WWW.B", ".WWWW", "B.B.B", "WWBBB", ".BBB."),
    ("W", ".WBB.", "W.WBB", "W.WWB", "W.BBB", ".WB.B"),
    # Two groups race for liberties.
    ("B", "W.W.W", ".WWW.", "WWWBW", "BBBBB", "B.BB."),
    ("W", ".BBB.", "BB.BB", "WWBWB", ".WW.W", "W.WW."),
    ("B", "B.BBB", ".BB.B", "BWWB.", ".W.WW", "WWWW."),
)


def wins(rules: Rules[Any], state: Any, seat: int, depth: int) -> bool:
    """Return whether a player can force a win within a number of moves."""
    node = rules.node(state)
    if not isinstance(node, Decision):
        return rules.returns(state)[seat] > 0
    if not depth:
        return False
    (acting,) = node.players
    found = (
        wins(rules, rules.apply(state, {acting: each}).state, seat, depth - 1)
        for each in reversed(rules.legal_actions(state, acting))
    )
    return any(found) if acting == seat else all(found)


@pytest.mark.parametrize("lines", POSITIONS)
def test_forced_wins_in_go(lines: tuple[str, ...]) -> None:
    turn, *rows = lines
    parts = list[str]()
    for colour in "BW":
        points = [
            column + row
            for row, line in zip("abcde", rows, strict=True)
            for column, found in zip("abcde", line, strict=True)
            if found == colour
        ]
        parts.append(" ".join([colour, *points]))
    record, seat = begun("go", {"size": 5, "preset": "chinese", "komi": 0}), "BW".index(turn)
    rules: Any = game("go").rules(record)
    start = rules.start(Setup(position="; ".join(parts), to_act=seat))
    seen = Seat(game("go"), record, seat, sees_all=False)
    seen.begin(start)
    chosen = player("go", SEARCH, 1, Limit(500)).choose(seen.seen(rules.node(start)))
    others = {*rules.legal_actions(start, seat)} - {chosen}
    assert wins(rules, rules.apply(start, {seat: chosen}).state, seat, DEPTH - 1)
    # It is not easy to win: some moves even lose.
    assert any(
        wins(rules, rules.apply(start, {seat: each}).state, 1 - seat, DEPTH - 1) for each in others
    )


def test_forced_wins_in_tic_tac_toe() -> None:
    rules = example("tic-tac-toe", "kifu_tic_tac_toe").RULES

    def following(state: Any) -> list[Any]:
        legal = rules.legal_actions(state, state.player)
        return [rules.apply(state, {state.player: each}).state for each in legal]

    @cache
    def worth(state: Any) -> int:
        if state.over:
            return rules.returns(state)[state.player]
        return max(-worth(each) for each in following(state))

    found, left = dict[str, Any](), [rules.initial_state()]
    while left:
        state = left.pop()
        if state.board not in found and not state.over:
            found[state.board] = state
            left += following(state)
    # Wins that can be missed.
    won = [each for each in found.values() if {-worth(one) for one in following(each)} > {1}]
    for state in Random(1).sample(won, 15):
        tree = PublicTree(rules, state, is_open=True)
        leaves = Playouts(NoStrategy(), 4, "leaves")
        policy = Resolver(tree, state.player, leaves, OPEN, "seed").policy(tree.root)
        chosen = tree.root.actions[policy.index(max(policy))]
        assert -worth(rules.apply(state, {state.player: chosen}).state) == 1, state.board
