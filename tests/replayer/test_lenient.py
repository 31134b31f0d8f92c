"""Records with an arbiter's changes, actions out of turn, and play after the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kifu.findings import rule_of
from kifu.replayer.check import Place, check_remarks, check_variations
from kifu.replayer.lenient import Arbiter
from kifu.replayer.play.annotation import Annotation, Property
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.round import LenientRound, RoundReplay, walk
from kifu.replayer.rules import CHANCE, Decision, IllegalAction, Node, Terminal, Transition

State = tuple[str, ...]
RULE, REMARK = rule_of("V001"), rule_of("V003")


class Letters:
    """Two players write letters in turn, `a` or `A`; `.` ends the game and `=…` is an arbiter's."""

    players = 2

    def node(self, state: State) -> Node:
        plies = [each for each in state if not each.startswith("=")]
        return Terminal() if state[-1:] == (".",) else Decision((len(plies) % 2,))

    def legal_actions(self, state: State, player: int) -> Sequence[str]:
        return ()

    def verify(self, state: State, player: int, action: str) -> None:
        if action.lower() == "x":
            raise IllegalAction(RULE, "no x")
        if player != CHANCE and self.node(state) != Decision((player,)):
            raise IllegalAction(REMARK, "out of turn")

    def apply(self, state: State, actions: Mapping[int, str]) -> Transition[State]:
        return Transition((*state, *actions.values()), {}, {})

    def actor(self, state: State, action: str) -> int:
        return CHANCE if action.startswith("=") else int(action.isupper())

    def remarks(self, state: State, player: int, action: str) -> Iterator[IllegalAction]:
        if player == CHANCE or action.lower() == "x":
            yield IllegalAction(REMARK, f"{action}?")

    def fouls(self, annotations: Sequence[Annotation]) -> Mapping[int, str]:
        return {each.ply: RULE.code for each in annotations if each.ply and each.properties}


RULES: Any = Letters()
FOUL = Property(key="foul")


def replayed(*actions: str, fouls: Mapping[int, str] | None = None) -> RoundReplay[State]:
    def choose(state: State, node: Node) -> Mapping[int, str] | None:
        if len(state) == len(actions):
            return None
        return {RULES.actor(state, actions[len(state)]): actions[len(state)]}

    return RoundReplay(1, tuple(walk(RULES, LenientRound((), choose, fouls or {}))))


def found(main: RoundReplay[State], variation: Variation) -> list[tuple[str, int | None]]:
    """Return the codes and plies of what is wrong with a variation."""
    return [
        (each.rule.code, each.ply) for each in check_variations(RULES, main, [variation], Place(1))
    ]


def remarks(main: RoundReplay[State]) -> list[tuple[str | None, int | None]]:
    return [(each.pointer, each.ply) for each in check_remarks(RULES, main, Place(1))]


def test_an_arbiter_acts_without_a_ply() -> None:
    line = replayed("a", "=", "=2", "B", "c")
    assert [each.ply for each in line.steps] == [1, 0, 0, 2, 3, 4]
    assert isinstance(line.steps[1].node, Arbiter)
    assert line.plies == 3
    assert line.at(2) is line.steps[3]
    assert remarks(line) == [("/rounds/0/actions/1", 1), ("/rounds/0/actions/2", 1)]


def test_a_player_may_act_twice_and_play_may_go_on_after_the_end() -> None:
    line = replayed("a", "b", ".", "C", ".")
    assert [each.over for each in line.steps] == [False, False, False, False, False, True]
    assert [pointer for pointer, _ in remarks(line)] == [
        "/rounds/0/actions/1",
        "/rounds/0/actions/3",
    ]


def test_a_variation_begins_before_what_an_arbiter_did() -> None:
    main = replayed("a", "=", "B", "c")
    assert found(main, Variation(ply=2, actions=("C",))) == []
    assert found(main, Variation(ply=2, actions=("=", "C"))) == []
    assert found(main, Variation(ply=2, actions=("=2", "B"))) == [("V003", 1)]
    assert found(main, Variation(ply=2, actions=("=", "B", "d"))) == [("V003", 2)]


def test_annotations_excuse_fouls_in_both_lines() -> None:
    assert replayed("x").breach is not None
    assert remarks(replayed("x", fouls={1: RULE.code})) == [("/rounds/0/actions/0", 1)]
    main, marked = replayed("a", "B"), (Annotation(ply=2, properties=(FOUL,)),)
    assert found(main, Variation(ply=2, actions=("X",))) == [("V001", 2)]
    assert found(main, Variation(ply=2, actions=("X",), annotations=marked)) == [("V003", 2)]
