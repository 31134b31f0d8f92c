"""Random games with random decks, compared with an independent implementation of the rules."""

from random import Random

from hypothesis import given

import kifu
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Result
from kifu.replayer.planowanie.rules import PlanowanieRules, deal_action
from kifu.replayer.planowanie.state import State
from kifu.replayer.rules import CHANCE, Chance, Decision, IllegalAction, Terminal

from ...helpers import RANDOM, codes
from .helpers import cards_in_seats
from .oracle import Table

CHARACTERS = [*"23456789TJQKACDHS?=#0\\\"'", *"♠♥♦♣王ąß\u0301\u200b\u202e\U0001f0a1\U00010000"]
JUNK = ["", "?", "??", "-1", "00", "+1", "1.0", "٣", "1 ", "²", "T", "TDD", "\n", "=", "99"]
MOST_CARDS = 60


def some_deck(rng: Random) -> tuple[str, str]:
    """Return ranks and suits: often the same characters, sometimes one suit or one rank."""
    size = rng.choice([1, 1, 2, 3, 4, 4, 6])
    suits = rng.sample(CHARACTERS, size)
    ranks = rng.sample(CHARACTERS, rng.randint(-(-4 // size), min(MOST_CARDS // size, 25)))
    if "?" in ranks and "?" in suits:
        ranks.remove("?")
        ranks.append("\u2603")
    return "".join(ranks), "".join(suits)


def some_game(rng: Random) -> Table:
    ranks, suits = some_deck(rng)
    players = rng.choice([2, 3, 4])
    most = len(ranks) * len(suits) // players
    few = rng.choice([min(3, most), min(8, most), most])
    plan = [(rng.randint(1, few), rng.randrange(players)) for _ in range(rng.randint(1, 3))]
    return Table(ranks, suits, players, plan)


def some_hands(rng: Random, table: Table) -> list[list[str]]:
    """Return more or less shuffled cards: long suits and voids make rare cases more frequent."""
    noise = rng.choice([1000, 20, 4])
    suits = rng.sample(table.suits, len(table.suits))
    order = {card: 8 * suits.index(card[1]) + rng.random() * noise for card in table.deck()}
    cards, count = sorted(table.deck(), key=order.__getitem__), table.cards()
    return [cards[count * seat : count * (seat + 1)] for seat in table.players]


def code(rules: PlanowanieRules, state: State, player: int, word: str) -> str | None:
    try:
        rules.verify(state, player, word)
    except IllegalAction as breach:
        return breach.rule.code
    return None


def compare(rng: Random, table: Table, rules: PlanowanieRules, state: State) -> None:
    """Compare the legal actions, and why other actions are illegal, with the oracle's verdicts."""
    node = rules.node(state)
    assert isinstance(node, Decision)
    assert list(node.players) == (table.players if table.phase == "declare" else [table.turn()])
    words = sorted({*table.deck(), *map(str, range(table.cards() + 2)), *JUNK})
    own = [] if table.phase == "declare" else table.hands[table.turn()]
    for player in [-2, *table.players, len(table.players)]:
        legal = sorted(word for word in words if table.broken(player, word) is None)
        if player in table.players:
            assert sorted(rules.legal_actions(state, player)) == legal
        for word in [*rng.sample(words, 6), *own]:
            assert code(rules, state, player, word) == table.broken(player, word), (player, word)


def compare_deals(rng: Random, table: Table, rules: PlanowanieRules, state: State) -> None:
    """Compare valid and damaged deals with the oracle."""
    assert isinstance(rules.node(state), Chance)
    for _ in range(3):
        hands = some_hands(rng, table)
        for _ in range(rng.randrange(3)):
            hand = rng.choice(hands)
            other = rng.choice([*table.deck(), *JUNK[4:8], "TDD"])
            hand[rng.randrange(len(hand))] = "".join(other.split())
        if rng.random() < 0.2:
            rng.choice([hands[0], hands[-1], hands]).pop()
        if all(hands):
            assert code(rules, state, CHANCE, deal_action(hands)) == table.broken_deal(hands)


def play(rng: Random, table: Table) -> Record:
    """Play a game to its end, comparing along the way, and record it."""
    deck, plan = Deck("".join(table.ranks), "".join(table.suits)), table.plan
    rules = PlanowanieRules(deck, len(table.players), tuple(Planned(*each) for each in plan))
    state, deals = rules.initial_state(), list[Deal]()
    while table.phase != "over":
        compare_deals(rng, table, rules, state)
        hands = some_hands(rng, table)
        table.deal(hands)
        state = rules.apply(state, {CHANCE: deal_action(hands)}).state
        compare(rng, table, rules, state)
        said = [rng.randint(0, table.cards()) for _ in table.players]
        table.declare(said)
        state = rules.apply(state, {seat: str(each) for seat, each in enumerate(said)}).state
        number, tricks = table.deals_over, table.tricks
        while table.deals_over == number:
            compare(rng, table, rules, state)
            turn = table.turn()
            cards = [card for card in table.hands[turn] if table.broken(turn, card) is None]
            card = rng.choice(cards)
            table.play(card)
            state = rules.apply(state, {turn: card}).state
        due = [(trick[0][0], [card for _, card in trick], table.winner(trick)) for trick in tricks]
        assert state.points is not None
        assert [(each.lead, list(each.cards), each.winner) for each in state.tricks] == due
        assert list(state.points) == table.points[-1]
        assert list(rules.returns(state)) == table.totals()
        count, hits = plan[number][0], [list(map(table.winner, tricks)).count(seat) == each
                                        for seat, each in enumerate(said)]  # fmt: skip
        assert sum(state.points) == count + count * sum(hits)
        deals.append(
            Deal(
                hands=tuple(map(tuple, hands)),
                declarations=tuple(said),
                tricks=tuple(cards_in_seats(*trick, len(table.players)) for trick in due),
                points=state.points,
            )
        )
        assert isinstance(rules.node(state), Terminal)
        following = rules.next_round(state)
        assert (following is None) == (table.phase == "over")
        state = following or state
    result = Result(end="complete", totals=tuple(table.totals()))
    return Record(deck=deck, seats=len(table.players), plan=rules.plan, deals=tuple(deals),
                  result=result)  # fmt: skip


@given(rng=RANDOM)
def test_the_engine_agrees_with_the_rule_sheet(rng: Random) -> None:
    record = play(rng, some_game(rng))
    text = kifu.dumps(record)
    assert kifu.loads(text) == record
    assert codes(text) == []


def test_the_game_of_the_tournament() -> None:
    """Thirteen deals of one to thirteen cards from the default deck, which need not be named."""
    plan = [(cards, start % 4) for start, cards in enumerate(range(1, 14))]
    record = play(Random(2009), Table("23456789TJQKA", "CDHS", 4, plan))
    assert record == Record(deals=record.deals, result=record.result)
    assert codes(kifu.dumps(record)) == []
    assert sum(len(trick.played) for deal in record.deals for trick in deal.tricks) == 4 * 91
