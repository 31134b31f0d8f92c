"""Practise contracts: plans for what a seat could bid, bury and name, with estimates."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from ....arena.players.mighty.practice import Given
from ....replayer.mighty.cards import (
    DECK,
    JOKER,
    KITTY_SIZE,
    NO_TRUMP,
    SEATS,
    SUITS,
    TRUMPS,
    mighty,
)
from ....replayer.mighty.rules.auction import contract_of
from ....replayer.mighty.rules.exchange import FIRST, LAST, NONE, seat_named
from ....replayer.play.going_on import Moment, standing
from ....replayer.scene.scenes import words_beside
from ....replayer.scene.texts import Named, Player, Suit, Text, Thing, joined, say
from ..answers import Values
from ..calls.call import Changing
from ..desk import Desk
from ..errors import refusing
from ..going import play_of
from ..levels import MOST_PLAYOUTS
from ..panel import Button, Choice, Field, Note, Part, Pick, Plan, Plans, Row, Section
from ..sheet import Sheet
from .dealing import dealing
from .draft import PLAYOUTS, Draft, Exercise, Proposal, about_this, proposed, taken_over

WORDS = words_beside(__name__)

_FRIENDS = {FIRST: say("first"), NONE: say("none"), LAST: say("lastTrick")}


class Practice(Changing):
    """A moment, the user's choices, and the button that was pressed."""

    place: Moment
    answers: Draft = Draft()
    press: str | None = None


def practise(desk: Desk, sheet: Sheet, body: Practice) -> Values:
    """Return the panel in which deals are composed and contracts practised."""
    one = play_of(sheet, body.record)
    with refusing():
        here = standing(one.game, one.record, body.place)
        exercise = Exercise(sheet, one, here, body.place, body.answers)
        if exercise.is_open:
            exercise = replace(exercise, draft=about_this(exercise))
        if body.press is not None:
            exercise = replace(exercise, draft=proposed(exercise, mine=body.press == "mine"))
        deal, contract = tuple(dealing(exercise, body.record)), tuple(_contract(exercise))
    parts = Section(say("theDeal"), deal), Section(say("theContract"), contract)
    return {"answers": to_builtins(exercise.draft), "parts": parts}


def _contract(at: Exercise) -> Iterator[Part]:
    president = at.state.president
    if not at.is_open:
        if at.state.phase != "deal":
            yield Note(say("contractDone"))
        yield Row((Button(("↩ ", say("backToDeal")), goes=1),))
    elif at.hidden and president not in (None, at.sheet.kept.seat):
        yield Note(say("contractOf", Player(president or 0)))
    else:
        yield from _president_and_cards(at)
        yield from _choices(at)
        yield from _asking(at)
        yield from _confirming(at)


def _president_and_cards(at: Exercise) -> Iterator[Part]:
    draft, state = at.draft, at.state
    fixed = state.president is not None or at.hidden
    seats = [at.seat] if fixed else SEATS
    yield Choice("seat", say("president"), tuple((each, Player(each)) for each in seats), must=True)
    cards = (*at.own, *at.kitty)
    name = say("cardsOf", Player(at.seat), len(cards))
    most = KITTY_SIZE if at.may_bury else 0
    yield Pick("discards", name, cards, most, say("buried"), at.kitty, say("kitty"))
    line = list[Part]()
    if state.phase == "auction" and not at.hidden:
        turned = {"kitty": not draft.kitty}
        line.append(Button(say("lookAtKitty"), sets=turned, on=draft.kitty))
    if at.may_bury:
        line.append(Note(say("discards", len(draft.discards))))
        if draft.discards:
            line.append(Button(("↶ ", say("takeAllBack")), sets={"discards": []}))
    yield Row(tuple(line))


def _choices(at: Exercise) -> Iterator[Part]:
    draft, settled = at.draft, at.state.phase == "friend"
    trumps = tuple((each, _trump(each)) for each in TRUMPS)
    yield Choice("trump", say("trump"), trumps, off=settled)
    yield Field("points", say("points"), (1, 20, 13), say("any"), off=settled)
    best = mighty(draft.trump or NO_TRUMP)
    usual: dict[str, Text] = {
        best: (say("mighty"), " ", Thing(best)),
        JOKER: ("☆ ", say("joker")),
        **{each: _FRIENDS[each] for each in (FIRST, NONE)},
    }
    others = (*(card for card in DECK if card not in usual), LAST, *(f"P{seat}" for seat in SEATS))
    menu = tuple((each, _friend(each, Named(each))) for each in others)
    yield Choice("friend", say("friend"), tuple(usual.items()))
    yield Choice("friend", say("otherCard"), menu, menu=say("otherCard"))
    yield Note(say("contractSettled" if settled else "leftOpen"))


def _trump(trump: str) -> Text:
    return Suit(trump) if trump in SUITS else say("noTrump")


def _friend(friend: str, card: Text) -> Text:
    seat = seat_named(friend)
    return _FRIENDS.get(friend, card) if seat is None else Player(seat)


def _asking(at: Exercise) -> Iterator[Part]:
    draft = at.draft
    chosen = draft.discards or draft.given != Given()
    mine = say("estimateMine" if draft.is_whole else "completeMine")
    yield Row(
        (
            Field("playouts", say("playouts"), (1, MOST_PLAYOUTS, PLAYOUTS)),
            Button(say("propose"), press="best", main=True),
            Button(mine, press="mine", off=not chosen),
        )
    )
    if draft.rows:
        yield Note(say("howToTakeOver"))
        best = sorted(draft.rows, key=lambda row: -row.plan.estimate.mean)
        yield Plans(say("plans"), say("takeOver"), tuple(_plan(at, row) for row in best))


def _plan(at: Exercise, row: Proposal) -> Plan:
    """Return the contract and the friend and, below them, the buried cards and another bid."""
    plan = row.plan
    text: Text = _bid(plan.contract or plan.bid or "")
    if plan.friend is not None:
        text = (text, " · ", _friend(plan.friend, Thing(plan.friend)))
    below = list[Text]()
    if plan.discards:
        below.append((say("buried"), " ", joined([Thing(each) for each in plan.discards])))
    if plan.contract is not None and plan.bid not in (None, plan.contract):
        below.append((say("bids"), " ", _bid(plan.bid or "")))
    whole = (say("mine"), " ", text) if row.mine else text
    return Plan(whole, tuple(below), taken_over(at.draft, plan), row.mine, plan.estimate)


def _bid(word: str) -> Text:
    contract = contract_of(word)
    return word if contract is None else (f"{contract.points} ", _trump(contract.trump))


def _confirming(at: Exercise) -> Iterator[Part]:
    """Yield the button that plays the contract: all actions up to it, or just the user's bid."""
    draft, place = at.draft, to_builtins(at.place)
    if at.hidden and at.state.phase == "auction":
        if at.state.turn != at.seat:
            yield Note(say("notYourTurn"))
            return
        ready = None not in (draft.trump, draft.points)
        body = {"place": place, "actions": {at.seat: f"{draft.points}{draft.trump}"}}
        yield Button(say("bidThis"), call=("play", body), main=True, off=not ready)
        if not ready:
            yield Note(say("whatIsMissingToBid"))
        return
    line = list[str]()
    why: Text = say("whatIsMissing")
    if draft.is_whole:
        try:
            line = [*at.find(draft.given, 1)[0].line]
        except ValueError as breach:
            why = str(breach)
    elif not at.may_bury and not draft.discards:
        why = (say("lookFirst"), " ", why)
    call = ("line", {"place": place, "line": line})
    yield Button(say("confirm"), call=call, main=True, off=not line)
    if not line:
        yield Note(why)
