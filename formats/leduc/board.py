"""Shows Leduc poker to people: cards, bets and chips, a line for each player."""

from __future__ import annotations

from collections.abc import Iterator

from ...replayer.game import Decision
from ...replayer.leduc.position import Position, position_of
from ...replayer.leduc.record import Pair, Record
from ...replayer.leduc.rules import LeducRules
from ...replayer.leduc.state import State
from ...replayer.replay import RoundReplay, Step
from ..boards import broken, heading, name_of
from ..columns import aligned, visible, wrapped


def head(record: Record) -> Iterator[str]:
    """The name of the match, when it was played, and by whom."""
    yield from heading(record)
    yield f"{_who(record, 0)} against {_who(record, 1)}"
    if record.view is not None:
        yield f"as P{record.view} knew it; a card that this player was not shown is ??"


def course(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The cards, the bets, and the end of a hand."""
    first, last = replayed.steps[0], replayed.steps[-1]
    yield f"{visible(replayed.title)}, totals {_chips(first.state.totals)}"
    yield ""
    yield from _table(record, position_of(last.state, record.view))
    yield ""
    yield from _ending(record, replayed)
    recorded = record.hands[replayed.number - 1].actions
    if last.over and not replayed.path and last.state.taken < len(recorded):
        yield "the record goes on behind this"


def variation(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """What is done in a variation from where it leaves its line, and how it ends."""
    done = [
        f"{step.ply} P{step.state.turn} {action}" if step.ply else f"{action} is dealt"
        for step in replayed.own
        for action in (step.actions or {}).values()
        if step.transition is not None
    ]
    if done:
        yield from wrapped("plays:", done)
    yield from _ending(record, replayed)


def position(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Iterator[str]:
    """The cards, the bets so far, who is to act, and what is legal."""
    ply = f", ply {step.ply}" if step.ply else ""
    yield f"{replayed.label}{ply}, totals {_chips(step.state.totals)}"
    yield ""
    yield from _table(record, position_of(step.state, record.view))
    yield ""
    if not isinstance(step.node, Decision):
        yield from _ending(record, replayed)
        return
    yield _to_do(record, step)
    yield from wrapped("legal:", LeducRules().legal_actions(step.state, step.state.turn))
    for action in (step.actions or {}).values():
        yield f"done:   {visible(action)}"
    if step.breach is not None:
        yield broken(step.breach)


def _table(record: Record, now: Position) -> Iterator[str]:
    """A line for each player; as the players take turns, every other action is one's own."""
    after = [] if now.public is None else [f"after {now.public}"]
    rows = [["player", "card", "bets", *after, "chips in"]]
    for seat, card in enumerate(now.cards):
        bets = [" ".join(actions[seat::2]) for actions in now.betting]
        rows.append([_who(record, seat), visible(card), *bets, str(now.stakes[seat])])
    return aligned(rows)


def _ending(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """How a line ends: at a rule that is broken, early, or with who has won."""
    last = replayed.steps[-1]
    state = last.state
    if last.breach is not None:
        at = f"ply {last.ply}, {_who(record, state.turn)}" if last.ply else "a card"
        for action in (last.actions or {}).values():
            yield f"the replay stops at {at}: {visible(action)}"
        yield broken(last.breach)
    elif state.end is None:
        yield f"the {'variation' if replayed.path else 'record'} stops here: {_to_do(record, last)}"
    else:
        yield f"{state.end}: {_won(record, state.returns)}, totals {_chips(state.totals)}"


def _to_do(record: Record, step: Step[State]) -> str:
    if isinstance(step.node, Decision):
        return f"{_who(record, step.state.turn)} is to act"
    return "a card is to be dealt"


def _won(record: Record, returns: Pair | None) -> str:
    if returns is None:
        return "a card is hidden"
    if returns == (0, 0):
        return "the pot is shared"
    return f"{_who(record, returns.index(max(returns)))} wins {max(returns)}"


def _who(record: Record, seat: int) -> str:
    """A player by number and name."""
    return f"P{seat} {name_of(record.players, seat)}".rstrip()


def _chips(chips: Pair) -> str:
    return f"{chips[0]:+d} {chips[1]:+d}" if any(chips) else "0 0"
