"""Compose deals by hand, before the first action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import field, to_builtins

from ....replayer.mighty.cards import DECK, HAND_SIZE, KITTY_SIZE, PLAYERS, SEATS, in_order
from ....replayer.mighty.record import Record
from ....replayer.mighty.rules.deal import deal_action
from ....replayer.play.going_on import deal_again
from ....replayer.replay.round import RoundReplay
from ....replayer.scene.texts import Player, Text, say
from ..answers import Values
from ..calls.call import Changing, changed, require_open
from ..desk import Desk
from ..errors import Refused, refusing
from ..going import play_of
from ..panel import Button, Field, Note, Part, Piles, Row, Section
from ..sheet import Sheet
from .draft import Exercise


class Rotate(Changing):
    """How many seats the hands move by; with 1, player 0 gets player 1's hand."""

    round: int
    by: int = 1


def rotate(desk: Desk, sheet: Sheet, body: Rotate) -> Values:
    """Move the hands of a deal to other seats."""
    one = play_of(sheet, body.record)
    record: Record = one.record
    if body.round not in range(1, len(record.deals) + 1):
        raise Refused(f"there is no round {body.round}")
    deal = record.deals[body.round - 1]
    if deal.hands is None or deal.kitty is None:
        raise Refused("the hands of this deal are not known")
    hands = [deal.hands[(seat + body.by) % PLAYERS] for seat in range(PLAYERS)]
    return _dealt(desk, sheet, body.record, body.round, hands, deal.kitty)


class Compose(Changing):
    """Chosen cards for each hand and for the kitty; the rest are dealt at random."""

    round: int
    hands: list[list[str]]
    kitty: list[str] = field(default_factory=list[str])
    seed: str | None = None


def compose(desk: Desk, sheet: Sheet, body: Compose) -> Values:
    """Deal the chosen cards, and the rest at random."""
    chosen = [card for pile in (*body.hands, body.kitty) for card in pile]
    for card, count in Counter(chosen).items():
        if card not in DECK:
            raise Refused(f"{card} is not a card")
        if count > 1:
            raise Refused(f"{card} is chosen {count} times")
    if len(body.hands) > PLAYERS:
        raise Refused(f"there are {PLAYERS} hands")
    rest = [card for card in DECK if card not in chosen]
    Random(body.seed).shuffle(rest)
    piles = list[list[str]]()
    for size, pile in zip(
        (*[HAND_SIZE] * PLAYERS, KITTY_SIZE),
        (*body.hands, *[[]] * (PLAYERS - len(body.hands)), body.kitty),
        strict=True,
    ):
        if len(pile) > size:
            raise Refused(f"{len(pile)} cards are chosen for a place that holds {size}")
        missing = size - len(pile)
        piles.append(list(in_order([*pile, *rest[:missing]])))
        del rest[:missing]
    *hands, kitty = piles
    return _dealt(desk, sheet, body.record, body.round, hands, kitty)


def _dealt(
    desk: Desk,
    sheet: Sheet,
    record: int,
    number: int,
    hands: Sequence[Sequence[str]],
    kitty: Sequence[str],
) -> Values:
    require_open(sheet)
    one = play_of(sheet, record)
    action = deal_action(hands, kitty)

    def draw(rules: Any, state: Any) -> str:
        return action

    with refusing():
        went = deal_again(one.game, one.record, number, draw)
    return changed(desk, sheet, record, one, went.record, went.moment)


def dealing(at: Exercise, record: int) -> Iterator[Part]:
    """Yield the parts for composing a deal."""
    draft, kept, main = at.draft, at.sheet.kept, at.here.round
    if at.hidden:
        yield Note(say("onlyOpen"))
        return
    seed = Field("seed", say("seed"))
    if not _is_untouched(main):
        again = {"seed": draft.seed, "levels": to_builtins(kept.levels), "like": (kept.id, record)}
        yield Note(say("roundBegan"))
        yield Row((seed, Button(say("newDealSheet"), call=("new", again))))
        return
    state, first = main.steps[1].state, Player(0)

    def dealt(text: Text, *piles: Any, **more: Any) -> Button:
        hands, kitty = piles[:PLAYERS], piles[PLAYERS] if len(piles) > PLAYERS else ()
        body = {"round": at.place.round, "hands": hands, "kitty": kitty, "seed": draft.seed}
        return Button(text, call=("game/compose", body), **more)

    turn = ("game/rotate", {"round": at.place.round})
    anew = (dealt(say("randomDeal")), dealt(say("dealAround", first), state.hands[0]))
    yield Row((seed, *anew, Button(("⟳ ", say("rotate")), call=turn)))
    yield Note(say("howToRotate", first))
    chosen, whole = draft.piles or [], [*state.hands, state.kitty]
    names = (*((Player(seat), HAND_SIZE) for seat in SEATS), (say("kitty"), KITTY_SIZE))
    take, rest = Button(say("asDealt"), sets={"piles": whole}), dealt(say("dealRest"), *chosen)
    composing = (
        Note(say("howToCompose")),
        Piles("piles", say("into"), names, say("pileFull")),
        Row((Button(say("clearAll"), sets={"piles": None}), take, rest)),
    )
    yield Section(say("compose"), composing, inner=True)


def _is_untouched(main: RoundReplay[Any]) -> bool:
    """Return whether nobody has acted since the deal."""
    return len(main.steps) == 2 and not main.variations
