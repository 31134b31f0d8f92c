"""The end of a deal: a broken rule, a fault, an early end, or the winners."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import amount
from ....replayer.planowanie.position import PlanowaniePosition
from ....replayer.planowanie.record import Reason, Record, Result
from ....replayer.positions import Broken
from ....replayer.replay.trajectory import Trajectory
from ....replayer.replay.trajectory_step import TrajectoryStep
from ...interface.boards import broken
from ...text.columns import row, visible
from .sheet import who

MOST_QUOTED = 60
"""How many characters to show of a program's reply, and of the command."""

_DID: dict[Reason, str] = {
    "crashed": "exited before the end of the game",
    "timeout": "took too long",
    "flood": "wrote too much",
    "unanswered": "did not answer",
    "malformed": "gave a malformed answer",
    "refused": "refused to answer",
    "invalid": "gave an illegal answer",
}


def ending(trajectory: Trajectory[Record, PlanowaniePosition]) -> Iterator[str]:
    """Yield how a main line or a variation ends."""
    record, last = trajectory.record, trajectory.last
    now = last.position
    if last.breach is not None:
        yield from _stop(record, last, last.breach)
    elif last.over:
        yield from _winners(record, now)
    else:
        yield f"the {'variation' if trajectory.path else 'record'} stops here: {to_do(record, now)}"
    if now.left_over:
        yield "the record continues after this point"
    if now.recorded_points is not None:
        points = (f"{who(record, seat)} {each}" for seat, each in enumerate(now.recorded_points))
        yield from row("recorded", "points:", *points)
    yield from result(record, now)


def result(record: Record, now: PlanowaniePosition) -> Iterator[str]:
    """Yield how the record says an unfinished game ended."""
    said = now.result
    if said is None:
        return
    if said.end == "fault":
        yield from _fault(record, now, said)
    elif said.end == "stopped":
        yield from row("result", "the game was stopped for an unknown reason")
    elif said.end == "unfinished":
        yield from row("result", "the game is not finished")


def to_do(record: Record, now: PlanowaniePosition) -> str:
    """Return whose turn it is, and what they may do."""
    if now.phase == "deal":
        return "the cards have to be dealt"
    if now.turn is None:
        return f"all players declare at once, from 0 to {now.cards}"
    if now.led is None:
        return f"{who(record, now.turn)} is to lead"
    hand = now.hands[now.turn]
    could = record.deck.hidden in hand or any(card[1:] == now.led for card in hand)
    follow = f"{who(record, now.turn)} is to follow {visible(now.led)}"
    return follow if could else f"{follow} but has none"


def _stop(
    record: Record, step: TrajectoryStep[PlanowaniePosition], breach: Broken
) -> Iterator[str]:
    """Yield where the replay stops, and why."""
    actions = list(enumerate((step.actions or {}).items()))
    # in a view, the hand that shows the broken rule may only be known later
    wrong = [each for each in actions if step.breaks(*each[1])] or actions
    for offset, (player, action) in wrong[:1]:
        ply = step.ply + offset
        yield f"the replay stops at ply {ply}, {who(record, player)}: {visible(action)}"
    yield broken(breach)


def _winners(record: Record, now: PlanowaniePosition) -> Iterator[str]:
    """Yield the players with the most points at the end of the game."""
    if now.winners:
        most = max(now.totals)
        first = " and ".join(who(record, seat) for seat in now.winners)
        wins, each = ("wins", "") if len(now.winners) == 1 else ("win", " each")
        yield from row("result", f"{first} {wins} with {amount(most, 'point')}{each}")


# A fault


def fault(record: Record, said: Result) -> str:
    """Return which player ended a game, and how."""
    player = "somebody" if said.player is None else who(record, said.player)
    did = "ended the game" if said.reason is None else _DID[said.reason]
    asked = f" ({_cut(said.command)})" if said.command else ""
    answered = f": {_cut(said.reply)}" if said.reply else ""
    return f"{player} {did}{asked}{answered}"


def _cut(text: str) -> str:
    return f"{visible(text[:MOST_QUOTED])}{'…' if len(text) > MOST_QUOTED else ''}"


def _fault(record: Record, now: PlanowaniePosition, said: Result) -> Iterator[str]:
    """Yield the fault, the rule that the answer breaks, and the consequence."""
    yield from row("fault", fault(record, said))
    if said.player is None or said.player not in range(record.seats):
        return
    if now.reply_breach is not None:
        yield broken(now.reply_breach)
    yield from row("result", f"{who(record, said.player)} loses to every other player")
