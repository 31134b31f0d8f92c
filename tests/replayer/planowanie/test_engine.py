"""The engine, which plays a deal while it is legal, agrees with a walk through the same deal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.replayer.planowanie.cards import HIDDEN, Cards, cards_of, deal_breaches
from kifu.replayer.planowanie.check import recorded
from kifu.replayer.planowanie.check.check import check
from kifu.replayer.planowanie.check.recorded import recorded_round, replay
from kifu.replayer.planowanie.engine.pack import pack, plain_engine
from kifu.replayer.planowanie.engine.pack import table as deal_out
from kifu.replayer.planowanie.generate import SMALL
from kifu.replayer.planowanie.generate import play as play_game
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Trick
from kifu.replayer.planowanie.rules import PlanowanieRules, deal_action, dealt
from kifu.replayer.planowanie.state import State
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.round import first_breach, seen, walk
from kifu.replayer.rules import CHANCE

from ...campaign import examples
from ...helpers import RANDOM

WIDE = Deck("".join(map(chr, range(0x4E00, 0x4E00 + 40))), "CDH")
"""More cards than a machine word has bits."""

DECKS = [Deck(), SMALL, Deck("QKA", "CD"), Deck("23", "CDHSX"), Deck("23456789TJQKA", "C"), WIDE]


def some_rules(rng: Random) -> PlanowanieRules:
    deck, players = rng.choice(DECKS), rng.choice([2, 3, 4])
    most = min(len(deck.ranks) * len(deck.suits) // players, 6)
    plan = [Planned(rng.randint(1, most), rng.randrange(players)) for _ in range(2)]
    return PlanowanieRules(deck, players, tuple(plan))


def partly_hidden(rng: Random, hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Hide some or all cards of hands other than player 0's."""
    share = rng.choice([0, 0, 0.3, 1])
    return tuple(
        tuple(HIDDEN if seat and rng.random() < share else card for card in hand)
        for seat, hand in enumerate(hands)
    )


def spoilt(rng: Random, deal: Deal) -> Deal:
    """Return a deal that may be wrong, stop early, or hide cards."""
    said, tricks = list(deal.declarations or ()), list(deal.tricks)
    seat = rng.randrange(len(said))
    if rng.random() < 0.2:
        said[seat] = rng.choice([None, -1, 0, 7])
    for _ in range(rng.choice([0, 1, 2])):
        at = rng.randrange(len(tricks))
        cards, others = list(tricks[at].cards), rng.choice(tricks).cards
        cards[seat] = rng.choice([None, "", "XX", HIDDEN, *cards, *others])
        lead = rng.choice([tricks[at].lead, tricks[at].lead, None, seat])
        tricks[at] = replace(tricks[at], lead=lead, cards=tuple(cards))
    if rng.random() < 0.2:
        rng.shuffle(tricks)
    if rng.random() < 0.2:
        tricks = rng.choice([tricks[:-1], [*tricks, tricks[0]]])
    hands = partly_hidden(rng, deal.hands or ())
    if rng.random() < 0.1:
        hands = ((rng.choice(["XX", hands[1][0]]), *hands[0][1:]), *hands[1:])
    return replace(deal, hands=hands, declarations=tuple(said), tricks=tuple(tricks))


def misreported(rng: Random, deal: Deal) -> Deal:
    """Change or remove marks, points, clocks or a variation of a deal."""
    at, seat = rng.randrange(len(deal.tricks)), rng.randrange(len(deal.points or ()))
    mark = {rng.choice(["lead", "winner"]): rng.choice([None, seat, -1])}
    marked = (*deal.tricks[:at], replace(deal.tricks[at], **mark), *deal.tricks[at + 1 :])
    clocks = list(deal.clocks or ())
    clocks[seat] = rng.choice([(), clocks[seat][1:], (*clocks[seat], 0)])
    changes: list[dict[str, object]] = [
        {"tricks": marked},
        {"points": rng.choice([None, (0,) * len(clocks), (deal.points or ())[1:]])},
        {"clocks": rng.choice([None, tuple(clocks), tuple(clocks[1:])])},
        {"hands": rng.choice([None, partly_hidden(rng, deal.hands or ())])},
        {"variations": (Variation(ply=1, actions=("9",)),)},
        {},
    ]
    return replace(deal, **rng.choice(changes))


def spoilt_game(rng: Random) -> Record:
    record = play_game(some_rules(rng), rng)
    deals = [rng.choice([spoilt, misreported])(rng, deal) for deal in record.deals]
    if rng.random() < 0.2:
        deals = [rng.choice(record.deals), *deals]
    return replace(record, view=rng.choice([None, None, 0]), deals=tuple(deals))


@examples(60)
@given(RANDOM)
def test_it_comes_to_the_same_end_as_a_walk(rng: Random) -> None:
    rules = some_rules(rng)
    deal = spoilt(rng, play_game(rules, rng).deals[0])
    if rng.random() < 0.3:
        rules = replace(rules, leads=tuple(trick.lead for trick in deal.tricks))
    steps = tuple(walk(rules, recorded_round(rules, deal, 0, (0,) * rules.players)))
    found, last = replay(rules, deal, 0, (0,) * rules.players), steps[-1]
    assert (found.last.ply, found.last.state) == (last.ply, last.state)
    assert (found.last.node, found.last.actions) == (last.node, last.actions)
    assert str(found.last.breach) == str(last.breach)
    assert [each.state for each in found.steps] == [each.state for each in steps]
    for player in range(rules.players):
        assert rules.shown(last.state, player) == seen(steps, player)


@examples(60)
@given(RANDOM)
def test_it_only_vouches_for_what_a_walk_finds_nothing_in(rng: Random) -> None:
    record = spoilt_game(rng)

    def not_at_all(_: PlanowanieRules, __: Deal, start: State) -> tuple[State, int]:
        return start, 0

    def never(*_: object) -> None:
        return None

    found = check(record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded, "played", not_at_all)
        patch.setattr("kifu.replayer.planowanie.check.deal.sound_end", never)
        assert check(record) == found


def test_it_vouches_for_no_deal_that_cannot_have_been() -> None:
    """Player 1, whose hand is hidden, does not follow D, but plays one in the next trick."""
    for card, wrong in (("JH", []), ("JD", ["P302"])):
        tricks = [Trick(cards=("9D", "9H")), Trick(cards=("TD", card))]
        hands = (("9D", "TD"), (HIDDEN, HIDDEN))
        deal = Deal(hands=hands, declarations=(0, 0), tricks=tuple(tricks))
        record = Record(deck=SMALL, seats=2, plan=(Planned(2, 0),), deals=(deal,))
        found = check(record).findings
        assert [each.code for each in found] == wrong


@examples(30)
@given(RANDOM)
def test_legal_actions_break_no_rule(rng: Random) -> None:
    """Play a random deal, perhaps with hidden cards, by both the rules and the engine."""
    rules = some_rules(rng)
    state, deck = rules.initial_state(), pack(rules.deck.ranks, rules.deck.suits)
    hands = partly_hidden(rng, dealt(rules.sample(state, rng)))
    state = rules.apply(state, {CHANCE: deal_action(hands)}).state
    table = deal_out(deck, rules.plan[0].cards, rules.plan[0].start, hands)
    said = {seat: rng.choice(rules.legal_actions(state, seat)) for seat in range(rules.players)}
    table.declare(list(map(int, said.values())))
    state = rules.apply(state, said).state
    while state.phase == "play":
        for player in range(rules.players):
            free = [card for card in deck.words if not first_breach(rules, state, {player: card})]
            assert rules.legal_actions(state, player) == free
        assert deck.named(table.legal()) == rules.legal_actions(state, state.turn)
        card = rng.choice(rules.legal_actions(state, state.turn))
        state = rules.apply(state, {state.turn: card}).state
        table.play(deck.numbers[card])
        assert (state.deal, hash(state.deal)) == (table, hash(table))
    assert state.totals == table.points
    assert sorted(state.played) == sorted({*state.played})
    assert all(hand == () for hand in state.hands)


@given(RANDOM)
def test_hands_can_be_dealt_if_no_rule_says_why_not(rng: Random) -> None:
    deck, players, cards = rng.choice(DECKS), rng.choice([2, 3]), rng.choice([1, 2])
    words = [*rng.sample(cards_of(deck.ranks, deck.suits), 4), HIDDEN, HIDDEN, "XX"]
    hands = [tuple(rng.choices(words, k=cards)) for _ in range(players)]
    if rng.random() < 0.2:
        hands.append(hands[0][:1])
    sound = not any(deal_breaches((deck.ranks, deck.suits), players, cards, hands))
    assert pack(deck.ranks, deck.suits).can_be_dealt(players, cards, hands) == sound


@given(st.permutations(["9C", "TC", "9D", "TD"]))
def test_cards_of_no_deck_are_carried_out(cards: list[str]) -> None:
    """Such cards are never trumps, and follow a lead only if their suit matches."""
    rules = PlanowanieRules(Deck("9TJ", "CD"), 2, (Planned(2, 0),))
    hands = (tuple(cards[:2]), tuple(cards[2:]))
    state = rules.apply(rules.initial_state(), {CHANCE: deal_action(hands)}).state
    state = rules.apply(state, {0: "0", 1: "0"}).state
    state = rules.apply(state, {0: "XS"}).state
    assert (state.led, state.hands) == ("S", hands)
    assert sorted(rules.legal_actions(state, 1)) == sorted(cards[2:])
    state = rules.apply(state, {1: "YD"}).state
    assert [(each.cards, each.winner) for each in state.tricks] == [(("XS", "YD"), 0)]
    state = rules.apply(rules.apply(state, {0: "9D"}).state, {1: "XC"}).state
    assert (state.played, state.tricks[1].winner) == (("XS", "YD", "9D", "XC"), 1)
    assert state.totals == (1, 1)


def test_a_trick_is_led_by_whom_it_is_marked_for() -> None:
    """Player 1 takes both tricks, whoever leads the second."""
    deck = pack("9TJ", "CD")
    tricks = [[deck.numbers[card] for card in cards] for cards in (("9C", "TC"), ("9D", "TD"))]
    for marked, lead in (((), 1), ((0,), 1), ((0, None), 1), ((0, 0), 0)):
        table = deal_out(deck, 2, 0, (("9C", "9D"), ("TC", "TD")))
        table.declare((0, 2))
        table.play_tricks(tricks, marked)
        assert (table.leads[:2], table.winners, table.points) == ([0, lead], [1, 1], (2, 4))


@examples(60)
@given(RANDOM)
def test_large_decks_are_played_alike(rng: Random) -> None:
    """Play a deal, perhaps with hidden cards, by the compiled engine and by its Python source."""
    rules = some_rules(rng)
    planned, deck = rules.plan[0], pack(rules.deck.ranks, rules.deck.suits)
    hands = partly_hidden(rng, dealt(rules.sample(rules.initial_state(), rng)))
    other = plain_engine().Pack(*deck.deck)
    tables = [each.table(planned.cards, planned.start, hands) for each in (deck, other)]
    said = [rng.randint(0, planned.cards) for _ in range(rules.players)]
    for table in tables:
        table.declare(said)
    while not tables[0].over:
        asked = [(seat, card) for seat in range(rules.players) for card in range(-1, deck.size + 1)]
        breaches = [[table.breach(*each) for each in asked] for table in tables]
        assert breaches[0] == breaches[1]
        played = [each for each in asked if 0 <= each[1] < deck.size]
        legal = [each for each in played if not tables[0].breach(*each)]
        seat, card = rng.choice(legal if legal and rng.random() < 0.9 else played)
        for table in tables:
            table.turn = seat
            table.play(card)
    # The first value, the pack, is left out: builds do not recognise each other's packs.
    assert tables[0].values()[1:] == tables[1].values()[1:]
    assert tables[0].points == tables[1].points


def test_a_copy_is_played_on_apart() -> None:
    deck = pack("9TJ", "CD")
    table = deal_out(deck, 2, 0, (("9C", "TD"), ("TC", HIDDEN)))
    table.declare((1, 1))
    other = table.copy()
    other.play_tricks([[deck.numbers["9C"], deck.numbers["JC"]], [-1, deck.numbers["TC"]]])
    assert (table.played, table.hiding[:2], other.hiding[:2]) == ([], [0, 1], [0, 0])
    assert (other.leads, other.winners, other.turn, other.points) == ([0, 1], [1], 0, None)
    assert other != table


def test_a_declaration_may_be_any_number() -> None:
    deck = pack("9TJ", "CD")
    table = deal_out(deck, 1, 0, (("9C",), ("TC",)))
    table.declare((10**30, 1))
    table.play_tricks([[deck.numbers["9C"], deck.numbers["TC"]]])
    assert table.points == (0, 2)
