"""Mighty's board shows any record: with variations, from untrusted sources, or random."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.cli.output import coloured
from kifu.formats.mighty.board.board import BOARD
from kifu.formats.text.columns import width
from kifu.replayer.mighty.game import GAME
from kifu.replayer.mighty.options import Options
from kifu.replayer.mighty.record import Deal, Trick
from kifu.replayer.mighty.rules.state import Bid
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.match import replay
from kifu.replayer.replay.trajectory import Trajectory, trajectories

from ... import boards
from ...boards import shown_everywhere, text, trajectory
from ...campaign import examples
from ...helpers import RANDOM
from .board_sample import BEFORE_EXCHANGE, DEAL, NAMES, WHOLE, match, tricks

# Variations


def varied(*variations: Variation) -> Trajectory[Any, Any]:
    return trajectory(match(replace(DEAL, variations=variations)))


def test_a_variation() -> None:
    on = Variation(
        ply=12, actions=("C5", "C8"), name="low", variations=(Variation(ply=13, actions=("C3",)),)
    )
    main = varied(on)
    low, deeper = main.variations[0], main.variations[0].variations[0]
    assert text(BOARD.whole(main)) == WHOLE
    assert list(BOARD.variation(low)) == [
        "plays:  12 Alice ♣5  13 Bob ♣8",
        "taken      president 1 (buried 1)  the others 0",
        "the variation stops here: Carol is to follow ♣",
    ]
    assert next(BOARD.variation(deeper)) == "plays:  13 Bob ♣3"
    out = text(BOARD.whole(low))
    assert out.startswith("round 1, variation 1 (low), from ply 12: Eve deals\n")
    assert "1 ♣5 ♣8 . (♣9 ♣K trump ♦" in " ".join(out.split())
    assert "recorded" not in out
    assert "goes on" not in out
    shown = text(BOARD.position(low, low.at(13)))
    assert shown.startswith("round 1, variation 1, ply 13: trick 1, card 4\n")
    assert "1 ♣5 . . (♣9 ♣K" in " ".join(shown.split())


def test_a_variation_that_breaks_a_rule() -> None:
    (banned,) = varied(Variation(ply=10, actions=("JK",))).variations
    assert list(BOARD.variation(banned))[1:] == [
        "the replay stops at ply 10, Dave: ☆",
        "  M305 mighty-banned-lead: ☆ cannot lead the first trick: the joker may not be led to it",
    ]


def test_another_contract_in_a_variation() -> None:
    # Everything the record says about how it ended is about its main line.
    deal = replace(DEAL, friend=None, friend_player=None)
    record = match(replace(deal, variations=(Variation(ply=8, actions=("17S",)),)))
    (other,) = trajectory(record).variations
    assert "the variation stops here" in text(BOARD.variation(other))


# Records from untrusted sources


def test_strangers_cannot_command_the_terminal() -> None:
    evil = "\x1b[31mAlice\x07"
    deals = [
        replace(DEAL, **BEFORE_EXCHANGE, bids=(Bid(4, evil),), president=None),
        replace(DEAL, friend=evil, variations=(Variation(ply=1, actions=(evil,), name=evil),)),
        replace(DEAL, tricks=tricks(f"3 4  {evil} C8 C6 C9 CK")),
        replace(DEAL, discard=("SA", evil, "S2")),
    ]
    options = replace(Options(), preset=evil)
    for deal in deals:
        record = match(deal, players=(evil,) * 5, title=evil, end_time=evil, rules=options)
        for each in trajectory(record).tree():
            shown = [*BOARD.head(record), *BOARD.whole(each), *BOARD.variation(each)]
            shown += BOARD.position(each, each.last)
            left = text(shown)
            assert "\x1b" not in left
            assert "\x07" not in left
            assert "\x1b[31m" not in coloured("".join(shown))
            assert "\\x1b[31mAlice\\x07" in left


# Random records


@given(RANDOM, st.integers(-1, 4))
@examples(4)
def test_random_matches(rng: Random, player: int) -> None:
    record = replace(GAME.generate(rng), players=NAMES)
    record = record if player < 0 else kifu.view(record, player)
    assert max(map(width, shown_everywhere(BOARD, record))) <= 100


@given(RANDOM)
@examples(15)
def test_the_score_is_that_of_the_rules(rng: Random) -> None:
    record = GAME.generate(rng)
    for replayed, shown in zip(replay(GAME, record), trajectories(GAME, record), strict=True):
        assert isinstance(shown, Trajectory)
        outcome, end = replayed.steps[-1].state.outcome, shown.last.position.end
        assert outcome is not None
        assert end.thrown_in == (outcome.end == "thrown-in")
        if outcome.end != "thrown-in":
            assert (end.score.value, end.payoffs) == (outcome.score, outcome.payoffs)
            assert end.score.won == (outcome.end == "won")


@given(RANDOM)
@examples(8)
def test_matches_with_gaps(rng: Random) -> None:
    record = GAME.generate(rng)
    record = replace(record, deals=tuple(full_of_gaps(deal, rng) for deal in record.deals))
    assert list(shown_everywhere(BOARD, record))


def full_of_gaps(deal: Deal, rng: Random) -> Deal:
    """Return a deal with some values unrecorded, and the play perhaps cut off."""
    names = ["dealer", "totals", "hands", "kitty", "bids", "president", "discard", "contract"]
    names += ["friend", "friend_player", "result"]
    lost = dict.fromkeys(rng.sample(names, rng.randint(0, len(names))))
    played = deal.tricks[: rng.randint(0, 10)] if rng.random() < 0.5 else deal.tricks
    if played and rng.random() < 0.5:
        cards = tuple(card if rng.random() < 0.7 else None for card in played[-1].cards)
        played = (*played[:-1], Trick(cards=cards))
    return replace(deal, **lost, tricks=played)


def test_every_seat_has_a_label() -> None:
    few = match(players=("Alice",))
    shown = boards.whole(BOARD, few)
    assert all(name in shown for name in ("Alice", "P1", "P2", "P3", "P4"))
