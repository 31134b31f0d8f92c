"""Laws of records: generated records are valid, can be replayed to the end, and have views."""

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
from ..validation.beginning import begun, match_options
from .laws import Laws, require_views
from .samples import SEEDS, enough, record, records, seats, shown
from .stopped import stopped, stopped_records

ROUNDS = 300
"""The number of rounds to search for pairs that look alike to a player."""
STOPPED = 20
"""How many of these are also cut short, so that what is revealed at the end stays hidden."""


class RecordLaws(Laws):
    """Laws of a game's records, and of what each player knew."""

    def test_generated_records_are_right(self, game: Game[Any, Any]) -> None:
        """`generate` returns records in which `check` finds nothing wrong."""
        for each in records(game):
            found = game.check(each).findings
            assert not found, (
                f"`check` finds {_said(found)} in the generated record {shown(each)}: "
                f"correct `check` or `generate`"
            )

    def test_generated_records_are_reproducible(self, game: Game[Any, Any]) -> None:
        """The same seed generates the same record, and different seeds different records."""
        for seed in SEEDS:
            assert replayer.generate(game.name, seed) == record(game.name, seed), (
                "`generate` returns different records for one seed: draw only from `rng`, and do "
                "not rely on the order of sets"
            )
        assert any(each != record(game.name, 0) for each in records(game)), (
            "`generate` returns the same record for every seed"
        )

    def test_every_generated_round_is_replayed_to_its_end(self, game: Game[Any, Any]) -> None:
        """The replay reaches the end of every round, and has the plies that `plies` counts."""
        for each in records(game):
            rounds = list(replay(game, each))
            assert len(rounds) == len(game.rounds(each)), (
                "the replay and the record have different numbers of rounds: `rounds_field` must "
                "name the field that holds all rounds"
            )
            assert all(replayed.steps[-1].over for replayed in rounds), (
                f"a round of {shown(each)} is not replayed to a terminal state: `recorded_round` "
                "must give an action for every state before it"
            )
            plies = sum(replayed.plies for replayed in rounds)
            assert plies == game.plies(each), (
                f"`plies` counts {game.plies(each)} plies, but the replay has {plies}, in "
                f"{shown(each)}: count one for each action of a player, and none for chance"
            )

    def test_check_says_how_each_round_ended(self, game: Game[Any, Any]) -> None:
        """`Checked.ends` holds the terminal state of each round, as in the replay."""
        for each in records(game):
            ends = game.check(each).ends
            assert ends == [replayed.steps[-1].state for replayed in replay(game, each)], (
                f"`Checked.ends` does not hold the final states of the rounds: {ends}; use the "
                "state in which `walk` ends for each round"
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
                f"`match_result` returns {result}: `names`, `points` and `sides` must have one "
                f"entry for each of {players} players"
            )

    def test_facts_are_those_of_the_rounds(self, game: Game[Any, Any]) -> None:
        """`facts` has an entry for each round: how it ended, and what it added to the returns."""
        for each in records(game):
            rules, ends = game.rules(each), game.check(each).ends
            facts, players = game.facts(each, ends), range(rules.players)
            assert len(facts) == len(ends), (
                f"`facts` returns {len(facts)} entries for {len(ends)} rounds: return one for each"
            )
            before = (0,) * rules.players
            for entry, end in zip(facts, ends, strict=True):
                after = tuple(rules.returns(end))
                points = tuple(now - then for then, now in zip(before, after, strict=True))
                before = after
                assert entry.points == points, (
                    f"`facts` has the points {entry.points}, but {points} were added to the returns"
                )
                assert entry.result is not None, (
                    "`facts` has no result for a finished round: set `result` to a word that the "
                    "game uses"
                )
                named = {*entry.roles.values(), *(entry.winners or ())}
                named |= {one.player for one in (*entry.bids, *entry.declarations)}
                assert named <= {*players, None}, (
                    f"`facts` names players outside 0 to {rules.players - 1}: {entry}"
                )

    def test_a_match_can_begin(self, game: Game[Any, Any]) -> None:
        """A record in which nobody has acted yet is valid, with each value of each option."""
        dice, canonical = Random(0), formats.canonical_notation(game.name)
        choices = match_options(game.name)
        chosen: list[dict[str, Any]] = [{}]
        chosen += [
            {name: each} for name, one in choices.items() if one.named for each in one.values
        ]
        for options in chosen:
            try:
                begins = begun(game.name, options)
                if not game.rounds(begins):
                    went = next_round(game, begins, lambda rules, it: rules.sample(it, dice))
                    begins = went.record
            except Unsupported as why:
                pytest.skip(str(why))
            found = validate(canonical.write(begins), canonical.id)
            errors = [one for one in found if one.severity == "error"]
            assert not errors, (
                f"a match with the options {options} begins with the record {shown(begins)}, which "
                f"has errors: {_said(errors)}; a round may have no actions yet"
            )

    def test_a_match_goes_on_as_a_record_can(self, game: Game[Any, Any]) -> None:
        """If `next_round` returns a state, a record can hold one more round."""
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
                f"`next_round` begins another round after {shown(each)}, but a record with it has "
                f"errors: {_said(errors)}; return None if the match is over, or if records of the "
                "game have only one round"
            )

    def test_rounds_can_be_replaced(self, game: Game[Any, Any]) -> None:
        """Replacing a record's rounds with its own rounds gives the same record."""
        for each in records(game):
            assert game.with_rounds(each, tuple(game.rounds(each))) == each, (
                "`with_rounds` changes something besides the rounds: remove it, since the default "
                "replaces the field named by `rounds_field`"
            )

    # Views

    def test_what_is_hidden_has_views(self, game: Game[Any, Any]) -> None:
        """A game without `view` hides nothing: everything is shown to everybody."""
        if game.has_views:
            return
        for each in records(game):
            for step in (step for line in replay(game, each) for step in line.steps):
                private = None if step.transition is None else step.transition.private
                assert private is None or not any(private.values()), (
                    f"only some players are shown {private}, but the game has no `view`: write "
                    "one, or show this to everybody in the public observation"
                )

    def test_views_are_right_and_final(self, game: Game[Any, Any]) -> None:
        """A view is itself a valid record, and the same player's view of it is the same."""
        require_views(game)
        for each, player in seats(game, _whole_and_stopped(game)):
            seen = view(game, each, player)
            found = game.check(seen).findings
            assert not found, (
                f"`check` finds {_said(found)} in the view of player {player}: `check` must allow "
                "what `view` hides, or `view` must hide something else"
            )
            assert view(game, seen, player) == seen, (
                f"the view of player {player} changes when it is viewed again, so `view` takes "
                f"something from the record that was not shown: {shown(seen)}"
            )

    def test_views_show_only_what_was_observed(self, game: Game[Any, Any]) -> None:
        """A player is shown the same in a view of a record as in the record itself."""
        require_views(game)
        for each, player in seats(game, _whole_and_stopped(game)):
            first = list(observations(game, each, player))
            again = list(observations(game, view(game, each, player), player))
            assert again == first, (
                f"player {player} was shown {first}, but is shown {again} in the view: `apply` "
                "must show the same when the state and the actions are masked"
            )

    def test_views_hide_what_was_not_shown(self, game: Game[Any, Any]) -> None:
        """Two rounds that look alike to a player have the same view.

        This is tested if chance outcomes are listed, since such rounds can then be found by
        playing; a game with too many deals to list needs a separate test.
        """
        require_views(game)
        rules = game.rules(record(game.name, 0))
        start = rules.initial_state()
        if isinstance(rules.node(start), Chance) and rules.chance_outcomes(start) is None:
            pytest.skip("there are too many deals to find two that look alike to a player")
        alike: dict[str, Any] = {}
        for one in enough(game, _single_rounds(game)):
            for player in range(rules.players):
                key = json.dumps([player, *observations(game, one, player)], sort_keys=True)
                seen = view(game, one, player)
                other = alike.setdefault(key, seen)
                assert seen == other, (
                    f"two rounds look alike to player {player}, but their views differ: `view` "
                    f"must take only what was shown from the record; the views are {shown(seen)} "
                    f"and {shown(other)}"
                )

    def test_only_players_have_views(self, game: Game[Any, Any]) -> None:
        """Only players have views."""
        require_views(game)
        each = record(game.name, 0)
        for player in (-1, game.rules(each).players):
            assert _refuses(game, each, player), (
                f"`view` returns a view of player {player}, who does not play: raise ValueError "
                "with a message"
            )

    def test_a_view_is_of_one_player(self, game: Game[Any, Any]) -> None:
        """A player's view cannot be turned into another player's view."""
        require_views(game)
        seen = view(game, record(game.name, 0), 0)
        assert _refuses(game, seen, 1), (
            "`view` returns a view of player 1 for a record that is player 0's view: raise "
            "ValueError with a message, unless `view` of the record is None or the same player"
        )


def _refuses(game: Game[Any, Any], some: Any, player: int) -> bool:
    """Return whether `view` refuses a player, with a message."""
    try:
        view(game, some, player)
    except ValueError as error:
        return bool(str(error))
    except Exception as error:
        raise AssertionError(
            f"`view` raises {type(error).__name__} ({error}) for player {player}, who has no view "
            f"of {shown(some)}: raise ValueError with a message"
        ) from error
    return False


def _said(findings: list[Any]) -> str:
    return "; ".join(f"{each.code} ({each.message})" for each in findings)


def _is_for(result: MatchResult, players: int) -> bool:
    parts = (result.names, result.points, result.sides)
    return all(part is None or len(part) == players for part in parts)


def _whole_and_stopped(game: Game[Any, Any]) -> list[Any]:
    """Return random records, and some that stop in the middle of a round."""
    return [*records(game), *stopped_records(game.name)]


def _single_rounds(game: Game[Any, Any]) -> Iterator[Any]:
    """Yield valid one-round records that differ only in that round."""
    base = record(game.name, 0)
    for seed in range(ROUNDS):
        other = replayer.generate(game.name, seed)
        if game.rules(other) == game.rules(base):
            one = game.with_rounds(base, tuple(game.rounds(other)[:1]))
            if not game.check(one).findings:
                yield one
                if seed < STOPPED:
                    yield from stopped(game, one)
