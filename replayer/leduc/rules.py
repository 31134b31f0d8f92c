"""The rules of Leduc poker: who acts in a state, what may be done, what follows.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005), and
`leduc_poker` of open_spiel with its default parameters; `docs/leduc.md` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from ..rules import CHANCE, Action, Chance, Decision, IllegalAction, Node, Terminal, Transition
from . import codes
from .cards import DECK, HIDDEN, winner
from .state import ACTIONS, FOLD, RAISE, End, Pair, State

RAISES = (2, 4)
"""The chips by which a player raises in each of the betting rounds."""

MOST_RAISES = 2
"""How often a betting round can be raised, by both players together."""

_CHANCE, _OVER = Chance(), Terminal()
_TURNS = (Decision((0,)), Decision((1,)))


class LeducRules(Struct, frozen=True):
    """Leduc poker between two players.

    Actions are `fold`, `call` and `raise`; those of chance are cards (`Ks`): one to player 0, one
    to player 1, and the public card after the first betting round.
    """

    players: int = 2

    def initial_state(self) -> State:
        """Begin a match."""
        return State()

    def next_round(self, end: State) -> State:
        """The next hand, to which only the totals are carried on; there can always be one."""
        return State(totals=end.totals)

    def node(self, state: State) -> Node:
        """Chance where a card is to be dealt; otherwise one player acts, until the hand is over."""
        if state.end is not None:
            return _OVER
        return _CHANCE if state.deals else _TURNS[state.turn]

    def returns(self, state: State) -> Pair:
        """The chips that each player has won or lost in the match."""
        return state.totals

    # Chance

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction]:
        """Each card not seen yet, all equally probable."""
        cards = state.unseen
        return {card: Fraction(1, len(cards)) for card in cards}

    def sample(self, state: State, rng: Random) -> Action:
        """Deal one of the cards not seen yet."""
        return rng.choice(state.unseen)

    # What may be done

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Everything that a player may do."""
        node = self.node(state)
        return [each for each in ACTIONS if _action_breach(node, state, player, each) is None]

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the rule that is broken, if any."""
        if player == CHANCE:
            breach = _deal_breach(state, action)
        else:
            breach = _action_breach(self.node(state), state, player, action)
        if breach is not None:
            raise breach

    # What follows

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out the deal of a card, or the action of a player."""
        ((player, action),) = actions.items()
        return _deal(state, action) if player == CHANCE else _act(state, player, action)


def _deal_breach(state: State, card: Action) -> IllegalAction | None:
    private = len(state.cards) < 2
    if card in ACTIONS and not private:
        why = f"the public card is missing: it is dealt before player 0 can {card}"
        return IllegalAction(codes.PUBLIC_CARD_MISSING, why)
    if card == HIDDEN:
        why = "the public card is hidden, and everybody sees it"
        return None if private else IllegalAction(codes.CARD_HIDDEN, why)
    if card not in DECK:
        meant = _meant(card, DECK)
        due = f"there are {' '.join(DECK)}" if meant is None else f"write {meant}"
        return IllegalAction(codes.NO_CARD, f"{card!r} is no card: {due}", meant=meant)
    if card in state.cards:
        why = f"{card} is dealt twice: player {state.cards.index(card)} has it"
        return IllegalAction(codes.CARD_TWICE, why)
    return None


def _meant(word: str, known: Sequence[str]) -> str | None:
    """The only one of some words that differs from another by capitals or the order of its letters.

    >>> _meant("Call", ACTIONS), _meant("sk", DECK), _meant("bet", ACTIONS)
    ('call', 'Ks', None)
    """
    simple = word.strip().lower()
    found = [each for each in known if each.lower() in (simple, simple[::-1])]
    return found[0] if len(found) == 1 else None


def _action_breach(node: Node, state: State, player: int, action: Action) -> IllegalAction | None:
    if not isinstance(node, Decision) or player not in node.players:
        return IllegalAction(codes.NO_ACTION, f"it is not player {player}'s turn")
    if action in DECK:
        why = f"{action} is dealt as the public card, but player {player} is to act"
        return IllegalAction(codes.PUBLIC_CARD_UNEXPECTED, why)
    if action not in ACTIONS:
        meant = _meant(action, ACTIONS)
        due = "a player can fold, call or raise" if meant is None else f"write {meant}"
        return IllegalAction(codes.NO_ACTION, f"{action!r} is no action: {due}", meant=meant)
    if action == FOLD and state.stakes[0] == state.stakes[1]:
        why = f"player {player} cannot fold: there is no bet to meet"
        return IllegalAction(codes.NOTHING_TO_FOLD_TO, why)
    if action == RAISE and state.betting[-1].count(RAISE) == MOST_RAISES:
        why = f"player {player} cannot raise: two raises were made in this betting round"
        return IllegalAction(codes.TOO_MANY_RAISES, why)
    return None


def _deal(state: State, card: Action) -> Transition[State]:
    seat = len(state.cards)
    if seat < 2:
        after = replace(state, cards=(*state.cards, card))
        return Transition(after, {"player": seat, "card": HIDDEN}, {seat: {"card": card}})
    after = replace(state, public=card, betting=(*state.betting, ()))
    return Transition(after, {"public": card}, {})


def _act(state: State, player: int, action: Action) -> Transition[State]:
    *before, now = state.betting
    stakes = list(state.stakes)
    if action != FOLD:
        stakes[player] = max(stakes) + (RAISES[len(before)] if action == RAISE else 0)
    after = replace(state, betting=(*before, (*now, action)), stakes=(stakes[0], stakes[1]))
    seen: dict[str, object] = {"player": player, "action": action}
    if action == FOLD:
        after = _over(after, "fold", _won(after, 1 - player))
    elif after.public is not None and after.met:
        seen["shown"] = after.cards
        after = _over(after, "showdown", _showdown(after, after.public))
    return Transition(after, seen, {})


def _showdown(state: State, public: str) -> Pair | None:
    """What a showdown brings each player, None where a card is hidden."""
    return None if HIDDEN in state.cards else _won(state, winner(state.cards, public))


def _won(state: State, player: int | None) -> Pair:
    """What it brings each player that this one wins: the smaller stake is what the loser put in."""
    chips = 0 if player is None else min(state.stakes)
    return (-chips, chips) if player else (chips, -chips)


def _over(state: State, end: End, returns: Pair | None) -> State:
    won = returns or (0, 0)
    totals = (state.totals[0] + won[0], state.totals[1] + won[1])
    return replace(state, end=end, returns=returns, totals=totals)
