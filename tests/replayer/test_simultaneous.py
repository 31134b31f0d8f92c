"""Variations where several players act at once: rock, paper, scissors until somebody wins."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from msgspec import Struct

from kifu.findings import Finding
from kifu.replayer import codes
from kifu.replayer.check import Place, check_variations
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.round import (
    Endless,
    RecordedRound,
    RoundReplay,
    replay_variation,
    walk,
)
from kifu.replayer.rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Rules,
    Terminal,
    Transition,
)

SHAPES = ("paper", "rock", "scissors")


class Hands(Struct, frozen=True):
    """The players' last throw; empty before the first one."""

    shown: tuple[Action, ...] = ()
    begun: bool = False


class Throws(Struct, frozen=True):
    """Both players throw at once, and again until they show different shapes."""

    players: int = 2

    def initial_state(self) -> Hands:
        return Hands()

    def next_round(self, end: Hands) -> None:
        return None

    def chance_outcomes(self, state: Hands) -> None:
        return None

    def node(self, state: Hands) -> Node:
        if not state.begun:
            return Chance()
        return Decision((0, 1)) if len(set(state.shown)) < 2 else Terminal()

    def legal_actions(self, state: Hands, player: int) -> Sequence[Action]:
        return SHAPES

    def sample(self, state: Hands, rng: Random) -> Action:
        return "begin"

    def verify(self, state: Hands, player: int, action: Action) -> None:
        if player != CHANCE and action not in SHAPES:
            raise IllegalAction(codes.GOES_ON, f"{action} is not a shape", 0)

    def apply(self, state: Hands, actions: Mapping[int, Action]) -> Transition[Hands]:
        shown = tuple(actions.values()) if CHANCE not in actions else ()
        return Transition(Hands(shown, True), {}, {})

    def returns(self, state: Hands) -> Sequence[int]:
        return (0, 0)


RULES: Rules[Hands] = Throws()


def main() -> RoundReplay[Hands]:
    """Both show rock twice, then paper wins: plies 1 and 2, 3 and 4, 5 and 6."""
    throws = iter([("rock", "rock"), ("rock", "rock"), ("paper", "rock")])

    def choose(state: Hands, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: "begin"}
        return dict(enumerate(next(throws)))

    return RoundReplay(1, tuple(walk(RULES, RecordedRound(Hands(), choose, {}))))


def variation(ply: int, *actions: str) -> RoundReplay[Hands]:
    return replay_variation(RULES, main(), 1, Variation(ply=ply, actions=actions))


def found(ply: int, *actions: str) -> list[Finding]:
    return list(check_variations(RULES, main(), [Variation(ply=ply, actions=actions)], Place(1)))


def test_players_who_act_at_once_have_an_action_each() -> None:
    line = variation(3, "paper", "paper", "rock", "paper")
    assert [step.ply for step in line.steps] == [0, 1, 3, 5, 0]
    assert line.at(1).actions == {0: "rock", 1: "rock"}
    assert line.at(4).actions == {0: "paper", 1: "paper"}
    assert line.at(6).actions == {0: "rock", 1: "paper"}
    assert line.steps[-1].over
    assert (main().plies, line.plies) == (6, 6)


def test_one_of_them_may_differ() -> None:
    assert found(3, "rock", "paper") == []
    assert [each.rule.code for each in found(3, "rock", "rock")] == ["V003"]


def test_all_that_is_taken_at_once_is_left_at_its_first_ply() -> None:
    (finding,) = found(4, "rock", "paper")
    assert (finding.code, finding.pointer, finding.ply) == ("V001", "/rounds/0/variations/0/ply", 4)
    assert (
        finding.message
        == "ply 4 is made at the same time as ply 3: start the variation of round 1 there"
    )


@pytest.mark.parametrize(
    ("actions", "at"), [(("rock", "spock"), 1), (("spock", "rock"), 0), (("spock", "spock"), 0)]
)
def test_the_player_who_breaks_the_rule(actions: tuple[str, str], at: int) -> None:
    (finding,) = found(3, *actions)
    assert finding.pointer == f"/rounds/0/variations/0/actions/{at}"
    assert (finding.ply, finding.player, finding.offset) == (3 + at, at, 0)


def test_too_few_actions_for_all() -> None:
    line = variation(3, "paper", "paper", "rock")
    assert (line.plies, line.at(5).actions) == (4, None)
    (finding,) = found(3, "paper", "paper", "rock")
    assert (finding.code, finding.pointer) == ("V002", "/rounds/0/variations/0/actions/2")
    assert finding.message == "player 1 has no action: players 0 and 1 act at the same time"


class Waits(Throws, frozen=True):
    """A round with steps that are not plies, and then its end."""

    steps: int = 3
    most_plies: int = 3

    def node(self, state: Hands) -> Node:
        return Chance() if len(state.shown) < self.steps else Terminal()

    def apply(self, state: Hands, actions: Mapping[int, Action]) -> Transition[Hands]:
        return Transition(Hands((*state.shown, "begin")), {}, {})


def test_a_round_has_as_many_other_steps_as_it_may_have_plies() -> None:
    recorded = RecordedRound[Hands](Hands(), lambda state, node: {CHANCE: "begin"}, {})
    assert [each.over for each in walk(Waits(steps=3), recorded)] == [False] * 3 + [True]
    with pytest.raises(Endless):
        list(walk(Waits(steps=4), recorded))
