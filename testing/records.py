"""Laws of records: what is generated is right, is replayed to its end, and is seen by players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from .. import formats, replayer, validate
from ..replayer.game import Game, MatchResult, Unsupported
from ..replayer.play.going_on import CannotGoOn, next_round
from ..replayer.replay.match import replay
from ..replayer.replay.view import observations, view
from ..replayer.rules import Chance
from .laws import Laws, require_views
from .samples import SEEDS, enough, record, records, seats, shown
from .stopped import stopped, stopped_records

ROUNDS = 300
"""The rounds among which some are looked for that a player saw alike."""
STOPPED = 20
"""The rounds of those that are also cut short: what is shown at the end is hidden there."""


class RecordLaws(Laws):
    """Laws of the records of a game, and of what each player knew of them."""

    def test_generated_records_are_right(self, game: Game[Any, Any]) -> None:
        """`generate` gives records in which `check` finds nothing wrong."""
        for each in records(game):
            found = game.check(each).findings
            assert not found, (
                f"`check` finds {_said(found)} in the generated record {shown(each)}: "
                f"correct `check` or `generate`"
            )

    def test_generated_records_are_reproducible(self, game: Game[Any, Any]) -> None:
        """The same source of chance gives the same record, another one another."""
        for seed in SEEDS:
            assert replayer.generate(game.name, seed) == record(game.name, seed), (
                "`generate` gives two records for one seed: draw from the `rng` that is given, "
                "and from nothing else (the order of a set is none)"
            )
        assert any(each != record(game.name, 0) for each in records(game)), (
            "`generate` gives the same record for every seed"
        )

    def test_every_generated_round_is_replayed_to_its_end(self, game: Game[Any, Any]) -> None:
        """The replay comes to the end of every round, and counts the plies that `plies` counts."""
        for each in records(game):
            rounds = list(replay(game, each))
            assert len(rounds) == len(game.rounds(each)), (
                "the replay has not as many rounds as the record: `rounds_field` names the field "
                "that holds all of them"
            )
            assert all(replayed.steps[-1].over for replayed in rounds), (
                f"a round of {shown(each)} is not replayed to a terminal state: let "
                f"`recorded_round` give an action for every state before it"
            )
            plies = sum(replayed.plies for replayed in rounds)
            assert plies == game.plies(each), (
                f"`plies` of the rounds counts {game.plies(each)} plies, the replay {plies}, in "
                f"{shown(each)}: count one for each action of a player, none for chance"
            )

    def test_check_says_how_each_round_ended(self, game: Game[Any, Any]) -> None:
        """`Checked.ends` has the terminal state of each round, as the replay has it."""
        for each in records(game):
            ends = game.check(each).ends
            assert ends == [replayed.steps[-1].state for replayed in replay(game, each)], (
                f"`Checked.ends` are not the last states of the rounds: {ends}; give for each "
                f"round the state in which `walk` ends"
            )

    def test_a_finished_match_has_a_result_for_each_player(self, game: Game[Any, Any]) -> None:
        """`match_result` has an entry for each player, unless matches are not rated."""
        for each in records(game):
            try:
                result = game.match_result(each, game.check(each).ends)
            except Unsupported:
                return
            players = game.rules(each).players
            assert result is None or _is_for(result, players), (
                f"`match_result` gives {result}: `names`, `points` and `sides` have one entry for "
                f"each of {players} players"
            )

    def test_facts_are_those_of_the_rounds(self, game: Game[Any, Any]) -> None:
        """`facts` has an entry for each round: how it ended, and what it added to the returns."""
        for each in records(game):
            rules, ends = game.rules(each), game.check(each).ends
            facts, players = game.facts(each, ends), range(rules.players)
            assert len(facts) == len(ends), (
                f"`facts` gives {len(facts)} entries for {len(ends)} rounds: give one for each"
            )
            before = (0,) * rules.players
            for told, end in zip(facts, ends, strict=True):
                after = tuple(rules.returns(end))
                points = tuple(now - then for then, now in zip(before, after, strict=True))
                before = after
                assert told.points == points, (
                    f"`facts` has the points {told.points}, but {points} were added to the returns"
                )
                assert told.result is not None, (
                    "`facts` does not say how a finished round ended: set `result` to a word of "
                    "the game"
                )
                named = {*told.roles.values(), *(told.winners or ())}
                named |= {one.player for one in (*told.bids, *told.declarations)}
                assert named <= {*players, None}, (
                    f"`facts` names players who are not 0 to {rules.players - 1}: {told}"
                )

    def test_a_match_goes_on_as_a_record_can(self, game: Game[Any, Any]) -> None:
        """Where `next_round` gives a state, a record can hold one more round."""
        canonical = formats.canonical_notation(game.name)
        dice = Random(0)
        for each in records(game):
            try:
                longer = next_round(game, each, lambda rules, state: rules.sample(state, dice))
            except CannotGoOn:
                continue
            found = validate(canonical.write(longer.record), canonical.id)
            errors = [one for one in found if one.severity == "error"]
            assert not errors, (
                f"`next_round` begins another round behind {shown(each)}, and a record of "
                f"both is wrong: {_said(errors)}; give None where the match is over, as it always "
                f"is behind the round of a game whose records have one"
            )

    def test_rounds_can_be_replaced(self, game: Game[Any, Any]) -> None:
        """A record with its own rounds in place of its rounds is the same record."""
        for each in records(game):
            assert game.with_rounds(each, tuple(game.rounds(each))) == each, (
                "`with_rounds` changes something besides the rounds: leave it out, the one of "
                "Game replaces the field that `rounds_field` names"
            )

    # Views

    def test_what_is_hidden_has_views(self, game: Game[Any, Any]) -> None:
        """A game without `view` hides nothing: whatever is shown is shown to everybody."""
        if game.has_views:
            return
        for each in records(game):
            for step in (step for line in replay(game, each) for step in line.steps):
                private = None if step.transition is None else step.transition.private
                assert private is None or not any(private.values()), (
                    f"only some players are shown {private}, and the game has no `view`: give it "
                    f"one, or show this to everybody in the public observation"
                )

    def test_views_are_right_and_final(self, game: Game[Any, Any]) -> None:
        """A view is itself a right record, and the view of a view is that view."""
        require_views(game)
        for each, player in seats(game, _whole_and_stopped(game)):
            seen = view(game, each, player)
            found = game.check(seen).findings
            assert not found, (
                f"`check` finds {_said(found)} in the view of player {player}: let `check` allow "
                f"what `view` hides, or `view` hide what it should"
            )
            assert view(game, seen, player) == seen, (
                f"the view of player {player} changes when it is viewed again, so `view` takes "
                f"something from the record that is not shown: {shown(seen)}"
            )

    def test_views_show_only_what_was_observed(self, game: Game[Any, Any]) -> None:
        """What a player is shown in a view of a record is what was shown in the record."""
        require_views(game)
        for each, player in seats(game, _whole_and_stopped(game)):
            first = list(observations(game, each, player))
            again = list(observations(game, view(game, each, player), player))
            assert again == first, (
                f"player {player} was shown {first}, but is shown {again} in the view: `apply` "
                f"shows the same where the state and the actions are masked"
            )

    def test_views_hide_what_was_not_shown(self, game: Game[Any, Any]) -> None:
        """Two rounds that a player saw alike have the same view.

        It is tried where the outcomes of chance are listed, for there such rounds are found by
        playing; a game with too many deals to list needs a test of its own.
        """
        require_views(game)
        rules = game.rules(record(game.name, 0))
        start = rules.initial_state()
        if isinstance(rules.node(start), Chance) and rules.chance_outcomes(start) is None:
            pytest.skip("there are too many deals to find two that a player saw alike")
        alike: dict[str, Any] = {}
        for one in enough(game, _single_rounds(game)):
            for player in range(rules.players):
                key = json.dumps([player, *observations(game, one, player)], sort_keys=True)
                seen = view(game, one, player)
                other = alike.setdefault(key, seen)
                assert seen == other, (
                    f"player {player} saw two rounds alike, but the views of them differ: let "
                    f"`view` take nothing from the record but what was shown; the views are "
                    f"{shown(seen)} and {shown(other)}"
                )

    def test_only_players_have_views(self, game: Game[Any, Any]) -> None:
        """There is no view of somebody who does not play."""
        require_views(game)
        each = record(game.name, 0)
        for player in (-1, game.rules(each).players):
            assert _refuses(game, each, player), (
                f"`view` gives the view of player {player}, who does not play: raise ValueError, "
                f"with a message"
            )

    def test_a_view_is_of_one_player(self, game: Game[Any, Any]) -> None:
        """The view of a player says nothing of what another one saw."""
        require_views(game)
        seen = view(game, record(game.name, 0), 0)
        assert _refuses(game, seen, 1), (
            "`view` gives the view of player 1 of a record that is the view of player 0: raise "
            "ValueError, with a message, unless `view` of the record is None or the same player"
        )


def _refuses(game: Game[Any, Any], some: Any, player: int) -> bool:
    """Whether there is no view of a player, and a message says so."""
    try:
        view(game, some, player)
    except ValueError as error:
        return bool(str(error))
    except Exception as error:
        raise AssertionError(
            f"`view` raises {type(error).__name__} ({error}) for player {player}, of whom there is "
            f"no view of {shown(some)}: raise ValueError, with a message"
        ) from error
    return False


def _said(findings: list[Any]) -> str:
    return "; ".join(f"{each.code} ({each.message})" for each in findings)


def _is_for(result: MatchResult, players: int) -> bool:
    parts = (result.names, result.points, result.sides)
    return all(part is None or len(part) == players for part in parts)


def _whole_and_stopped(game: Game[Any, Any]) -> list[Any]:
    """Random records, and some that stop in the middle of a round."""
    return [*records(game), *stopped_records(game.name)]


def _single_rounds(game: Game[Any, Any]) -> Iterator[Any]:
    """Right records of one round, a first one, which are alike in everything else."""
    base = record(game.name, 0)
    for seed in range(ROUNDS):
        other = replayer.generate(game.name, seed)
        if game.rules(other) == game.rules(base):
            one = game.with_rounds(base, tuple(game.rounds(other)[:1]))
            if not game.check(one).findings:
                yield one
                if seed < STOPPED:
                    yield from stopped(game, one)
