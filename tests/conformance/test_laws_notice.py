"""Broken games: the laws notice what is wrong with them."""

from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats, replayer
from kifu.replayer.beliefs.deals import Deals
from kifu.replayer.leduc.game import Leduc
from kifu.replayer.replay.match import replay
from kifu.testing import codes, samples, trajectories
from kifu.testing.beliefs import BeliefLaws
from kifu.testing.codes import CodeLaws
from kifu.testing.laws import rules_of
from kifu.testing.notations import NotationLaws
from kifu.testing.trajectories import TrajectoryLaws
from kifu.testing.variations import VariationLaws


class LeducCodes(CodeLaws):
    name = "leduc"


def test_a_letter_that_another_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    LeducCodes().test_codes_have_a_letter_of_their_own()
    first, *others = rules_of("leduc")

    def without_the_first(name: str) -> list[kifu.Rule]:
        return others

    monkeypatch.setattr(codes, "rules_of", without_the_first)
    with pytest.raises(AssertionError, match=f"{first.code} begin with the same letter"):
        LeducCodes().test_codes_have_a_letter_of_their_own()


def test_a_view_that_is_followed_otherwise_than_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_other(game: Any, record: Any, player: int) -> Any:
        return kifu.view(record, 1 - player)

    monkeypatch.setattr(trajectories, "view", of_the_other)
    with pytest.raises(AssertionError):
        TrajectoryLaws().test_a_player_follows_a_whole_record_as_the_own_view(
            replayer.game("leduc")
        )


def test_a_view_that_no_deal_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(deals: object) -> int:
        return 0

    monkeypatch.setattr(Deals, "count", none_left)
    with pytest.raises((AssertionError, pytest.skip.Exception), match="no deal agrees with"):
        BeliefLaws().test_a_deal_is_always_possible(replayer.game("goita"))


def test_a_notation_that_does_not_keep_what_it_says() -> None:
    boasting = replace(formats.notation("goita/table"), keeps=frozenset({"comments"}))
    with pytest.raises(AssertionError, match="goita/table loses comments: write and read"):
        NotationLaws().test_what_is_noted_is_kept_or_named(boasting)


@pytest.mark.parametrize("name", ["goita", "mighty"])
def test_actions_of_records_are_tried_in_any_position(name: str) -> None:
    game = replayer.game(name)
    tried = samples.known_actions(game)
    for line in replay(game, samples.record(name, samples.SEEDS[0])):
        for step in line.steps:
            assert tried >= {*(step.actions or {}).values()}


class Blames(Leduc):
    """Leduc poker in which every finding blames player 0."""

    def check(self, record: Any, unsupported: Any = ()) -> Any:
        checked = super().check(record, unsupported)
        return replace(checked, findings=[replace(each, player=0) for each in checked.findings])


def test_a_player_who_is_blamed_for_chance() -> None:
    with pytest.raises(AssertionError, match="names player 0 for a chance outcome"):
        VariationLaws().test_nobody_is_blamed_for_chance(Blames())
