"""The deals possible under a view of Mighty, and views that no deal fits."""

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.mighty.cards import DECK, HIDDEN, JOKER, SUITS, card_of
from kifu.replayer.mighty.options import resolved
from kifu.replayer.mighty.record import Deal, Record, Trick
from kifu.replayer.mighty.rules.state import Bid, State

from ...helpers import RANDOM, Json, codes, only
from ..by_force import accused, is_sound, spread
from .helpers import Position, decided, text

GAME = replayer.game("mighty")
CODE = "M603"
H = ["??"] * 10


def seen(own: str, *tricks: Json, view: int = 1, **more: Any) -> str:
    """Return a view of a player who holds the hand `own`, after the president bid 15♥."""
    bidder = more.get("president", 0)
    deal: Json = {
        "dealer": 0,
        "hands": [own.split() if seat == view else H for seat in range(5)],
        "kitty": 3 * ["??"],
        "bids": [[seat, "15H" if seat == bidder else "pass"] for seat in range(5)],
        "president": 0,
        "discard": 3 * ["??"],
        "contract": "15H",
        "friend": "first",
        "tricks": tricks,
    }
    options = {"rules": more.pop("rules")} if "rules" in more else {}
    said = {key: value for key, value in (deal | more).items() if value is not None}
    return text(said, view=view, **options)


def trick(lead: int, cards: str) -> Json:
    """Return a trick given in seat order; `.` is a card not played yet."""
    return {"lead": lead, "cards": [None if card == "." else card for card in cards.split()]}


def buried(cards: str) -> Json:
    """Return a kitty that the president took and buried again."""
    return {"kitty": cards.split(), "discard": cards.split()}


ELEVEN_CLUBS = "there is no room for all of these 11: CA CK CQ CJ CT C7 C6 C5 C4 C3 C2"
SIX_HEARTS = "HA HK HQ HJ HT H9 S2 S3 S4 S5"

IMPOSSIBLE: dict[str, tuple[str, int, str]] = {
    "eleven clubs, and three places where they can be": (
        seen(
            "SA C8 C9 D2 D3 D4 S2 S3 S4 DA",
            trick(0, "D5 DA D6 D7 D8"),
            trick(1, "H2 C8 H3 H4 H5"),
        ),
        18,
        ELEVEN_CLUBS,
    ),
    "eleven clubs, seen by the president": (
        seen(
            "SA C8 C9 D2 D3 D4 S2 S3 S4 S5",
            trick(1, "D5 C8 D6 D7 D8"),
            president=1,
            **buried("S6 S7 S8"),
        ),
        12,
        ELEVEN_CLUBS,
    ),
    "a called joker that nobody holds": (
        seen(
            "C3 DA S2 S3 S4 S5 S6 S7 S8 S9",
            trick(0, "DA D5 D6 D7 D8"),
            trick(0, "C3! C4 C5 C6 C7"),
            view=0,
            **buried("D2 D3 D4"),
        ),
        18,
        "there is no room for JK",
    ),
    "a trump led to the first trick by a player with other cards": (
        seen(SIX_HEARTS, trick(0, "H2 H9 . . .")),
        9,
        "C7 C6 C5 C4 C3 C2",
    ),
    "spades and the Mighty that nobody holds": (
        seen(
            "S3 DK H2 H3 H4 D2 D3 D4 D5 D6",
            trick(0, "S3 C8 C9 CT CJ"),
            view=0,
            **buried("C5 C6 C7"),
        ),
        12,
        "there is no room for all of these 12: SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S2",
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_views_that_no_deal_allows(case: tuple[str, int, str]) -> None:
    view, ply, why = case
    found = only(view)
    assert (found.code, found.severity, found.ply) == (CODE, "error", ply)
    assert found.message.startswith("no deal agrees with what is seen up to here: ")
    assert found.message.endswith(why)


POSSIBLE = {
    "eleven clubs, of which P2 can have ten": seen(
        "SA C8 C9 D2 D3 D4 S2 S3 S4 DA",
        trick(0, "D5 DA D6 D7 D8"),
        trick(1, "H2 C8 C2 H4 H5"),
    ),
    "a called joker that was buried": seen(
        "D2 S2 S3 S4 S5 S6 S7 S8 S9 C2",
        trick(0, "DA D2 D6 D7 D8"),
        trick(0, "C3! C2 C5 C6 C7"),
    ),
    "a called joker that is kept for the Mighty": seen(
        "D2 S2 S3 S4 S5 S6 S7 S8 S9 C2",
        trick(0, "DA D2 D6 D7 D8"),
        trick(0, "C3! C2 SA C6 C7"),
    ),
    "a trump led to the first trick": seen(
        "HA HK DQ DJ DT D9 S2 S3 S4 S5", trick(0, "H2 HA . . .")
    ),
    "the only spade kept for the Mighty, played before it": seen(
        "DA S2 S6 S7 S8 S9 H2 H3 H4 H5",
        trick(0, "D5 DA D6 D7 D8"),
        trick(1, "JK S2 S3 S4 S5"),
        trick(0, "ST S6 SQ SJ SK"),
        trick(4, "SA H2 C3 C4 C2"),
        trick(0, "D2 H3 D3 D4 D9"),
        trick(1, "C5 S7 C6 C7 C8"),
        rules={"mighty_forced_with_joker": "mighty-must"},
    ),
    "nothing but calls": seen(
        "D2 S2 S3 S4 S5 S6 S7 S8 S9 C2",
        bids=[[0, "15H"], [1, "pass"]],
        president=None,
        discard=None,
        contract=None,
        friend=None,
    ),
}


@pytest.mark.parametrize("view", POSSIBLE.values(), ids=POSSIBLE.keys())
def test_views_that_a_deal_allows(view: str) -> None:
    assert codes(view) == []


def test_the_mighty_that_a_joker_reveals_not_to_be_held_may_be_buried() -> None:
    """P0 need not hold another spade: all ways to deal 35 hidden cards are possible."""
    view = seen(
        "DA S2 S6 S7 S8 S9 H2 H3 H4 H5",
        trick(0, "D5 DA D6 D7 D8"),
        trick(1, "JK S2 S3 S4 S5"),
        rules={"mighty_forced_with_joker": "mighty-must"},
    )
    deals = kifu.deals(kifu.loads(view), player=1, ply=19)
    assert deals.count() == factorial(35) // (factorial(8 + 3) * factorial(8) ** 3)


# The president's view with an unrecorded burial

UNKNOWN_BURIAL: dict[str, Any] = {"kitty": ["S9", "ST", "SJ"], "discard": None, "view": 0}
PRESIDENTS = "DA D2 D3 H2 H3 S2 S3 S4 S5 S6"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("DA D3 D6 D7 D8", "P1 does not hold D3: it was dealt to P0"),
        ("DA D4 D6 SJ D8", "P3 does not hold SJ: it was in the kitty, which P0 took"),
        ("DK D4 D6 D7 D8", "P0 does not hold DK: all cards of P0 are known"),
    ],
)
def test_the_presidents_hand_is_known_without_the_buried_cards(cards: str, why: str) -> None:
    found = only(seen(PRESIDENTS, trick(0, cards), **UNKNOWN_BURIAL))
    assert (found.code, found.message) == ("M302", why)


def test_the_president_buries_no_more_than_three_of_a_suit() -> None:
    tricks = [trick(0, "DA D4 D6 D7 DK"), trick(0, "HA H3 HK H5 H6")]
    assert codes(seen("DA HA D3 H2 H3 H4 S3 S4 S5 S6", tricks[0], **UNKNOWN_BURIAL)) == []
    led = trick(1, "S2 CA C2 C4 C5")
    won = trick(0, "D2 DA D6 D7 D8")
    hand = "D2 C6 C7 C8 S2 S3 S4 S5 S6 S7"
    assert codes(seen(hand, won, led, **UNKNOWN_BURIAL)) == []
    found = only(seen(hand.replace("S7", "C9"), won, led, **UNKNOWN_BURIAL))
    assert (found.code, found.ply) == (CODE, 17)


def test_a_suit_that_was_not_followed_and_is_played_later_breaks_a_rule_of_play() -> None:
    view = seen(
        "D2 D3 D4 S2 S3 S4 S5 S6 S7 S8",
        trick(0, "DA D2 C6 D7 D8"),
        trick(0, "DK D3 D9 . ."),
    )
    assert codes(view) == ["M303"]


def test_tables_without_hands_are_held_to_the_same() -> None:
    table = (
        "Contract: 15H\nFriend: none\nDiscard: ♠2 ♠3 ♠4\n"
        "R  P0!  P1 P2 P3 P4\n1  (♣4  ♦2 ♦3 ♦4 ♦5*\n"
    )
    assert CODE not in codes(table)


# Judged by trying all deals

HIDES = 6
"""The maximum number of hidden cards, as more would take too long to try."""


def some_options(rng: Random) -> dict[str, Any]:
    return {
        "t1_lead_joker": rng.choice(["forbidden", "allowed"]),
        "t1_lead_caller": rng.choice(["forbidden", "as-plain-card"]),
        "t1_stuck": rng.sample(["caller", "trumps", "joker"], rng.randint(0, 3)),
        "joker_dead_in": rng.choice([[1, 10], [], [2, 5, 10]]),
        "t1_joker_follow": rng.choice(["dead", "forbidden"]),
        "mighty_forced_with_joker": rng.choice(["joker-may-be-played", "mighty-must"]),
        "t10_joker_lead": rng.choice(["names-suit", "next-card-sets-suit"]),
        "mighty_defence": rng.random() < 0.5,
        "caller_when_clubs": rng.choice(["H3", "S3"]),
    }


def some_piles(rng: Random) -> list[tuple[str, ...]]:
    """Return five hands and a kitty, often with hands that are long in a suit."""
    deck = rng.sample(DECK, len(DECK))
    if rng.random() < 0.5:
        deck.sort(key=lambda card: card[0] if rng.random() < 0.8 else rng.choice("SDHC"))
    piles = [tuple(deck[seat * 10 :][:10]) for seat in range(5)]
    return [*rng.sample(piles, 5), tuple(deck[50:])]


def some_view(rng: Random) -> Record:
    """Return a view up to one of the last tricks, with special cards played more often.

    After a while, other players play what their hidden hands could hold, so there may or may not
    be a deal that fits.
    """
    options, piles, trump = some_options(rng), some_piles(rng), rng.choice("SDHCN")
    viewer, discard = rng.randrange(5), tuple(rng.sample([*piles[0], *piles[5]], 3))
    # The president may have recorded the deal without the burial.
    unseen_burial = viewer == 0 and rng.random() < 0.5
    now = decided(piles, f"15{trump}", " ".join(discard), "first", **options)
    number, dreams = rng.randint(38, 49), rng.choice([50, 35, 20, 5])
    lacks: list[set[str]] = [set() for _ in range(5)]
    for ply in range(number):
        if ply == dreams:
            now = Position(now.rules, masked(now.state, viewer, unseen_burial))
        assert now.state.engine is not None
        suit = [*SUITS, None][now.state.engine.led]
        # A player who plays a suit after not following it breaks a rule of play.
        legal = [play for play in now.legal if play[0] not in lacks[now.state.turn]]
        special = [play for play in legal if play[:2] == JOKER or play.endswith("!")]
        other = [play for play in legal if play[0] != suit]
        choice = rng.choice([special, other, legal, legal]) or legal
        if not choice:
            break
        play = rng.choice(choice)
        if suit is not None and play[0] not in (suit, JOKER[0]):
            lacks[now.state.turn].add(suit)
        now = now.on([play])
    view = recorded(now, piles, discard, options, viewer)
    return without_burial(view) if unseen_burial else view


def masked(state: State, viewer: int, unseen_burial: bool) -> State:
    """Return a state in which the cards that a viewer has not seen are hidden."""
    dealt, hands = (
        tuple(hand if seat == viewer else (HIDDEN,) * len(hand) for seat, hand in enumerate(each))
        for each in (state.dealt, state.hands)
    )
    discard, kitty = state.discard, state.kitty
    if state.president != viewer:
        kitty = discard = (HIDDEN,) * 3
    elif unseen_burial:
        hands, discard = tuple((HIDDEN,) * len(hand) for hand in hands), (HIDDEN,) * 3
    return state.knowing(dealt=dealt, hands=hands, kitty=kitty, discard=discard)


def without_burial(view: Record) -> Record:
    """Remove the burial from a view, as if it were not recorded."""
    (deal,) = view.deals
    return replace(view, deals=(replace(deal, discard=None),))


def recorded(
    now: Position,
    piles: list[tuple[str, ...]],
    discard: tuple[str, ...],
    options: dict[str, Any],
    viewer: int,
) -> Record:
    """Return a view of a deal with P0 as president."""
    state = now.state
    rows = [(trick.lead, trick.plays, trick.winner) for trick in state.tricks]
    tricks = [
        Trick(lead=lead, cards=cards_of(lead, plays), winner=winner) for lead, plays, winner in rows
    ]
    if state.table:
        tricks.append(Trick(lead=state.lead, cards=cards_of(state.lead, state.table)))
    presides = viewer == 0
    deal = Deal(
        dealer=0,
        hands=tuple(piles[seat] if seat == viewer else (HIDDEN,) * 10 for seat in range(5)),
        kitty=piles[5] if presides else (HIDDEN,) * 3,
        bids=tuple(Bid(seat, "pass" if seat else str(state.contract)) for seat in range(5)),
        president=0,
        discard=discard if presides else (HIDDEN,) * 3,
        contract=str(state.contract),
        friend="first",
        friend_player=state.friend_player,
        tricks=tuple(tricks),
    )
    return Record(rules=resolved(options), view=viewer, deals=(deal,))


def cards_of(lead: int, plays: tuple[str, ...]) -> tuple[str | None, ...]:
    """Return the cards of a trick in seat order."""
    played = {(lead + place) % 5: play for place, play in enumerate(plays)}
    return tuple(map(played.get, range(5)))


def free(view: Record) -> list[str]:
    """Return the cards that have not been seen."""
    (deal,) = view.deals
    assert deal.hands is not None
    piles = [*deal.hands, deal.kitty or (), deal.discard or ()]
    played = [card_of(play) for trick in deal.tricks for play in trick.cards if play is not None]
    return [card for card in DECK if card not in {*played, *(c for pile in piles for c in pile)}]


def count(view: Record) -> int:
    """Count the deals by trying them all; the president's hand and burial count as one place."""
    (deal,) = view.deals
    assert deal.hands is not None
    own: list[list[str]] = [[] for _ in range(5)]
    for trick in deal.tricks:
        for seat, play in enumerate(trick.cards):
            own[seat] += [] if play is None else [card_of(play)]
    hidden_discard = list(deal.discard or ()).count(HIDDEN)
    unseen_burial = view.view == 0 and hidden_discard > 0
    left = [card for card in (*deal.hands[0], *(deal.kitty or ())) if card not in own[0]]
    sizes = [
        0 if seat == view.view else 10 - len(own[seat]) + (hidden_discard if seat == 0 else 0)
        for seat in range(5)
    ]

    def wholes(dealt: tuple[tuple[str, ...], ...]) -> Iterator[Record]:
        for chosen in combinations(left if unseen_burial else dealt[0], hidden_discard):
            discard = chosen or deal.discard or ()
            hands = [
                tuple(deal.hands[seat]) if deal.hands and seat == view.view else (*own[seat], *more)
                for seat, more in enumerate(dealt)
            ]
            kitty = deal.kitty
            if hidden_discard and not unseen_burial:
                kitty, hands[0] = discard, tuple(card for card in hands[0] if card not in discard)
            whole = replace(deal, hands=tuple(hands), kitty=kitty, discard=discard)
            yield replace(view, view=None, deals=(whole,))

    def is_seen_in(whole: Record) -> bool:
        shown = kifu.view(whole, view.view or 0)
        return (without_burial(shown) if unseen_burial else shown) == view

    return sum(
        any(is_sound(GAME, whole) and is_seen_in(whole) for whole in wholes(dealt))
        for dealt in spread(free(view), sizes)
    )


@given(rng=RANDOM)
def test_every_deal_that_fits_is_counted_and_no_view_is_wrongly_accused(rng: Random) -> None:
    view = some_view(rng)
    if len(free(view)) > HIDES:
        return
    found = accused(view, CODE)
    if found is None:
        return
    (line,) = kifu.replay(view)
    assert GAME.beliefs is not None
    right = count(view)
    assert GAME.beliefs.belief(view, 1, line.steps).count() == right
    assert (not found) == (right > 0)
    if found:
        upto = line.steps.index(line.at(found[0] or 1))
        assert GAME.beliefs.belief(view, 1, line.steps[: upto + 1]).count() > 0
