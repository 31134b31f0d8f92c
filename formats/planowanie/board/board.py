"""Draws Planowanie: hands, and the sheet of a deal with its tricks.

Cards are written as in the deck, as a rank and a suit; `(` precedes the card that leads a trick,
`*` follows the winning card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ....findings import amount
from ....replayer.planowanie.cards import HIDDEN
from ....replayer.planowanie.position import PlanowaniePosition
from ....replayer.planowanie.record import Cards, Record
from ....replayer.replay.trajectory import Trajectory
from ....replayer.replay.trajectory_step import TrajectoryStep
from ...interface.boards import MOST, Board, broken, heading, numbered, plays
from ...text.columns import aligned, beside, listed, row, visible, wrapped
from .ending import ending, fault, result, to_do
from .sheet import counter, held, sheet, who

Shown: TypeAlias = Trajectory[Record, PlanowaniePosition]
Step: TypeAlias = TrajectoryStep[PlanowaniePosition]


def head(record: Record) -> Iterator[str]:
    """Yield the name and times of the game, the deck, the players and the deals."""
    yield from heading(record)
    trump, others = record.deck.suits[:1], record.deck.suits[1:]
    suits = " ".join([f"{trump} (trump)", *others])
    yield visible(f"deck:     {record.deck.ranks} in {suits}")
    players = record.players or ()
    yield from wrapped("players:", numbered(players) or [str(record.seats)])
    plan = [
        f"{amount(each.cards, 'card')} led by {who(record, each.start)}" for each in record.plan
    ]
    yield from wrapped("deals:  ", listed(plan) if plan else ["none"])
    if record.seed is not None:
        yield f"seed:     {record.seed}"
    if record.view is not None:
        yield f"as {who(record, record.view)} knew it; cards that player did not see are {HIDDEN}"
    if not record.deals and record.result is not None and record.result.end == "fault":
        yield from wrapped("fault:  ", [fault(record, record.result)])


def whole(trajectory: Shown) -> Iterator[str]:
    """Yield the hands, the sheet and the end of a deal."""
    record, now = trajectory.record, trajectory.last.position
    yield from _apart(
        _title(trajectory),
        _hands(record, now.dealt),
        aligned(list(sheet(record, now))),
        ending(trajectory),
    )


def _title(trajectory: Shown) -> Iterator[str]:
    """Yield the plan of a deal, and the totals before it."""
    record, begin = trajectory.record, trajectory.steps[0].position
    planned = f"{amount(begin.cards, 'card')}, {who(record, begin.starts)} leads"
    yield f"{visible(trajectory.title)}: {planned}"
    if any(begin.totals):
        totals = (f"{who(record, seat)} {total}" for seat, total in enumerate(begin.totals))
        yield from row("totals", *totals)


def variation(trajectory: Shown) -> Iterator[str]:
    """Yield the actions of a variation from where it branches off, and its result."""
    yield from plays(trajectory)
    yield from aligned(list(sheet(trajectory.record, trajectory.last.position, with_tricks=False)))
    yield from ending(trajectory)


def position(trajectory: Shown, step: Step) -> Iterator[str]:
    """Yield the hands, the sheet, the card counter, and the legal actions."""
    record, now = trajectory.record, step.position
    yield from _apart(
        [f"{trajectory.label}{f', ply {step.ply}' if step.ply else ''}: {_when(now)}"],
        _hands(record, now.hands),
        beside(
            list(aligned(list(sheet(record, now)))), list(aligned(list(counter(record.deck, now))))
        ),
        ending(trajectory) if step.over else _choice(record, step),
    )


def _hands(record: Record, hands: Sequence[Cards]) -> Iterator[str]:
    """Yield hands one below another; nothing if no cards are left."""
    shown = enumerate(hands if any(hands) else ())
    return aligned([[who(record, seat), held(record.deck, hand)] for seat, hand in shown])


def _apart(*blocks: Iterable[str]) -> Iterator[str]:
    """Yield blocks of lines with an empty line between them."""
    filled = filter(None, map(list, blocks))
    for number, block in enumerate(filled):
        yield from ["", *block] if number else block


def _when(now: PlanowaniePosition) -> str:
    match now.phase:
        case "deal":
            return "the deal"
        case "declare":
            return "the declarations"
        case "play":
            return f"trick {len(now.tricks) + 1}, card {len(now.table) + 1}"
        case "over":
            return "the end"


def _choice(record: Record, step: Step) -> Iterator[str]:
    """Yield whose turn it is, the legal actions, the time left, and the action taken."""
    now = step.position
    yield to_do(record, now)
    if not step.actors:
        return
    # all players have the same legal declarations
    legal = step.legal[step.actors[0]]
    many = [f"{len(legal)} cards"]
    yield from wrapped("legal:", many if len(legal) > MOST else list(map(visible, legal)))
    clocks = [
        f"{who(record, seat)} {left} ms" for seat, left in enumerate(now.clocks) if left is not None
    ]
    if clocks:
        yield from wrapped("time: ", clocks)
    actions = (step.actions or {}).items()
    alone = [player for player, _ in actions] == [now.turn]
    done = [action if alone else f"{who(record, seat)} {action}" for seat, action in actions]
    if done:
        yield from wrapped("done: ", list(map(visible, done)))
    if step.breach is not None:
        yield broken(step.breach)
    yield from result(record, now)


BOARD: Board[Record, PlanowaniePosition] = Board(
    head=head, whole=whole, variation=variation, position=position
)
