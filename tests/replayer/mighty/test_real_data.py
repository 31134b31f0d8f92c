"""Hands from actual play: neither their records nor conversions of them have errors."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu.replayer.mighty.record import Deal, Record

from ...helpers import codes, data
from ...loops import all_of
from .helpers import Json, text

UNKNOWN = ("??",) * 10
RULES = {"first_bidder": "left-of-dealer", "misdeal": "half-point"}


def hands() -> list[Json]:
    path = data("mighty-actions") / "bot_hands_partial.json"
    return json.loads(path.read_text("utf-8"))


def match(hand: Json) -> str:
    """Return a hand as a match that starts with the deals thrown in before it."""
    dealer = (hand["first_bidder"] - 1) % 5
    before = [thrown_in(each, dealer) for each in hand.get("thrown_in", [])]
    return text(*before, played(hand, dealer), rules=RULES)


def thrown_in(deal: Json, dealer: int) -> Json:
    """Return a deal in which everyone before the caller passed."""
    passes = (deal["caller"] - dealer - 1) % 5
    bids: list[Any] = [[(dealer + 1 + place) % 5, "pass"] for place in range(passes)]
    return {
        "dealer": dealer,
        "hands": deal["hands"],
        "kitty": deal["kitty"],
        "bids": [*bids, [deal["caller"], "misdeal"]],
        "result": {"end": "thrown-in"},
    }


def played(hand: Json, dealer: int) -> Json:
    tricks: list[Json] = []
    for lead, plays in hand["tricks"]:
        row: list[str | None] = [None] * 5
        for place, play in enumerate(plays):
            row[(lead + place) % 5] = play
        tricks.append({"lead": lead, "cards": row})
    return {
        **{key: hand[key] for key in ("hands", "kitty", "bids", "discard", "contract")},
        "dealer": dealer,
        "president": hand["declarer"],
        "friend": hand["friend"].removeprefix("card:"),
        "tricks": tricks,
        "result": {"end": "unfinished"},
    }


@pytest.mark.parametrize("number", range(3))
def test_real_hands_are_clean(number: int) -> None:
    assert codes(match(hands()[number])) == []


@pytest.mark.parametrize("number", range(3))
def test_they_are_replayed_to_where_they_stop(number: int) -> None:
    hand = hands()[number]
    *before, last = kifu.replay(kifu.loads(match(hand), type=Record))
    assert all(each.steps[-1].over for each in before)
    assert len(before) == len(hand.get("thrown_in", []))
    cards = sum(len(plays) for _, plays in hand["tricks"])
    assert last.plies == len(hand["bids"]) + 3 + cards
    assert last.breach is None
    assert len(last.steps[-1].state.tricks) == cards // 5


def test_a_hand_could_not_have_been_played_under_the_rules_of_the_paper() -> None:
    deal = json.loads(match(hands()[0])) | {"rules": {}}
    assert codes(json.dumps(deal)) == ["M110"]


@pytest.mark.parametrize("number", range(3))
def test_as_a_bare_table_they_are_understood(number: int) -> None:
    true: Deal = kifu.loads(match(hands()[number]), type=Record).deals[-1]
    assert true.contract is not None
    bare = tuple(replace(trick, lead=None) for trick in true.tricks[1:])
    table = Record(deals=(Deal(tricks=(true.tricks[0], *bare)),))
    found: Deal = kifu.loads(kifu.dumps(table, "mighty/gibo"), type=Record).deals[0]
    assert found.president == true.president
    assert (found.contract or "??")[-1] in ("?", true.contract[-1])
    for trick, each in zip(found.tricks, true.tricks, strict=True):
        assert trick.lead in (None, each.lead)


@all_of("number", range(3))
@all_of("player", range(5))
def test_a_players_view_of_them(number: int, player: int) -> None:
    record = kifu.loads(match(hands()[number]), type=Record)
    view = kifu.view(record, player)
    deal, seen = record.deals[-1], view.deals[-1]
    assert [hand == UNKNOWN for hand in seen.hands] == [seat != player for seat in range(5)]
    assert (
        (seen.kitty == deal.kitty) == (seen.discard == deal.discard) == (player == deal.president)
    )
    assert codes(kifu.dumps(view)) == []
