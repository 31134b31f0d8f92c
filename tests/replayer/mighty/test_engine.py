"""The engine, which works on numbers: the actions it finds legal, and the deals it accepts."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from kifu.replayer.mighty.cards import DECK, HIDDEN
from kifu.replayer.mighty.check import check
from kifu.replayer.mighty.check.recorded import DealRound, replay
from kifu.replayer.mighty.engine.engine import Engine
from kifu.replayer.mighty.engine.numbers import (
    BITS,
    CARD,
    FRIENDS,
    PLAY_OF,
    cards_in,
    numbers,
    words,
)
from kifu.replayer.mighty.engine.variant import variant_of
from kifu.replayer.mighty.generate import generate
from kifu.replayer.mighty.inference.meaning import meaning_of
from kifu.replayer.mighty.inference.partial import PartialRules
from kifu.replayer.mighty.record import Deal, Record
from kifu.replayer.mighty.rules.state import State
from kifu.replayer.replay.replayed import Replayed, replay_from

from ...campaign import examples, in_a_campaign
from ...helpers import RANDOM, codes
from .helpers import SPADES, Position, begun, run, text
from .test_oracle import some_deal, some_options


def engine_of(position: Position) -> Engine:
    """Return the engine of a position after the deal."""
    assert position.state.engine is not None
    return position.state.engine


def some_hidden(rng: Random) -> list[list[str]]:
    """Return a deal with some cards hidden, or with all cards except one pile hidden."""
    hides, seen = rng.choice([0, 0.3, 1]), rng.randrange(5)
    return [
        [card if seat == seen or rng.random() >= hides else HIDDEN for card in pile]
        for seat, pile in enumerate(some_deal(rng))
    ]


def moments(rng: Random) -> list[Position]:
    """Yield the positions of a deal played at random."""
    dealt = some_hidden(rng) if rng.random() < 0.5 else some_deal(rng)
    found = [begun(dealt, **some_options(rng))]
    while (legal := found[-1].legal) and found[-1].state.phase != "over":
        short = found[-1].state.phase == "auction" and "pass" in legal and rng.random() < 0.7
        found.append(found[-1].on(["pass" if short else rng.choice(legal)]))
    return found


@examples(25)
@given(RANDOM)
@in_a_campaign
def test_the_legal_cards_are_those_of_the_plays_that_break_no_rule(rng: Random) -> None:
    for now in moments(rng):
        if now.state.phase == "play" and rng.random() < 0.2:
            accepted = [word for word in PLAY_OF if now.broken(word) is None]
            mask = sum(BITS[card] for card in {PLAY_OF[word] & CARD for word in accepted})
            assert engine_of(now).legal_cards() == mask
            assert sorted(accepted) == sorted(now.legal)


@examples(40)
@given(RANDOM)
def test_the_legal_decisions_are_those_that_break_no_rule(rng: Random) -> None:
    calls = ["pass", "misdeal", *(f"{number}{trump}" for number in range(23) for trump in "SDHCN")]
    asked = {"auction": calls, "contract": calls, "friend": FRIENDS}
    for now in moments(rng):
        if now.state.phase in asked:
            accepted = [word for word in asked[now.state.phase] if now.broken(word) is None]
            assert sorted(accepted) == sorted(now.legal)


@examples(25)
@given(RANDOM)
def test_a_copy_is_played_on_apart(rng: Random) -> None:
    for now in moments(rng):
        before = engine_of(now)
        assert before == before.copy()
        kept = {name: getattr(before, name) for name in ("phase", "hands", "tricks", "plays")}
        kept = json.loads(json.dumps(kept))
        if now.legal:
            after = engine_of(now.on([rng.choice(now.legal)]))
            assert after != before
        assert kept == json.loads(json.dumps({name: getattr(before, name) for name in kept}))


def test_states_are_equal_under_equal_options_however_many_were_seen_meanwhile() -> None:
    first = begun(SPADES, bid_min=14)
    variant_of.cache_clear()
    assert begun(SPADES, bid_min=14) == first
    assert begun(SPADES, bid_min=13) != first
    assert hash(begun(SPADES, bid_min=14).state) == hash(first.state)


# Deals that the engine plays to their end


def spoilt(deal: Deal, rng: Random) -> Deal:
    """Change or remove some of a deal's cards, calls or marks."""
    for _ in range(rng.randrange(3)):
        deal = rng.choice([_with_card, _with_swap, _with_call, _without, _hidden])(deal, rng)
    return deal


def _with_card(deal: Deal, rng: Random) -> Deal:
    rows = [list(trick.cards) for trick in deal.tricks]
    if rows:
        rng.choice(rows)[rng.randrange(5)] = rng.choice(
            [*DECK, "JKH", "C3!", "JKX", "C3!!", "X", None]
        )
    return _with_rows(deal, rows)


def _with_swap(deal: Deal, rng: Random) -> Deal:
    """Swap the cards that a player played to two tricks."""
    rows, seat = [list(trick.cards) for trick in deal.tricks], rng.randrange(5)
    if rows:
        one, other = rng.choice(rows), rng.choice(rows)
        one[seat], other[seat] = other[seat], one[seat]
    return _with_rows(deal, rows)


def _with_rows(deal: Deal, rows: list[Any]) -> Deal:
    rows = [replace(old, cards=tuple(row)) for old, row in zip(deal.tricks, rows, strict=True)]
    return replace(deal, tricks=tuple(rows))


def _with_call(deal: Deal, rng: Random) -> Deal:
    bids = list(deal.bids or ())
    if bids:
        at, call = rng.randrange(len(bids)), rng.choice(["pass", "15H", "20N", "15X", "misdeal"])
        bids[at] = replace(bids[at], call=call)
    return replace(deal, bids=tuple(bids))


def _without(deal: Deal, rng: Random) -> Deal:
    field = rng.choice(["hands", "kitty", "bids", "discard", "contract", "friend", "president"])
    cut = rng.randrange(11)
    return replace(deal, tricks=deal.tricks[:cut]) if cut < 5 else replace(deal, **{field: None})


def _hidden(deal: Deal, rng: Random) -> Deal:
    hands = deal.hands and [
        tuple(card if rng.random() < 0.8 else HIDDEN for card in hand) for hand in deal.hands
    ]
    return replace(deal, hands=hands and tuple(hands))


def replays(record: Record, number: int = 1) -> list[Replayed[State]]:
    """Return the replays of a deal under all assumptions."""
    rules, meaning = PartialRules(record.rules), meaning_of(record, number)
    return [replay(rules, each) for each in meaning.rounds(meaning.deal).values()]


@examples(150)
@given(RANDOM)
@in_a_campaign
def test_it_comes_to_the_same_end_as_a_walk(rng: Random) -> None:
    record = generate(rng)
    deal = spoilt(record.deals[0], rng)
    for found in replays(replace(record, deals=(deal,))):
        *_, last = found.steps
        assert (found.last.ply, found.last.state, found.last.node) == (
            last.ply,
            last.state,
            last.node,
        )
        assert (found.last.actions, str(found.last.breach)) == (last.actions, str(last.breach))


@examples(60)
@given(RANDOM)
def test_a_check_finds_the_same_if_the_engine_stops_at_once(rng: Random) -> None:
    record = generate(rng)
    record = replace(record, deals=tuple(spoilt(deal, rng) for deal in record.deals))

    def walked(rules: PartialRules, played: DealRound) -> Replayed[State]:
        return replay_from(rules, played, played.start, 0)

    found = check.check(record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check, "replay", walked)
        assert check.check(record) == found


@examples(20)
@given(RANDOM)
def test_a_deal_is_checked_without_its_steps(rng: Random) -> None:
    record = generate(rng)
    for number in range(1, len(record.deals) + 1):
        (found,) = replays(record, number)
        assert found.last.breach is None
        assert found.last.state.outcome is not None
        assert "steps" not in vars(found)


def test_an_auction_ends_in_which_all_pass_after_a_word_that_is_no_call() -> None:
    bids = [[0, "fifteen"], *([seat % 5, "pass"] for seat in range(1, 6))]
    deal = {name: value for name, value in run(bids=bids).items() if name != "contract"}
    assert "M108" in codes(text(deal))


@pytest.mark.parametrize("field", ["friend", "tricks"])
@pytest.mark.parametrize("word", ["", "JKX", "C3!!", "SAH", "♠A", "10"])
def test_words_that_name_nothing_are_found_where_something_else_is_missing(
    field: str, word: str
) -> None:
    rest = {name: value for name, value in run().items() if name not in ("contract", "bids")}
    first, *more = rest["tricks"]
    trick = {"cards": [word, *first["cards"][1:]]}
    assert codes(text(rest | {field: word if field == "friend" else [trick, *more]}))


# Numbers


def test_a_card_has_one_number() -> None:
    for card in (*DECK, HIDDEN):
        assert words(numbers([card])) == (card,)


def test_a_mask_lists_its_cards_in_the_order_of_the_deck() -> None:
    assert words(cards_in(sum(BITS[number] for number in numbers(DECK)))) == DECK
