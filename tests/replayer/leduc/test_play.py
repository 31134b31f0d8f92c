"""The rules on their own; `test_open_spiel` compares every history."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest

from kifu.replayer.leduc.cards import DECK
from kifu.replayer.leduc.rules import LeducRules
from kifu.replayer.leduc.state import State
from kifu.replayer.rules import CHANCE, Chance, Decision, IllegalAction, Terminal

RULES = LeducRules()


def after(cards: Iterable[str], *actions: str, start: State | None = None) -> State:
    """Return the state after some legal actions."""
    state = start or RULES.initial_state()
    for action in (*cards, *actions):
        node = RULES.node(state)
        assert not isinstance(node, Terminal)
        player = CHANCE if isinstance(node, Chance) else node.players[0]
        RULES.verify(state, player, action)
        state = RULES.apply(state, {player: action}).state
    return state


def why(state: State, player: int, action: str) -> str:
    with pytest.raises(IllegalAction) as breach:
        RULES.verify(state, player, action)
    return f"{breach.value.rule.code} {breach.value}"


def test_chance_deals_twice_and_once_more_in_mid_round() -> None:
    assert RULES.chance_outcomes(after([])) == dict.fromkeys(DECK, Fraction(1, 6))
    assert RULES.chance_outcomes(after(["Ks"]))["Jh"] == Fraction(1, 5)
    state = after(["Ks", "Jh"], "call", "call")
    assert RULES.chance_outcomes(state) == dict.fromkeys(["Js", "Qs", "Qh", "Kh"], Fraction(1, 4))
    assert RULES.node(after(["Ks", "Jh"], "call", "call", "Qs")) == Decision((0,))


def test_a_hidden_card_can_be_any_that_is_not_seen() -> None:
    state = after(["??", "Jh"], "call", "call")
    rest = [card for card in DECK if card != "Jh"]
    assert RULES.chance_outcomes(state) == dict.fromkeys(rest, Fraction(1, 5))


def test_samples_are_outcomes_and_all_outcomes_occur() -> None:
    state, rng = after(["??", "Jh"], "raise", "call"), Random(1)
    drawn = {RULES.sample(state, rng) for _ in range(200)}
    assert drawn == set(RULES.chance_outcomes(state))


def test_legal_actions() -> None:
    assert RULES.legal_actions(after(["Ks", "Jh"]), 0) == ["call", "raise"]
    assert RULES.legal_actions(after(["Ks", "Jh"]), 1) == []
    assert RULES.legal_actions(after(["Ks", "Jh"], "raise"), 1) == ["fold", "call", "raise"]
    assert RULES.legal_actions(after(["Ks", "Jh"], "raise", "raise"), 0) == ["fold", "call"]
    assert RULES.legal_actions(after(["Ks", "Jh"], "raise", "fold"), 0) == []


def test_why_something_may_not_be_done() -> None:
    start, raised = after(["Ks", "Jh"]), after(["Ks", "Jh"], "call", "raise", "raise")
    assert why(start, 0, "fold") == "L102 player 0 cannot fold: there is no bet to meet"
    assert why(start, 1, "call") == "L101 it is not player 1's turn"
    assert why(start, 0, "check") == ("L101 'check' is not an action: expected fold, call or raise")
    assert why(raised, 1, "raise") == (
        "L103 player 1 cannot raise: this betting round already has two raises"
    )
    dealing = after(["Ks", "Jh"], "call", "call")
    assert why(dealing, CHANCE, "Ks") == "L003 Ks is dealt twice: player 0 already has it"
    assert why(dealing, CHANCE, "raise") == (
        "L104 the public card is missing: it is dealt before player 0 can raise"
    )
    assert why(dealing, CHANCE, "??").startswith("L004")
    assert (
        why(dealing, CHANCE, "Ah") == "L002 'Ah' is not a card: expected one of Js Jh Qs Qh Ks Kh"
    )
    assert why(start, 0, "Qs") == ("L105 Qs is dealt as the public card, but player 0 is to act")


def test_each_betting_round_has_its_own_raises() -> None:
    state = after(["Ks", "Jh"], "raise", "raise", "call", "Qs", "raise", "raise")
    assert state.stakes == (9, 13)
    assert RULES.legal_actions(state, 0) == ["fold", "call"]


@pytest.mark.parametrize(
    ("cards", "public", "returns"),
    [
        (("Ks", "Jh"), "Qs", (1, -1)),
        (("Ks", "Jh"), "Js", (-1, 1)),
        (("Qh", "Qs"), "Ks", (0, 0)),
        (("??", "Jh"), "Js", None),
    ],
)
def test_the_showdown(cards: tuple[str, str], public: str, returns: tuple[int, int] | None) -> None:
    state = after(cards, "call", "call", public, "call", "call")
    assert (state.end, state.returns, state.totals) == ("showdown", returns, returns or (0, 0))


def test_a_player_who_folds_loses_the_chips_put_in() -> None:
    assert after(["Ks", "Jh"], "raise", "raise", "fold").returns == (-3, 3)
    assert after(["Js", "Kh"], "raise", "fold").returns == (1, -1)


def test_a_match_carries_on_the_totals_and_nothing_else() -> None:
    end = after(["Ks", "Jh"], "raise", "call", "Qs", "raise", "fold")
    assert RULES.next_round(end) == State(totals=(3, -3))
    second = after(["Js", "Kh"], "raise", "raise", "fold", start=RULES.next_round(end))
    assert (second.returns, second.totals) == ((-3, 3), (0, 0))
    assert RULES.returns(second) == (0, 0)
