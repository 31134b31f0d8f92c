"""Shows Planowanie to people: hands, and the sheet of a deal with its tricks.

Cards are written as the deck has them, a rank and a suit; `(` stands before the card that leads a
trick, `*` behind the one that wins it, which is on yellow besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....replayer.planowanie.cards import HIDDEN
from ....replayer.planowanie.position import Moment, moment
from ....replayer.planowanie.record import Cards, Record
from ....replayer.planowanie.state import State
from ....replayer.replay import RoundReplay, Step
from ...boards import MOST, broken, heading, name_of
from ...columns import aligned, beside, listed, row, visible, wrapped
from .counter import counter
from .ending import ending, fault, result, to_do
from .sheet import sheet


def head(record: Record) -> Iterator[str]:
    """The name of the game, when it was played, the deck, the players, the deals."""
    yield from heading(record)
    trump, others = record.deck.suits[:1], record.deck.suits[1:]
    suits = " ".join([f"{trump} (trump)", *others])
    yield visible(f"deck:     {record.deck.ranks} in {suits}")
    names = [
        f"P{seat} {name_of(record.players, seat)}" for seat in range(len(record.players or ()))
    ]
    yield from wrapped("players:", names or [str(record.seats)])
    plan = [f"{_cards(each.cards)} led by P{each.start}" for each in record.plan]
    yield from wrapped("deals:  ", listed(plan) if plan else ["none"])
    if record.seed is not None:
        yield f"seed:     {record.seed}"
    if record.view is not None:
        yield f"as P{record.view} knew it; what that player was not shown is {HIDDEN}"
    if not record.deals and record.result is not None and record.result.end == "fault":
        yield from wrapped("fault:  ", [fault(record, record.result)])


def course(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The hands, the sheet, the end."""
    now = moment(record, replayed, replayed.steps[-1])
    dealt = replayed.steps[1].state.hands if len(replayed.steps) > 1 else ()
    yield from _apart(_title(now), _hands(now, dealt), aligned(list(sheet(now))), ending(now))


def _title(now: Moment) -> Iterator[str]:
    """What is planned, and the totals before."""
    line, plan = now.line, now.plan
    yield f"{visible(line.title)}: {_cards(plan.cards)}, {now.who(plan.start)} leads"
    before = line.steps[0].state.totals
    if any(before):
        yield from row("totals", *(f"{now.who(seat)} {before[seat]}" for seat in now.seats))


def variation(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """What is done in a variation from where it leaves its line, and what comes of it."""
    now = moment(record, replayed, replayed.steps[-1])
    done = [
        f"{step.ply + offset} P{player} {visible(action)}"
        for step in replayed.own
        for offset, (player, action) in enumerate((step.actions or {}).items())
        if step.transition is not None
    ]
    if done:
        yield from wrapped("plays:", done)
    yield from aligned(list(sheet(now, with_tricks=False)))
    yield from ending(now)


def position(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Iterator[str]:
    """What each player holds, the sheet, what is still out, and who may do what."""
    now = moment(record, replayed, step)
    yield from _apart(
        [f"{replayed.label}{f', ply {step.ply}' if step.ply else ''}: {_when(now)}"],
        _hands(now, now.state.hands),
        beside(list(aligned(list(sheet(now)))), list(aligned(list(counter(now))))),
        ending(now) if now.over else _choice(now),
    )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _hands(now: Moment, hands: Sequence[Cards]) -> Iterator[str]:
    """Hands below one another; none where none is left."""
    held = hands if any(hands) else ()
    return aligned([[now.who(seat), now.held(hand)] for seat, hand in enumerate(held)])


def _apart(*blocks: Iterable[str]) -> Iterator[str]:
    """Blocks of lines, an empty line between them."""
    filled = filter(None, map(list, blocks))
    for number, block in enumerate(filled):
        yield from ["", *block] if number else block


# Who is to do what


def _when(now: Moment) -> str:
    state = now.state
    if now.over:
        return "the end"
    if state.phase == "play":
        return f"trick {len(state.tricks) + 1}, card {len(state.table) + 1}"
    return "the declarations" if state.phase == "declare" else "the deal"


def _choice(now: Moment) -> Iterator[str]:
    """Who is to do what, what is legal, the time that is left for it, and what is done."""
    state, step = now.state, now.step
    yield to_do(now)
    if state.phase == "deal":
        return
    # What may be declared is the same for everybody.
    legal = now.rules.legal_actions(state, state.turn)
    many = [f"{len(legal)} cards"]
    yield from wrapped("legal:", many if len(legal) > MOST else list(map(visible, legal)))
    clocks = list(_clocks(now))
    if clocks:
        yield from wrapped("time: ", clocks)
    actions = (step.actions or {}).items()
    alone = [player for player, _ in actions] == [state.turn]
    done = [visible(action if alone else f"{now.who(seat)} {action}") for seat, action in actions]
    if done:
        yield from wrapped("done: ", done)
    if step.breach is not None:
        yield broken(step.breach)
    yield from result(now)


def _clocks(now: Moment) -> Iterator[str]:
    """The time that those who act have left, as far as it was recorded."""
    state, clocks = now.state, now.deal.clocks
    if clocks is None or now.line.path:
        return
    for seat in now.seats if state.phase == "declare" else [state.turn]:
        taken = 0 if state.phase == "declare" else 1 + now.plan.cards - len(state.hands[seat])
        left = clocks[seat][taken] if taken < len(clocks[seat]) else None
        if left is not None:
            yield f"{now.who(seat)} {left} ms"
