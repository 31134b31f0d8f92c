"""Laws of encodings: ids, masks and observations for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from ..environments.rounds import Round
from ..replayer.beliefs.deals import deals
from ..replayer.choices import some
from ..replayer.encoding.encoder import Unencodable
from ..replayer.encoding.encoding import Encoding
from ..replayer.encoding.episode import Episode
from ..replayer.encoding.fields import Layout
from ..replayer.game import Game, Unsupported
from ..replayer.replay.match import replay
from ..replayer.rules import CHANCE, Decision, Terminal
from .laws import Laws
from .samples import is_legal, positions, random_matches, records, rules_of_play

DEALS, ROUNDS = 4, 40
PROBES = 3
"""How many ids of each mask are followed to an action."""


class EncodingLaws(Laws):
    """Laws of `Game.encoding`; a game without an encoding obeys them trivially."""

    def test_each_legal_action_has_ids(self, game: Game[Any, Any]) -> None:
        """The ids of a legal action are legal one after the other, and spell it again."""
        encoding, rules = _encoding(game), rules_of_play(game)
        grouped = sum(count for _, count in encoding.groups)
        assert grouped in (0, encoding.num_distinct_actions), f"`groups` has {grouped} ids"
        for each in positions(game, Decision):
            for player, legal in each.legal.items():
                chosen = some(legal)
                for action in chosen[:: 1 + len(chosen) // 50]:
                    ids = encoding.encode(each.state, player, action)
                    for at, number in enumerate(ids):
                        assert number in encoding.legal_actions(each.state, player, ids[:at]), (
                            f"id {number} of {action!r} is not legal after {ids[:at]}"
                        )
                        found = encoding.decode(each.state, player, ids[: at + 1])
                        meant = action if at + 1 == len(ids) else None
                        assert found == meant, f"`decode` reads {ids[: at + 1]} as {found!r}"
        rng = Random(1)
        for each in list(positions(game, Decision))[::5]:
            for player in each.legal:
                for _ in range(PROBES):
                    action = _drawn(encoding, each.state, player, rng)
                    assert is_legal(rules, each.state, player, action), (
                        f"the masks lead player {player} to {action!r}, which `verify` refuses"
                    )

    def test_an_episode_follows_play(self, game: Game[Any, Any]) -> None:
        """In a round, it has the masks of the rules, and values in their ranges."""
        encoding, rules = _encoding(game), rules_of_play(game)
        for match in random_matches(game.name):
            episode: Episode | None = None
            start, length = rules.returns(match[0].state), 0
            for each in match:
                if isinstance(each.node, Decision):
                    episode = episode or encoding.begin(each.state)
                    for player in each.node.players:
                        begun = list[int]()
                        for number in encoding.encode(each.state, player, each.actions[player]):
                            assert episode.seat == player, (
                                f"player {player} acts, not {episode.seat}"
                            )
                            _compare(encoding, episode, each.state, begun)
                            episode.step(number)
                            begun.append(number)
                            length += 1
                elif isinstance(each.node, Terminal):
                    if episode is not None:
                        points = zip(rules.returns(each.state), start, strict=True)
                        gained = [end - before for end, before in points]
                        assert list(episode.returns() or ()) == gained, "`returns` differ"
                        least, most = encoding.min_utility, encoding.max_utility
                        assert all(least <= one <= most for one in gained), f"{gained} is beyond"
                        assert length <= encoding.max_game_length, (
                            f"a round has {length} decisions: raise `max_game_length`"
                        )
                    episode, start, length = None, rules.returns(each.state), 0
                elif episode is not None:
                    outcome = encoding.outcome(each.state, each.actions[CHANCE])
                    assert outcome < encoding.max_chance_outcomes, f"outcome {outcome} is beyond"
                    episode.draw(outcome)

    def test_what_it_promises_about_rounds(self, game: Game[Any, Any]) -> None:
        """Points add up to `utility_sum`; with `perfect_recall`, an observation tells everything.

        Each deal is played several times, so that players often observe the same.
        """
        encoding = _encoding(game)
        known = dict[tuple[int, bytes], str]()
        for number in range(ROUNDS):
            rng, chance, played = Random(number), Random(number % DEALS), Round(encoding)
            while not played.over:
                seat = played.seat
                if seat >= 0 and encoding.perfect_recall:
                    knows = played.known(seat)
                    before = known.setdefault((seat, bytes(played.observe(seat))), knows)
                    assert before == knows, (
                        f"player {seat} observes the same after {before} and {knows}: "
                        "`perfect_recall` is wrong"
                    )
                legal = [each for each, one in enumerate(played.mask(seat)) if one]
                number = rng.choice(legal) if legal else chance.choice([*played.outcomes()])
                played.step(number)
            total = sum(played.returns())
            assert encoding.utility_sum in (None, total), f"the points add up to {total}"

    def test_the_rows_of_a_record_are_its_actions(self, game: Game[Any, Any]) -> None:
        """The rows of a record have its actions, and the masks of the rules."""
        for each in records(game):
            encoding = _encoding(game, game.rules(each))
            try:
                rows = encoding.rows(each, perfect=True)
            except Unencodable as why:
                raise AssertionError(
                    f"a legal record cannot be encoded ({why}): `encode` or `decode` is wrong"
                ) from None
            assert rows.count == len(rows.arrays["action"])
            at = 0
            for line in replay(game, each):
                for step in line.steps:
                    if not isinstance(step.node, Decision) or step.actions is None:
                        continue
                    for number, player in enumerate(step.node.players):
                        action, begun = None, list[int]()
                        while action is None:
                            mask = encoding.legal_actions_mask(step.state, player, begun)
                            width = encoding.num_distinct_actions
                            assert rows.arrays["mask"][at * width : (at + 1) * width] == mask
                            assert rows.arrays["seat"][at] == player
                            assert rows.arrays["round"][at] == line.number
                            assert rows.arrays["ply"][at] == (step.ply and step.ply + number)
                            begun.append(rows.arrays["action"][at])
                            action = encoding.decode(step.state, player, begun)
                            at += 1
                        assert action == step.actions[player], f"{action!r} is decoded"
            assert at == rows.count, f"{rows.count} rows, but {at} decisions"

    def test_nothing_hidden_is_observed(self, game: Game[Any, Any]) -> None:
        """An observation depends only on what its player was shown."""
        _encoding(game)
        if game.beliefs is None:
            pytest.skip(f"{game.name} does not describe what is hidden")
        rng, compared = Random(1), 0
        for seed, each in enumerate(records(game, 4)):
            encoding = _encoding(game, game.rules(each))
            for line in islice(replay(game, each), 4):
                for ply in list(filter(None, line.positions))[:: 3 + seed]:
                    player = rng.randrange(encoding.rules.players)
                    left = deals(game, each, player, ply, line.number)
                    drawn = [left.sample(rng) for _ in range(2)]
                    found = [list(_observed(encoding, one, player, line.number)) for one in drawn]
                    assert found[0] == found[1], (
                        f"what player {player} observes up to ply {ply} of round {line.number} "
                        "depends on hidden cards"
                    )
                    compared += 1
        assert compared


def _encoding(game: Game[Any, Any], rules: Any = None) -> Encoding[Any, Any]:
    """Return the encoding under given rules, or those of random play."""
    try:
        return game.encoding(rules_of_play(game) if rules is None else rules)
    except Unsupported:
        pytest.skip(f"{game.name} has no encoding")


def _drawn(encoding: Encoding[Any, Any], state: Any, player: int, rng: Random) -> str:
    """Return an action that the masks of a state lead to."""
    begun, action = list[int](), None
    while action is None:
        begun.append(rng.choice(encoding.legal_actions(state, player, begun)))
        action = encoding.decode(state, player, begun)
    return action


def _compare(encoding: Encoding[Any, Any], episode: Episode, state: Any, begun: list[int]) -> None:
    """Compare an episode with the rules, and its values with their ranges."""
    mask = episode.mask()
    assert mask == encoding.legal_actions_mask(state, episode.seat, begun), (
        f"the mask is {mask!r} in {state}, after {begun}"
    )
    row = episode.observe(episode.seat)
    assert row == episode.copy().observe(episode.seat), "a copy has another observation"
    _require_ranges(encoding.observation, row)
    _require_ranges(encoding.perfect, episode.reveal())


def _require_ranges(layout: Layout, row: bytearray) -> None:
    for each, at in layout.places():
        part = row[at : at + each.size]
        assert max(part, default=0) <= each.high, f"{each.name} is {list(part)}"


def _observed(encoding: Encoding[Any, Any], some: Any, player: int, number: int) -> Iterator[bytes]:
    """Yield what a player observes in a round, in its last position and before it."""
    part = list(encoding.segments(some))[number - 1]
    actions, seen = encoding.num_distinct_actions, encoding.observation.size
    count = len(part.numbers)
    masks, observations, seats = (bytearray(count * each) for each in (actions, seen, 1))
    part.encoder.run(
        part.numbers, 0, masks, actions, observations, seen, None, 0, seats, [0] * count
    )
    for row in range(count):
        if seats[row] == player:
            yield bytes(masks[row * actions : (row + 1) * actions])
            yield bytes(observations[row * seen : (row + 1) * seen])
    last = bytearray(seen)
    part.encoder.observe(last, 0, player)
    yield bytes(last)
    if part.encoder.seat == player:
        mask = bytearray(actions)
        part.encoder.mask(mask, 0)
        yield bytes(mask)
