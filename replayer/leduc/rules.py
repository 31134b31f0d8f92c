"""The rules of Leduc poker: whose turn it is, legal actions, and their consequences.

The rules themselves are in `engine`; this module adds words, reasons and observations.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005), and
`leduc_poker` of open_spiel with its default parameters; `docs/leduc.md` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ..rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Terminal,
    Transition,
    broken,
    seat_of,
)
from . import codes
from .cards import ACTIONS, DECK, HIDDEN, NUMBERS
from .engine import numbers
from .engine.engine import Table
from .state import Pair, State

if TYPE_CHECKING:
    from random import Random

    from ..beliefs.dice import Dice
    from ..beliefs.playouts import PlayedOut

_CHANCE, _OVER = Chance(), Terminal()
_SEATS = (0, 1)
_TURNS = (Decision((0,)), Decision((1,)))


class LeducRules(Struct, frozen=True):
    """Leduc poker for two players.

    Actions are `fold`, `call` and `raise`; chance deals cards (`Ks`): one to player 0, one to
    player 1, and the public card after the first betting round.
    """

    players: int = 2

    def initial_state(self) -> State:
        """Begin a match."""
        return State()

    def next_round(self, end: State) -> State:
        """Return the start of the next hand, which only keeps the totals."""
        return State(totals=end.totals)

    def node(self, state: State) -> Node:
        """Return who acts next: chance deals a card, or one player acts, until the hand is over."""
        if state.table.end:
            return _OVER
        return _CHANCE if state.table.deals else _TURNS[state.turn]

    def returns(self, state: State) -> Pair:
        """Return the chips that each player has won or lost in the match."""
        return state.totals

    # Chance

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction]:
        """Return the cards not seen yet, which are equally likely."""
        cards = _named(state.table.unseen())
        return {card: Fraction(1, len(cards)) for card in cards}

    def sample(self, state: State, rng: Random) -> Action:
        """Deal one of the cards not seen yet."""
        return rng.choice(_named(state.table.unseen()))

    # Legal actions

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return everything a player may do."""
        table = state.table
        return [*_named(table.legal())] if player == table.turn else []

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction if the action breaks a rule."""
        breach = _breach(state, player, action)
        if breach is not None:
            raise breach

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of hands played out at random from a state."""
        from ..beliefs.playouts import PlayedOut
        from .engine.playout import play_outs

        first, second = state.totals
        decisions, gains = play_outs(state.table, times, dice)
        return PlayedOut(decisions, [(first + gain, second - gain) for gain in gains])

    # Consequences

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out the deal of a card, or the action of a player."""
        ((player, action),) = actions.items()
        table = state.table.copy()
        return (
            _deal(state, table, action) if player == CHANCE else _act(state, table, player, action)
        )


@cache
def _named(mask: int) -> tuple[str, ...]:
    """Return the words for the cards or actions in a mask, cached since there are few masks."""
    return tuple([word for word, number in NUMBERS.items() if mask >> number & 1])


def _breach(state: State, player: int, word: Action) -> IllegalAction | None:
    """Return the rule that dealing a card, or a player's action, breaks."""
    table, number = state.table, NUMBERS.get(word, numbers.NONE)
    if player == CHANCE:
        breach, known = table.deal_breach(number), DECK
        expected = f"expected one of {' '.join(DECK)}"
    else:
        breach, known = table.breach(seat_of(player, len(_SEATS)), number), ACTIONS
        expected = "expected fold, call or raise"
    if not breach:
        return None
    meant = _meant(word, known) if number == numbers.NONE else None
    expected = expected if meant is None else f"write {meant}"
    owner = state.cards.index(word) if word in state.cards else None
    facts = {"word": word, "player": player, "expected": expected, "owner": owner}
    return broken(codes.LETTER, breach, meant=meant, **facts)


def _meant(word: str, known: Sequence[str]) -> str | None:
    """Return the known word with the same letters, in any case and order, if there is only one.

    >>> _meant("Call", ACTIONS), _meant("sk", DECK), _meant("bet", ACTIONS)
    ('call', 'Ks', None)
    """
    simple = word.strip().lower()
    found = [each for each in known if each.lower() in (simple, simple[::-1])]
    return found[0] if len(found) == 1 else None


def _deal(before: State, table: Table, card: Action) -> Transition[State]:
    seat = table.dealt
    table.deal(NUMBERS[card])
    after = replace(before, table=table)
    if seat < 2:
        return Transition(after, {"player": seat, "card": HIDDEN}, {seat: {"card": card}})
    return Transition(after, {"public": card}, {})


def _act(before: State, table: Table, player: int, action: Action) -> Transition[State]:
    if player not in _SEATS:
        raise IndexError(f"there is no player {player}")
    table.act(player, NUMBERS[action])
    after = state_at(before, table)
    seen: dict[str, object] = {"player": player, "action": action}
    if table.end == numbers.SHOWDOWN:
        seen["shown"] = after.cards
    return Transition(after, seen, {})


def state_at(start: State, table: Table) -> State:
    """Return the state of a hand with this start and table, adding its returns to the totals."""
    won = table.returns or (0, 0)
    return State(totals=(start.totals[0] + won[0], start.totals[1] + won[1]), table=table)
