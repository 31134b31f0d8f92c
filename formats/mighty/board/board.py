"""Shows Mighty to people, as the screen of the paper's simulator does.

The gibo stands to the left, the contract and the card counter to the right of it. Roles and winners
are marked as in a gibo, and have their colours besides: the president red, the friend blue from
when it is met, a winner on yellow.

Source: the paper, IV.2.2 and IV.2.3, Fig. 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ....replayer.mighty.cards import HIDDEN, SEATS, symbol
from ....replayer.mighty.options import PRESETS, Options
from ....replayer.mighty.position import Moment, moment
from ....replayer.mighty.record import Cards, Record
from ....replayer.mighty.rules.auction import highest, must_play_minimum
from ....replayer.mighty.rules.mighty import MightyRules
from ....replayer.mighty.rules.state import State
from ....replayer.mighty.rules.tricks import is_called, led_suit, parts
from ....replayer.replay import RoundReplay, Step
from ...boards import MOST, broken, heading
from ...columns import aligned, beside, listed, row, visible, wrapped
from ..table import gibo
from ..words import written_call
from .contract import contract
from .counter import counter
from .hands import held
from .result import amounts, is_settled, recorded, result, taken


def head(record: Record) -> Iterator[str]:
    """The name of the match, when it was played, and by which rules."""
    yield from heading(record)
    yield from wrapped("rules:", listed([visible(record.rules.preset), *_changed(record.rules)]))
    if record.view is not None:
        yield f"as P{record.view} knew it; what that player was not shown is {HIDDEN}"


def _changed(options: Options) -> Iterator[str]:
    """The options that are not those of the preset."""
    preset = msgspec.to_builtins(PRESETS.get(options.preset, Options()))
    for name, value in msgspec.to_builtins(options).items():
        if name != "preset" and value != preset[name]:
            yield visible(f"{name} = {value}")


def course(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The deal, the auction, the tricks, the result."""
    now = moment(record, replayed, replayed.steps[-1])
    deal = now.deal
    dealer = "the dealer is not known" if deal.dealer is None else f"{now.who(deal.dealer)} deals"
    yield f"{visible(replayed.title)}: {dealer}"
    if deal.gap:
        yield "deals are missing before this one"
    if deal.totals is not None:
        yield from amounts(now, "totals", deal.totals)
    yield ""
    yield from _hands(now, deal.hands or (), ("kitty", deal.kitty or ()))
    if not replayed.path:
        yield from _known(now)
    yield from _screen(now)
    yield from _ending(replayed, now)


def variation(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """What is done in a variation from where it leaves its line, and the result."""
    done = [
        f"{step.ply} P{player} {_action(action)}"
        for step in replayed.own
        for player, action in (step.actions or {}).items()
        if step.transition is not None
    ]
    if done:
        yield from wrapped("plays:", done)
    yield from _ending(replayed, moment(record, replayed, replayed.steps[-1]))


def position(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Iterator[str]:
    """What each player holds, the table, what is still out, and who may do what."""
    now = moment(record, replayed, step)
    state = now.state
    yield f"{replayed.label}{f', ply {step.ply}' if step.ply else ''}: {_when(now)}"
    yield ""
    yield from _hands(now, state.hands, ("kitty", state.kitty if state.phase == "auction" else ()))
    yield from _screen(now)
    if now.over:
        yield from _ending(replayed, now)
        return
    if state.phase == "play":
        yield from taken(now)
    yield _to_do(now)
    if step.ply:
        yield from _choice(now, step)


# The deal and the table


def _hands(now: Moment, hands: Sequence[Cards], pile: tuple[str, Cards]) -> Iterator[str]:
    """Hands below one another, and what lies beside them."""
    rows = [[now.label(seat), held(hand)] for seat, hand in zip(SEATS, hands, strict=False)]
    rows = rows if any(hands) else []
    rows += [[pile[0], held(pile[1])]] if pile[1] else []
    if rows:
        yield from aligned(rows)
        yield ""


def _known(now: Moment) -> Iterator[str]:
    """What of the deal was inferred, and what is not known; of a view, that is its purpose."""
    gaps = now.meant.gaps if now.record.view is None else ()
    for name, items in (("inferred", now.meant.inferred), ("not known", gaps)):
        if items:
            yield from row(name, *listed(map(visible, items)))
    if now.meant.inferred or gaps:
        yield ""


def _screen(now: Moment) -> Iterator[str]:
    """The auction; below it the gibo, and beside that the contract and the card counter."""
    state = now.state
    if state.bids:
        calls = (f"P{bid.player} {visible(written_call(bid.call))}" for bid in state.bids)
        yield from row("auction", *calls)
    table = list(aligned(list(gibo(now)))) if state.phase == "play" else []
    right = list(aligned(list(contract(now))))
    if table and not now.over:
        right += ["", *aligned(list(counter(now)))]
    if state.bids and table:
        yield ""
    yield from beside(table, right)
    if state.bids or right:
        yield ""


# Who is to do what


def _when(now: Moment) -> str:
    state = now.state
    if now.over:
        return "the end"
    if state.phase == "play":
        return f"trick {state.number}, card {len(state.table) + 1}"
    return f"the {state.phase}"


def _to_do(now: Moment) -> str:
    state, who = now.state, now.who(now.state.turn)
    match state.phase:
        case "deal":
            return "the cards are to be dealt"
        case "auction" if must_play_minimum(now.record.rules, state):
            return f"everybody passed: {who} is to name a trump"
        case "auction":
            return f"{who} is to bid or pass; {_best(now)}"
        case "exchange":
            return f"{who} is to bury three cards"
        case "contract":
            return f"{who} is to settle the contract"
        case "friend":
            return f"{who} is to name the friend"
        case "play":
            called = "; the joker is called" if is_called(state.table) else ""
            return f"{who} is to {_due(state)}{called}"


def _best(now: Moment) -> str:
    best = highest(now.state.bids)
    if best is None:
        return "nobody has bid"
    player, bid = best
    return f"{now.who(player)} has bid {written_call(str(bid))}"


def _due(state: State) -> str:
    """What is due of the card of who is to play."""
    if not state.table:
        return "lead"
    suit = led_suit(state.table)
    return "set the suit" if suit is None else f"follow {symbol(suit)}"


def _choice(now: Moment, step: Step[State]) -> Iterator[str]:
    """What is legal, and what is done."""
    state = now.state
    legal = MightyRules(now.record.rules).legal_actions(state, state.turn)
    many = [f"{len(legal)} ways to do so"]
    yield from wrapped("legal:", many if len(legal) > MOST else list(map(_action, legal)))
    for player, action in (step.actions or {}).items():
        by = "" if player == state.turn else f"{now.who(player)}: "
        yield f"done:   {by}{_action(action)}"
    if step.breach is not None:
        yield broken(step.breach)


def _action(action: str) -> str:
    """An action with the symbols of its cards."""
    words = (symbol(word) if parts(word) else written_call(word) for word in action.split(" "))
    return visible(" ".join(words))


# How it ends


def _ending(replayed: RoundReplay[State], now: Moment) -> Iterator[str]:
    """The points of each side, and the result, or why there is none."""
    last = replayed.steps[-1]
    if now.state.phase == "play":
        yield from taken(now)
    if last.breach is not None:
        for player, action in (last.actions or {}).items():
            yield f"the replay stops at ply {last.ply}, {now.who(player)}: {_action(action)}"
        yield broken(last.breach)
    elif now.over:
        yield from result(now)
    else:
        yield f"the {'variation' if replayed.path else 'record'} stops here: {_to_do(now)}"
    if not replayed.path:
        if last.breach is None and _goes_on(now):
            yield "the record goes on behind this"
        if not is_settled(now):
            yield from recorded(now)


def _goes_on(now: Moment) -> bool:
    """Whether the record holds more than can be replayed, though that breaks no rule of play."""
    deal, state = now.deal, now.state
    decided = (deal.discard, deal.contract, deal.friend) if state.phase == "auction" else ()
    plays = sum(len(trick.played) for trick in deal.tricks)
    return (
        len(deal.bids or ()) > len(state.bids)
        or any(each is not None for each in decided)
        or plays > len(state.played)
    )
