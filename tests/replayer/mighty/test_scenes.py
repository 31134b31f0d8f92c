"""Scenes of Mighty."""

from typing import Any

import kifu
from kifu import replayer
from kifu.replayer.mighty.cards import in_order
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from ...imports import ROOT


def test_the_kitty_is_sorted_into_the_hand_of_the_president() -> None:
    record = kifu.load(ROOT / "examples/mighty/won.gibo")
    scenes: Any = replayer.scenes("mighty")
    (line,) = trajectories(replayer.game("mighty"), record)
    assert isinstance(line, Trajectory)
    (president,) = {step.position.president for step in line.steps} - {None}
    taken = [step.position.hands[president] for step in line.steps if step.position.hands]
    assert any(hand != in_order(hand) for hand in taken)
    shown: list[Any] = [scenes.scene(step.position).seats[president].hand for step in line.steps]
    assert [hand for hand in shown if hand is not None] == [*map(in_order, taken)]
