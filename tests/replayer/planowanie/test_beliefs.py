"""The deals possible under a view of Planowanie, and views that no deal fits."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.findings import Finding
from kifu.replayer.planowanie.cards import HIDDEN, cards_of
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Result, Trick
from kifu.replayer.planowanie.rules import PlanowanieRules
from kifu.replayer.play.at_random import at_random
from kifu.replayer.rules import CHANCE
from kifu.validation.beginning import begun

from ...helpers import RANDOM, Json, only
from ..by_force import accused, fits, spread
from .helpers import FIRST, GAME, game

SPADES = "S"
HAND = ["2S", "3S", "4S", "5S", "6S", "2D", "3D", "4D", "2H", "3H", "4H", "2C", "3C"]
TOURNAMENT = {"deck": None, "seats": 4, "result": {"end": "stopped"}, "view": 0}


def hands(*hands: list[str], size: int) -> list[list[str]]:
    """Fill these hands up with unknown cards."""
    return [[*hand, *["??"] * (size - len(hand))] for hand in hands]


def seen(deal: Json, **header: Any) -> Finding:
    """Return the only finding in a view."""
    return only(game(deal, **header))


def test_eight_spades_that_are_nowhere() -> None:
    deal = {
        "hands": hands(HAND, ["4C"], ["5C"], ["6C"], size=13),
        "declarations": [0, 0, 0, 0],
        "tricks": [{"lead": 0, "cards": ["2S", "4C", "5C", "6C"]}],
    }
    found = seen(deal, **TOURNAMENT, plan=[[13, 0]])
    assert (found.code, found.severity, found.ply, found.player) == ("P302", "error", 8, 3)
    assert found.message.endswith("there is no room for all of these 8: 7S 8S 9S TS JS QS KS AS")


def test_a_record_that_is_nobodys_view_is_held_to_the_same() -> None:
    deal = {
        "hands": hands(HAND, ["4C"], ["5C"], ["6C"], size=13),
        "declarations": [0, 0, 0, 0],
        "tricks": [{"lead": 0, "cards": ["2S", "4C", "5C", "6C"]}],
    }
    found = seen(deal, **TOURNAMENT | {"view": None}, plan=[[13, 0]])
    assert (found.code, found.ply) == ("P302", 8)


def test_hands_that_nobody_wrote_down_are_held_to_the_same() -> None:
    # Player 0 does not follow when player 1 leads a diamond, but plays one later.
    tricks = [{"cards": ["AC", "TD", "QD"]}, {"cards": ["9D", "KC", "JD"]}]
    deal = {"declarations": [1, 0, 1], "tricks": tricks}
    found = only(game(FIRST, deal, result={"end": "complete"}))
    assert (found.code, found.pointer) == ("P302", "/deals/1/tricks/1/cards/0")


def without_hands() -> Record:
    """Return a deal with two cards of a trick and no hands recorded."""
    deal = {"declarations": [1, 0, 1], "tricks": [{"cards": [None, "TD", "QD"]}]}
    return kifu.loads(game(deal, plan=[[2, 1]], result={"end": "stopped"}), type=Record)


@pytest.mark.parametrize(("ply", "shown"), [(5, ["TD"]), (6, ["TD", "QD"])])
@pytest.mark.parametrize("player", [None, 0])
def test_hands_that_nobody_wrote_down_are_drawn_with_the_cards_that_were_played(
    ply: int, shown: list[str], player: int | None
) -> None:
    drawn = kifu.deals(without_hands(), player, ply).sample(Random(1))
    assert drawn.deals[0].hands is not None
    for card, hand in zip(shown, drawn.deals[0].hands[1:], strict=False):
        assert card in hand
    assert [each.code for each in kifu.validate(kifu.dumps(drawn))] == ["P205"]


def test_nothing_is_drawn_for_a_deal_that_a_player_was_not_shown() -> None:
    assert kifu.deals(without_hands(), None, 2).count() > 0
    with pytest.raises(ValueError, match="player 0 saw nothing of round 1 before ply 2"):
        kifu.deals(without_hands(), 0, 2)


def test_a_player_with_undealt_cards_may_lack_the_suit() -> None:
    deal = {
        "hands": hands(HAND[:12], ["4C"], ["5C"], ["6C"], size=12),
        "declarations": [0, 0, 0, 0],
        "tricks": [{"lead": 0, "cards": ["2S", "4C", "5C", "6C"]}],
    }
    found = seen(deal, **TOURNAMENT, plan=[[12, 0]])
    # Four cards were not dealt.
    assert found.code == "P302"
    ten = {
        "hands": hands(HAND[:10], ["4C"], ["5C"], ["6C"], size=10),
        "declarations": [0, 0, 0, 0],
        "tricks": [{"lead": 0, "cards": ["2S", "4C", "5C", "6C"]}],
    }
    assert kifu.validate(game(ten, **TOURNAMENT, plan=[[10, 0]])) == []


def test_a_suit_that_was_not_followed_is_played_later() -> None:
    """The rules alone detect this, as the card was in the hand."""
    deal = {
        "hands": hands(["9C", "AC"], ["9D", "TC"], ["TD"], size=2),
        "declarations": [0, 0, 0],
        "tricks": [
            {"lead": 0, "cards": ["9C", "9D", "TD"]},
            {"lead": 0, "cards": ["AC", "TC", None]},
        ],
    }
    found = seen(deal, plan=[[2, 0]], result={"end": "stopped"}, view=0)
    assert (found.code, found.ply) == ("P105", 5)


# Judged by trying all deals


def played(rng: Random) -> tuple[Record, list[tuple[int, str]]]:
    """Play a deal with a small deck up to some card, and return it with the cards played."""
    seats = rng.choice([2, 3, 3])
    deck = Deck("QKA", "CDH"[: rng.choice([2, 3])])
    plan = Planned(min(rng.choice([2, 3]), 3 * len(deck.suits) // seats), rng.randrange(seats))
    rules = PlanowanieRules(deck, seats, (plan,))
    state = rules.initial_state()
    state = rules.apply(state, {CHANCE: rules.sample(state, rng)}).state
    dealt = state.hands
    state = rules.apply(state, dict.fromkeys(range(seats), "0")).state
    plays: list[tuple[int, str]] = []
    for _ in range(rng.randint(1, seats * plan.cards - 1)):
        plays.append((state.turn, rng.choice(list(rules.legal_actions(state, state.turn)))))
        state = rules.apply(state, dict([plays[-1]])).state
    return recorded(deck, seats, plan, dealt, plays), plays


def recorded(
    deck: Deck,
    seats: int,
    plan: Planned,
    dealt: tuple[tuple[str, ...], ...],
    plays: list[tuple[int, str]],
) -> Record:
    """Return a deal that stops after these cards."""
    tricks = [dict(plays[at : at + seats]) for at in range(0, len(plays), seats)]
    deal = Deal(
        hands=dealt,
        declarations=(0,) * seats,
        tricks=tuple(
            Trick(lead=plays[number * seats][0], cards=tuple(map(trick.get, range(seats))))
            for number, trick in enumerate(tricks)
        ),
    )
    stopped = Result(end="stopped", totals=(0,) * seats)
    return Record(deck=deck, seats=seats, plan=(plan,), deals=(deal,), result=stopped)


def changed(seen: Record, plays: list[tuple[int, str]], rng: Random) -> Record:
    """Replace a card played by another player with one that nobody is known to hold."""
    (deal,) = seen.deals
    assert deal.hands is not None
    known = {card for hand in deal.hands for card in hand}
    free = [card for card in cards_of(seen.deck.ranks, seen.deck.suits) if card not in known]
    others = [at for at, (seat, _) in enumerate(plays) if seat != seen.view]
    if not free or not others:
        return seen
    at = rng.choice(others)
    (seat, old), new = plays[at], rng.choice(free)
    other = [*plays[:at], (seat, new), *plays[at + 1 :]]
    order = {card: n for n, card in enumerate(cards_of(seen.deck.ranks, seen.deck.suits))}
    shown = [new if card == old else card for card in deal.hands[seat] if card != HIDDEN]
    hand = (
        *sorted(shown, key=lambda card: order[card]),
        *[HIDDEN] * deal.hands[seat].count(HIDDEN),
    )
    dealt = (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])
    return replace(recorded(seen.deck, seen.seats, seen.plan[0], dealt, other), view=seen.view)


def count(seen: Record) -> int:
    """Count the deals by trying them all."""
    (deal,) = seen.deals
    assert deal.hands is not None
    known = {card for hand in deal.hands for card in hand}
    free = [card for card in cards_of(seen.deck.ranks, seen.deck.suits) if card not in known]
    sizes = [hand.count(HIDDEN) for hand in deal.hands]

    def wholes() -> Iterator[Record]:
        for each in spread(free, [*sizes, len(free) - sum(sizes)]):
            hands = tuple(
                tuple(card for card in (*hand, *cards) if card != HIDDEN)
                for hand, cards in zip(deal.hands or (), each, strict=False)
            )
            yield replace(seen, view=None, deals=(replace(deal, hands=hands),))

    return sum(fits(GAME, seen, [whole]) for whole in wholes())


@given(rng=RANDOM)
def test_every_deal_that_fits_is_counted_and_no_view_is_wrongly_accused(rng: Random) -> None:
    record, plays = played(rng)
    seen = kifu.view(record, rng.randrange(record.seats))
    if rng.random() < 0.7:
        seen = changed(seen, plays, rng)
    found = accused(seen, "P302")
    if found is None:
        return
    end = seen.seats + len(plays) + 1
    assert kifu.deals(seen, None, end).count() == count(seen)
    if not found:
        assert count(seen) > 0
    else:
        (ply,) = found
        assert ply is not None
        assert kifu.deals(seen, None, ply + 1).count() == 0
        assert kifu.deals(seen, seen.view, ply).count() > 0


@pytest.mark.parametrize("cards", [1, 4, 9])
def test_before_the_first_card_anything_is_possible(cards: int) -> None:
    rules = PlanowanieRules(Deck("9TJQKA", "CDH"), 2, (Planned(cards, 0),))
    state = rules.initial_state()
    dealt = rules.apply(state, {CHANCE: rules.sample(state, Random(1))}).state.hands
    whole = recorded(rules.deck, 2, rules.plan[0], dealt, [])
    for player in range(2):
        assert kifu.deals(whole, player, 3).count() == COMBINATIONS[cards]


COMBINATIONS = {1: 17, 4: 1001, 9: 1}
"""C(17, 1), C(14, 4), C(9, 9)."""


def test_cards_that_are_all_known_are_no_longer_hidden() -> None:
    start = begun("planowanie", {"plan": [[13, 0]]})
    record = at_random(replayer.game("planowanie"), start, Random(1))
    drawn = kifu.deals(record, player=2, ply=4 + 51).sample(Random(2))
    dealt = zip(drawn.deals[0].hands, record.deals[0].hands, strict=True)
    assert all(sorted(one) == sorted(other) for one, other in dealt)
