"""Random deals under random options, compared with an independent implementation of the rules."""

from itertools import product
from random import Random
from typing import Any, get_args, get_type_hints

from hypothesis import given

from kifu.replayer.mighty.options import PRESETS, Options

from ...helpers import RANDOM
from .helpers import Position, begun
from .oracle import CARDS, Table

NUMBERS: dict[str, list[Any]] = {
    "bid_min": [13, 14, 20, 7],
    "bid_max": [20, 19, 14],
    "nt_min_offset": [0, -1, 1],
    "change_cost": [2, 1, 0],
    "change_to_nt_cost": [2, 1],
    "change_cap": [None, 20, 16],
    "base": [13, 14, 20],
    "risk": [300, 100],
    "card": [200, 0],
    "mult_no_trump": [1, 2],
    "mult_run": [1, 3],
    "mult_backrun": [1, 5],
    "mult_solo": [1, 7],
    "backrun_at": [11, 8],
    "score_cap": [None, 2000, 500],
    "score_cap_no_trump": [None, 3000, 900],
}
LISTS: dict[str, list[Any]] = {
    "friend_modes": ["card", "first", "none", "seat", "last-trick"],
    "t1_stuck": ["caller", "trumps", "joker"],
    "joker_dead_in": list(range(1, 11)),
}
KINDS = get_type_hints(Options)


def some_options(rng: Random) -> dict[str, Any]:
    """Return a preset, or random values for some options."""
    if rng.random() < 0.3:
        return {"preset": rng.choice(list(PRESETS))}
    some = rng.sample(sorted(KINDS.keys() - {"preset"}), rng.randrange(len(KINDS)))
    values = {name: value_of(name, rng) for name in some}
    if values.get("bid_max", 20) < values.get("bid_min", 13):
        del values["bid_max"]
    return values


def value_of(name: str, rng: Random) -> Any:
    if name in LISTS:
        return rng.sample(LISTS[name], rng.randint(1, len(LISTS[name])))
    return rng.choice(NUMBERS.get(name) or get_args(KINDS[name]) or [True, False])


def some_deal(rng: Random) -> list[list[str]]:
    """Return more or less shuffled cards: long suits and voids make rare cases more frequent."""
    noise = rng.choice([1000, 30, 6])
    order = {card: place + rng.random() * noise for place, card in enumerate(CARDS)}
    cut, cards = rng.randrange(53), sorted(CARDS, key=order.__getitem__)
    cards = cards[cut:] + cards[:cut]
    return [cards[start : start + 10] for start in range(0, 53, 10)]


def choice(rng: Random, table: Table, legal: list[str]) -> str:
    """Choose an action, mostly so that auctions stay short and special cards are played late."""
    if table.phase == "auction":
        bids = [word for word in legal if word not in ("pass", "misdeal")]
        return rng.choice(bids[:8] + [word for word in legal if word not in bids] * 4)
    if table.phase == "play":
        calls = [word for word in legal if word.endswith("!")]
        plain = [word for word in legal if word[:2] not in ("JK", table.mighty())]
        return rng.choice(calls or (plain if rng.random() < 0.7 else []) or legal)
    return rng.choice(legal)


def compare(rng: Random, table: Table, now: Position) -> None:
    """Compare the legal actions, and why other actions are illegal, with the oracle's verdicts."""
    words, legal, turn = table.words(), now.legal, table.turn
    if table.phase == "exchange":
        assert len(legal) == 286
        assert not any(table.broken(turn, word) for word in legal)
    else:
        assert sorted(legal) == sorted(word for word in words if table.broken(turn, word) is None)
    own = [card + mark for card, mark in product(table.hands[turn], ["", "!", "H"])]
    for word in rng.sample(words, 8) + (own if table.phase == "play" else []):
        for player in (turn, rng.randrange(5)):
            assert now.broken(word, player) == table.broken(player, word), (word, player)


def play(rng: Random, table: Table, now: Position) -> Position:
    """Play a deal to its end, comparing along the way."""
    while table.phase not in ("over", "thrown-in"):
        assert (now.state.phase, now.state.turn) == (table.phase, table.turn)
        compare(rng, table, now)
        word = choice(rng, table, now.legal)
        table.do(word)
        now = now.on([word])
    return now


@given(rng=RANDOM)
def test_the_engine_agrees_with_the_rule_sheet(rng: Random) -> None:
    options, dealer, (*hands, kitty) = some_options(rng), rng.randrange(5), some_deal(rng)
    now = begun([*hands, kitty], dealer, **options)
    table = Table(now.rules.options, dealer, hands, kitty)
    end = play(rng, table, now)
    state = end.state
    outcome = state.outcome
    assert outcome is not None
    assert end.rules.next_round(state).dealer == table.next_dealer()
    if table.phase == "thrown-in":
        assert (outcome.end, state.totals) == ("thrown-in", (0,) * 5)
        return
    assert [(each.lead, list(each.plays), each.winner) for each in outcome.tricks] == table.tricks
    assert outcome.end == ("won" if table.points() >= table.number else "lost")
    assert (outcome.president, outcome.friend) == (table.president, table.friend)
    assert (outcome.points, outcome.score) == (table.points(), table.score())
    assert list(state.totals) == table.payoffs()
    assert sum(state.totals) == 0
