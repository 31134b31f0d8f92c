"""Bare tables with a slip, compared with an independent implementation of the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.replayer.mighty.cards import DECK, SEATS, SUITS
from kifu.replayer.mighty.options import PRESETS
from kifu.replayer.mighty.record import Deal, Record, Trick
from kifu.replayer.mighty.rules.mighty import MightyRules
from kifu.replayer.rules import CHANCE

from ...campaign import examples
from ...helpers import RANDOM
from .judge import possible

RULES = MightyRules(PRESETS["seed"])


def played(rng: Random) -> Deal:
    """Return the table of a random deal, with all marks."""
    state = RULES.apply(RULES.initial_state(), {CHANCE: RULES.sample(RULES.initial_state(), rng)})
    now = state.state
    while now.phase != "over":
        legal = list(RULES.legal_actions(now, now.turn))
        bids = legal[1:3] if now.phase == "auction" and not now.bids else legal
        action = legal[0] if now.phase == "auction" and now.bids else rng.choice(bids)
        now = RULES.apply(now, {now.turn: action}).state
    assert now.outcome is not None
    tricks = [
        Trick(
            lead=each.lead,
            cards=tuple(each.plays[(seat - each.lead) % 5] for seat in SEATS),
            winner=each.winner,
        )
        for each in now.outcome.tricks
    ]
    return Deal(president=now.outcome.president, tricks=tuple(tricks))


def unmarked(deal: Deal, rng: Random) -> Deal:
    """Remove some of a table's marks."""
    often = rng.choice([0, 0.3, 1])

    def mark(seat: int | None) -> int | None:
        return seat if rng.random() < often else None

    tricks = (replace(each, lead=mark(each.lead), winner=mark(each.winner)) for each in deal.tricks)
    return replace(deal, president=mark(deal.president), tricks=tuple(tricks))


Rows = list[dict[str, Any]]
Slip = Callable[[Rows, Random, int, int], None]


def another_card(rows: Rows, rng: Random, row: int, seat: int) -> None:
    rows[row]["cards"][seat] = rng.choice(DECK)


def no_card(rows: Rows, rng: Random, row: int, seat: int) -> None:
    rows[row]["cards"][seat] = rng.choice(["H1", "S10", "XX", "K"])


def swapped(rows: Rows, rng: Random, row: int, seat: int) -> None:
    other = rng.choice(rows)["cards"]
    cards = rows[row]["cards"]
    cards[seat], other[seat] = other[seat], cards[seat]


def another_mark(rows: Rows, rng: Random, row: int, seat: int) -> None:
    rows[row][rng.choice(["lead", "winner"])] = seat


def a_suit_more(rows: Rows, rng: Random, row: int, seat: int) -> None:
    rows[row]["cards"][seat] = rows[row]["cards"][seat].rstrip("!") + rng.choice(SUITS)


def a_call_more_or_less(rows: Rows, rng: Random, row: int, seat: int) -> None:
    play: str = rows[row]["cards"][seat]
    rows[row]["cards"][seat] = play[:-1] if play.endswith("!") else f"{play}!"


def rows_swapped(rows: Rows, rng: Random, row: int, seat: int) -> None:
    other = rng.randrange(10)
    rows[row], rows[other] = rows[other], rows[row]


SLIPS: list[Slip] = [
    *(another_card, no_card, swapped, another_mark),
    *(a_suit_more, a_call_more_or_less, rows_swapped),
]


def with_slip(deal: Deal, slip: Slip, rng: Random) -> Deal:
    rows: Rows = [
        {"lead": each.lead, "cards": list(each.cards), "winner": each.winner}
        for each in deal.tricks
    ]
    slip(rows, rng, rng.randrange(10), rng.choice(SEATS))
    tricks = (
        Trick(lead=row["lead"], cards=tuple(row["cards"]), winner=row["winner"]) for row in rows
    )
    return replace(deal, tricks=tuple(tricks))


def errors(deal: Deal) -> list[str]:
    text = formats.notation("mighty/gibo").write(Record(deals=(deal,)))
    return [each.code for each in kifu.validate(text, "mighty/gibo") if each.severity == "error"]


@examples(5)
@given(RANDOM)
def test_only_impossible_views_are_reported(rng: Random) -> None:
    deal = unmarked(played(rng), rng)
    assert possible(deal)
    assert errors(deal) == []
    for slip in SLIPS:
        changed = with_slip(deal, slip, rng)
        assert (errors(changed) == []) == possible(changed)


@examples(8)
@given(RANDOM)
def test_a_conversion_never_adds_what_is_wrong(rng: Random) -> None:
    """What is inferred from a table with a slip contradicts nothing in it."""
    deal = unmarked(played(rng), rng)
    changed = with_slip(deal, rng.choice(SLIPS), rng)
    text = formats.notation("mighty/gibo").write(Record(deals=(changed,)))
    written = {each.code for each in kifu.validate(text) if each.severity == "error"}
    again = kifu.dumps(kifu.loads(text), "mighty/json")
    assert {each.code for each in kifu.validate(again) if each.severity == "error"} <= written
