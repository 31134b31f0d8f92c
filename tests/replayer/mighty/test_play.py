"""The rules of play one by one, and the winner of a trick. P0 is the president and leads."""

from random import Random
from typing import Any

import pytest

from kifu.replayer.mighty.rules.mighty import MightyRules
from kifu.replayer.mighty.rules.state import State
from kifu.replayer.rules import CHANCE

from ...loops import all_of
from .helpers import RUN, SPADES, Position, dealt, decided

# P0 has all diamonds except ♦2, plus ♣A for the first trick.
DIAMONDS = dealt(
    "CA DA DK DQ DJ DT D9 D8 D7 D6", "JK C2 S4 H5", "H4 C4 S6", "SA C5 S7", "D2 C6", "D5 D4 D3"
)
FIRST_TRICK = "CA C2 C4 C5 C6"


def leads(hand: str, contract: str = "15H", **options: Any) -> Position:
    """Return a deal in which P0 has these cards, and leads to the first trick."""
    return decided(dealt(hand), contract, **options)


def second(led: str, hand: str, contract: str = "15H", **options: Any) -> Position:
    """Return a deal in which P0 leads to the second trick, and P1 has this hand."""
    piles = dealt(f"CK {led.strip('!')[:2]}", f"C2 {hand}", "C4", "C5", "C6")
    return decided(piles, contract, **options).on(f"CK C2 C4 C5 C6 {led}")


# The first lead


def test_the_first_lead_is_not_a_trump_joker_or_caller() -> None:
    now = leads("HA HK JK C3 C4 DK SA")
    assert {now.broken(play) for play in ("HA", "JK", "JKS", "C3", "C3!")} == {"M305"}
    assert {now.broken(play) for play in ("C4", "DK", "SA")} == {None}


def test_joker_and_caller_may_be_led_by_option() -> None:
    now = leads("HA JK C3", t1_lead_joker="allowed", t1_lead_caller="as-plain-card")
    assert (now.broken("JKS"), now.broken("C3"), now.broken("HA")) == (None, None, "M305")
    assert (now.broken("JK"), now.broken("C3!")) == ("M309", "M307")


def test_the_mighty_may_be_led_at_once_though_its_suit_is_nearly_trump() -> None:
    assert leads("DA DK SK", "15S").broken("DA") is None
    assert leads("DA DK SK", "15D").broken("DA") == "M305"


@pytest.mark.parametrize(
    ("order", "released"),
    [
        (["caller", "trumps", "joker"], ["C3"]),
        (["trumps", "caller", "joker"], ["HA", "HK", "HQ", "HJ", "HT", "H9", "H8", "H7"]),
        (["joker", "trumps", "caller"], ["JKS", "JKD", "JKH", "JKC"]),
    ],
)
def test_with_only_banned_cards_one_of_the_first_class_is_led(
    order: list[str], released: list[str]
) -> None:
    assert leads("HA HK HQ HJ HT H9 H8 H7 JK C3", t1_stuck=order).legal == released


def test_a_class_that_is_not_held_is_not_released() -> None:
    now = leads("HA HK HQ HJ HT H9 H8 H7 H6 JK")
    assert (now.broken("HA"), now.broken("JKS")) == (None, "M305")


# Following


def test_one_follows_suit_and_mighty_and_joker_may_be_played_at_any_time() -> None:
    piles = dealt("CK", "CA C2 SA S4 JK DA DK DQ DJ DT")
    assert decided(piles, "15H").on("CK").legal == ["SA", "CA", "C2", "JK"]
    assert decided(piles, "15S").on("CK").legal == ["DA", "CA", "C2", "JK"]


def test_a_void_player_may_play_anything() -> None:
    hand = "SA S4 S5 DA DK HA HK H2 H4 JK"
    assert sorted(decided(dealt("CK", hand), "15H").on("CK").legal) == sorted(hand.split())


def test_the_joker_may_be_kept_out_of_the_first_trick() -> None:
    piles = dealt("DK", "JK DA")
    assert decided(piles, "15H", t1_joker_follow="forbidden").on("DK").broken("JK") == "M306"
    assert second("DK", "JK DA", t1_joker_follow="forbidden").broken("JK") is None


# The Mighty is forced

ONLY_SPADE = "SA DA DK DQ DJ DT D9 D8"


@pytest.mark.parametrize(
    ("hand", "options", "legal"),
    [
        (f"{ONLY_SPADE} H2 H4", {}, ["SA"]),
        (f"{ONLY_SPADE} H2 JK", {}, ["SA", "JK"]),
        (f"{ONLY_SPADE} H2 JK", {"mighty_forced_with_joker": "mighty-must"}, ["SA"]),
        (f"{ONLY_SPADE} S2 JK", {"mighty_forced_with_joker": "mighty-must"}, ["SA", "S2", "JK"]),
    ],
)
def test_the_mighty_is_forced_as_the_last_card_of_its_suit(
    hand: str, options: dict[str, Any], legal: list[str]
) -> None:
    assert decided(dealt("SK", hand), "15H", **options).on("SK").legal == legal


def test_the_mighty_is_forced_when_the_joker_names_its_suit() -> None:
    now = second("JKS", f"{ONLY_SPADE} H2")
    assert (now.legal, now.broken("H2")) == (["SA"], "M304")


def test_the_forced_mighty_of_a_spade_contract_is_the_ace_of_diamonds() -> None:
    hand = "DA CA CK CQ CJ H2 H4 H5 H6 H7"
    assert decided(dealt("DK", hand), "15S").on("DK").legal == ["DA"]


# The joker and its call


def test_a_joker_that_is_led_names_any_suit() -> None:
    now = decided(dealt("CK JK", "C2", "C4", "C5", "C6"), "15H").on("CK C2 C4 C5 C6")
    assert [word for word in now.legal if word.startswith("JK")] == ["JKS", "JKD", "JKH", "JKC"]


def test_the_suit_that_the_joker_names_is_followed() -> None:
    now = second("JKD", "DA D4 HA S6 S7 S8 S9 ST SJ")
    assert now.legal == ["DA", "D4"]
    assert now.broken("HA") == "M303"


@pytest.mark.parametrize(
    ("hand", "options", "legal"),
    [
        ("JK C8 CA", {}, ["JK"]),
        ("JK C8 SA", {}, ["SA", "JK"]),
        ("JK C8 SA", {"mighty_defence": False}, ["JK"]),
    ],
)
def test_the_called_joker_is_played_or_the_mighty(
    hand: str, options: dict[str, Any], legal: list[str]
) -> None:
    assert second("C3!", hand, **options).legal == legal


def test_a_caller_that_does_not_call_is_a_plain_card() -> None:
    assert second("C3", "JK C8 CA D4 D5 D6 D7 D8 D9").legal == ["CA", "C8", "JK"]


def test_a_call_binds_nobody_without_the_joker() -> None:
    assert second("C3!", "SA C8 D4 D5 D6 D7 D8 D9 DT").legal == ["SA", "C8"]


def test_a_call_overrides_the_forced_mighty() -> None:
    options: dict[str, Any] = {"caller_when_clubs": "S3", "mighty_defence": False}
    piles = dealt("DK S3", "SA JK D4 D5 D6 D7 D8 D9 H4 H5", "DQ", "DJ", "DT")
    now = decided(piles, "15C", **options).on("DK D4 DQ DJ DT S3!")
    assert (now.legal, now.broken("SA")) == (["JK"], "M308")


@pytest.mark.parametrize(("when_clubs", "caller"), [("H3", "H3!"), ("S3", "S3!")])
def test_another_three_calls_when_clubs_are_trump(when_clubs: str, caller: str) -> None:
    piles = dealt("DK C3 H3 S3", "D2", "D4", "D5", "D6")
    now = decided(piles, "15C", caller_when_clubs=when_clubs).on("DK D2 D4 D5 D6")
    assert [word for word in now.legal if word.endswith("!")] == [caller]


def test_one_may_call_while_holding_the_joker() -> None:
    now = decided(dealt("CK C3 JK", "C2", "C4", "C5", "C6"), "15H").on("CK C2 C4 C5 C6")
    assert now.broken("C3!") is None


def test_a_called_joker_has_no_power_and_one_that_was_defended_lives_on() -> None:
    piles = dealt("CK C3", "JK SA C2 S4", "C4 C8", "C5 C9", "C6 CT")
    now = decided(piles, "15H").on("CK C2 C4 C5 C6 C3!")
    assert now.on("JK C8 C9 CT").state.tricks[-1].winner == 4
    assert now.on("SA C8 C9 CT JKC * * * *").state.tricks[-1].winner == 1


# The winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("DK JK H4 SA D2", 3),
        ("DK JK H4 S7 D2", 1),
        ("DK S4 H4 S7 D2", 2),
        ("DK H5 H4 S7 D2", 1),
        ("DK S4 S6 S7 D2", 0),
    ],
)
def test_mighty_then_joker_then_trump_then_the_suit_that_is_led(plays: str, winner: int) -> None:
    now = decided(DIAMONDS, "15H").on(f"{FIRST_TRICK} {plays}")
    assert now.state.turn == now.state.tricks[-1].winner == winner


@pytest.mark.parametrize(("dead", "winner"), [([1, 10], 1), ([2], 2), ([], 1)])
def test_the_joker_is_dead_in_some_tricks(dead: list[int], winner: int) -> None:
    now = decided(DIAMONDS, "15H", joker_dead_in=dead).on(f"{FIRST_TRICK} DK JK H4 S7 D2")
    assert now.state.tricks[-1].winner == winner


def test_the_joker_does_not_win_the_first_trick() -> None:
    assert decided(DIAMONDS, "15H").on("DK JK S6 S7 D2").state.turn == 0


# The last trick


@all_of(
    ("led", "options", "winner"),
    [
        ("JKC", {}, 1),
        ("JKD", {}, 3),
        ("JKS", {}, 0),
        ("JKS", {"dead_trick": "second-player"}, 1),
        ("JKC", {"joker_dead_in": [1]}, 0),
        ("JK", {"t10_joker_lead": "next-card-sets-suit"}, 1),
    ],
)
def test_the_joker_led_to_the_last_trick(led: str, options: dict[str, Any], winner: int) -> None:
    outcome = decided(SPADES, "15N", **options).on(f"{RUN} {led} * * * *").state.outcome
    assert outcome is not None
    assert outcome.tricks[-1].plays == (led, "C6", "H5", "D5", "C2")
    assert outcome.tricks[-1].winner == winner


def test_no_suit_is_named_where_the_next_card_sets_it() -> None:
    now = decided(SPADES, "15N", t10_joker_lead="next-card-sets-suit").on(RUN)
    assert (now.legal, now.broken("JKS")) == (["JK"], "M310")


# Which of several broken rules is reported


@all_of(
    ("before", "player", "play", "code"),
    [
        ("", 2, "X1", "M301"),
        ("CK", 1, "CK", "M004"),
        ("", 0, "HQ", "M302"),
        ("", 0, "C3!", "M305"),
        ("", 0, "HAS", "M305"),
        ("CK", 1, "D4!", "M307"),
        ("CK", 1, "D4S", "M310"),
    ],
)
def test_the_first_of_several_broken_rules(before: str, player: int, play: str, code: str) -> None:
    now = decided(dealt("CK C3 HA", "C2 D4"), "15H").on(before)
    assert now.broken(play, player) == code


# Actions that cannot be carried out


@all_of("player", [-1, 5, 10**30, -(10**30)])
def test_only_players_act(player: int) -> None:
    rules = MightyRules()
    calling = rules.apply(rules.initial_state(), {CHANCE: rules.sample(State(dealer=0), Random(1))})
    playing = decided(dealt("CK"), "15H")
    for state, action in ((calling.state, "pass"), (playing.state, "CK")):
        with pytest.raises(IndexError, match=f"there is no player {player}"):
            rules.apply(state, {player: action})


@all_of("play", ["??", "??!", "X1", ""])
def test_only_cards_are_played(play: str) -> None:
    now = decided(dealt("CK"), "15H")
    with pytest.raises(KeyError):
        MightyRules().apply(now.state, {0: play})
