"""The kinds of attack: how each makes random cases, and how it judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from .commands import Run, any_run, judge_run
from .inputs import Input, any_input
from .kills import Kill, any_kill, judge_kill
from .oracles import judge
from .programs import Game, Tournament, any_game, any_tournament, judge_game, judge_tournament


class Kind(Struct, frozen=True):
    """One kind of attack, and its share of the time.

    `make` makes a case; `judge` may use a folder, and raises a Fault for a failure.
    """

    case: type[Any]
    make: Callable[[Random], Any]
    judge: Callable[[Any, Path], object]
    share: float


def _judge_input(one: Input, folder: Path) -> str:
    return judge(one)


KINDS: Mapping[str, Kind] = {
    "inputs": Kind(Input, any_input, _judge_input, 0.5),
    "commands": Kind(Run, any_run, judge_run, 0.25),
    "games": Kind(Game, any_game, judge_game, 0.1),
    "tournaments": Kind(Tournament, any_tournament, judge_tournament, 0.07),
    "kills": Kind(Kill, any_kill, judge_kill, 0.08),
}
