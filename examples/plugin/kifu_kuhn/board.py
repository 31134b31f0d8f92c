"""Shows records of Kuhn poker to people."""

from __future__ import annotations

from collections.abc import Iterator

from kifu.formats.boards import broken
from kifu.formats.columns import visible
from kifu.replayer.replay import RoundReplay, Step

from .record import Record
from .rules import KuhnRules, State


def head(record: Record) -> Iterator[str]:
    """The names of the players, and whose view it is."""
    if record.players is not None:
        yield visible(f"players: {', '.join(record.players)}")
    if record.view is not None:
        yield f"as player {record.view} knew it"


def course(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The cards, what was done, the points."""
    yield visible(replayed.title)
    yield from _state(replayed.steps[-1])


def variation(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """What is done in a variation, and its points."""
    yield from _state(replayed.steps[-1])


def position(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Iterator[str]:
    """The cards, what was done so far, and who may do what."""
    yield visible(f"{replayed.label}, ply {step.ply}" if step.ply else replayed.label)
    yield from _state(step)
    if not step.over:
        player = len(step.state.bets) % 2
        legal = " ".join(KuhnRules().legal_actions(step.state, player))
        yield f"player {player}: {legal}"


def _state(step: Step[State]) -> Iterator[str]:
    state = step.state
    yield f"cards   {state.cards}"
    yield f"bets    {state.bets or '-'}"
    if state.over:
        yield "points  {:+d} {:+d}".format(*state.points)
    if step.breach is not None:
        yield broken(step.breach)
