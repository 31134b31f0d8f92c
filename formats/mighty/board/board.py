"""Draws Mighty like the screen of the simulator in the paper.

The gibo is on the left, the contract and the card counter on the right. President, friend and
winners are marked as in a gibo. Source: the paper, IV.2.2 and IV.2.3, Fig. 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from ....replayer.mighty.cards import HIDDEN
from ....replayer.mighty.options import PRESETS, Options
from ....replayer.mighty.position import MightyPosition, Summary
from ....replayer.mighty.record import Cards, Record
from ....replayer.replay.trajectory import Trajectory
from ....replayer.replay.trajectory_step import TrajectoryStep
from ...interface.boards import MOST, Board, broken, heading, numbered, plays
from ...text.columns import aligned, beside, listed, row, visible, wrapped
from ..words import written_call
from .result import amounts, recorded, result, taken
from .screen import contract, counter, table
from .words import action_of, held, label, to_do, when, who

Shown: TypeAlias = Trajectory[Record, MightyPosition]
Step: TypeAlias = TrajectoryStep[MightyPosition]


def head(record: Record) -> Iterator[str]:
    """Yield the name, times and rules of the match."""
    yield from heading(record)
    yield from wrapped("rules:", listed([visible(record.rules.preset), *_changed(record.rules)]))
    if record.players:
        yield from wrapped("players:", numbered(record.players))
    if record.view is not None:
        yield f"as {who(record, record.view)} knew it; cards that player did not see are {HIDDEN}"


def _changed(options: Options) -> Iterator[str]:
    """Yield the options that differ from the preset."""
    preset = msgspec.to_builtins(PRESETS.get(options.preset, Options()))
    for name, value in msgspec.to_builtins(options).items():
        if name != "preset" and value != preset[name]:
            yield visible(f"{name} = {value}")


def whole(trajectory: Shown) -> Iterator[str]:
    """Yield the deal, the auction, the tricks and the result."""
    record, now = trajectory.record, trajectory.last.position
    dealt = now.summary or Summary(gap=False, hands=(), kitty=())
    dealer = "the dealer is unknown" if now.dealer is None else f"{who(record, now.dealer)} deals"
    yield f"{visible(trajectory.title)}: {dealer}"
    if dealt.gap:
        yield "deals are missing before this one"
    if now.totals is not None:
        yield from amounts(record, "totals", now.totals)
    yield ""
    yield from _hands(record, now, dealt.hands, dealt.kitty)
    yield from _known(dealt, of_view=trajectory.viewer is not None)
    yield from _screen(record, now)
    yield from _ending(trajectory)


def variation(trajectory: Shown) -> Iterator[str]:
    """Yield the actions of a variation from where it branches off, and its result."""
    yield from plays(trajectory, action_of)
    yield from _ending(trajectory)


def position(trajectory: Shown, step: Step) -> Iterator[str]:
    """Yield the hands, the table, the card counter, and the legal actions."""
    record, now = trajectory.record, step.position
    yield f"{trajectory.label}{f', ply {step.ply}' if step.ply else ''}: {when(now)}"
    yield ""
    yield from _hands(record, now, now.hands, now.kitty)
    yield from _screen(record, now)
    if step.over:
        yield from _ending(trajectory)
        return
    if now.phase == "play":
        yield from taken(record, now)
    yield to_do(record, now)
    if step.ply:
        yield from _choice(record, step)


def _hands(
    record: Record, now: MightyPosition, hands: Sequence[Cards], kitty: Cards
) -> Iterator[str]:
    """Yield hands one below another, with the kitty on the right."""
    shown = hands if any(hands) else ()
    rows = [[label(record, now, seat), held(hand)] for seat, hand in enumerate(shown)]
    rows += [["kitty", held(kitty)]] if kitty else []
    if rows:
        yield from aligned(rows)
        yield ""


def _known(dealt: Summary, of_view: bool) -> Iterator[str]:
    """Yield what was inferred about the deal and what is unknown; every view has unknowns."""
    gaps = () if of_view else dealt.gaps
    for name, items in (("inferred", dealt.inferred), ("unknown", gaps)):
        if items:
            yield from row(name, *listed(map(visible, items)))
    if dealt.inferred or gaps:
        yield ""


def _screen(record: Record, now: MightyPosition) -> Iterator[str]:
    """Yield the auction, and below it the gibo next to the contract and the card counter."""
    if now.bids:
        calls = (f"{who(record, bid.player)} {visible(written_call(bid.call))}" for bid in now.bids)
        yield from row("auction", *calls)
    left = list(aligned(list(table(record, now)))) if now.playing else []
    right = list(aligned(list(contract(record, now))))
    if now.phase == "play":
        right += ["", *aligned(list(counter(now)))]
    if now.bids and left:
        yield ""
    yield from beside(left, right)
    if now.bids or right:
        yield ""


def _choice(record: Record, step: Step) -> Iterator[str]:
    """Yield the legal actions, and the action taken."""
    for legal in step.legal.values():
        many = [f"{len(legal)} possible actions"]
        yield from wrapped("legal:", many if len(legal) > MOST else list(map(action_of, legal)))
    for player, action in (step.actions or {}).items():
        by = "" if player in step.actors else f"{who(record, player)}: "
        yield f"done:   {by}{action_of(action)}"
    if step.breach is not None:
        yield broken(step.breach)


def _ending(trajectory: Shown) -> Iterator[str]:
    """Yield the points of each side, and the result, or why there is none."""
    record, last = trajectory.record, trajectory.last
    now = last.position
    if now.playing:
        yield from taken(record, now)
    if last.breach is not None:
        for player, action in (last.actions or {}).items():
            yield f"the replay stops at ply {last.ply}, {who(record, player)}: {action_of(action)}"
        yield broken(last.breach)
    elif now.end is not None:
        yield from result(record, now, now.end)
    else:
        what = "variation" if trajectory.path else "record"
        yield f"the {what} stops here: {to_do(record, now)}"
    if now.summary is not None:
        if now.summary.left_over:
            yield "the record continues after this point"
        yield from recorded(record, now.summary.recorded)


BOARD: Board[Record, MightyPosition] = Board(
    head=head, whole=whole, variation=variation, position=position
)
