"""The rules of Leduc poker using integers: legal actions, broken rules, consequences.

Cards and actions are small numbers (`numbers`); sets of them are masks, numbers with one bit for
each member. `rules` adds words, reasons and observations. docs/engines.md explains this file. If a
compiler is available, it is compiled with the types in `engine.pxd`.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005), and
`leduc_poker` of open_spiel with its default parameters; `docs/leduc.md` lists the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from .numbers import (
    ANTE,
    CALL,
    CARDS,
    FOLD,
    FOLDED,
    NONE,
    PLAYING,
    RAISE,
    SHOWDOWN,
    UNKNOWN,
)

LEGAL = 0
"""The verdict on an action: LEGAL, or the number of the code of the rule that it breaks."""

NO_CARD, DEALT_TWICE, PUBLIC_HIDDEN, NO_PUBLIC, UNEXPECTED, UNTIMELY = 2, 3, 4, 104, 105, 1105
NO_ACTION, OUT_OF_TURN, NO_BET, TOO_MANY_RAISES = 101, 1101, 102, 103

_FIRST_RAISE, _SECOND_RAISE = 2, 4
"""How many chips a player raises by in each of the two betting rounds."""

_MOST_RAISES = 2
"""The maximum number of raises in a betting round, by both players together."""

_ONE = 1
_ALL = (_ONE << CARDS) - 1


class Table:
    """A hand in progress. Playing changes it, so use `copy` if you need to go back.

    `held` are the private cards, of which `dealt` have been dealt; `public` is the public card. If
    `deals` is true, a card is dealt next; otherwise the player in `turn` acts. In the current
    betting round, `done` actions and `raises` have been made, and the last action was a call if
    `called` is true. `stakes` are the chips that each player has put in. At the `end` of a hand,
    player 0 gains `gain` chips.

    If `written` is true, `betting` records the actions of each betting round.
    """

    held: list[int]
    dealt: int
    public: int
    deals: bool
    turn: int
    done: int
    raises: int
    called: bool
    stakes: list[int]
    end: int
    gain: int
    written: bool
    betting: list[list[int]]

    def __init__(self) -> None:
        self.held, self.stakes = [NONE, NONE], [ANTE, ANTE]
        self.written = True
        self.begin()

    def begin(self) -> None:
        """Begin a hand."""
        self.held[0], self.held[1], self.public = NONE, NONE, NONE
        self.stakes[0], self.stakes[1] = ANTE, ANTE
        self.dealt, self.deals, self.turn = 0, True, 0
        self.done, self.raises, self.called = 0, 0, False
        self.end, self.gain = PLAYING, 0
        if self.written:
            self.betting = [[]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((*self.cards, self.public, *map(tuple, self.betting)))

    def _values(self) -> tuple[object, ...]:
        """Return everything that can differ between tables."""
        return (self.cards, self.public, self.betting, list(self.stakes), self.end, self.gain)

    def copy(self) -> Table:
        """Return a copy of the hand that can be played independently."""
        other = Table.__new__(Table)
        other.held, other.stakes = self.held[:], self.stakes[:]
        other.dealt, other.public, other.deals = self.dealt, self.public, self.deals
        other.turn, other.done = self.turn, self.done
        other.raises, other.called = self.raises, self.called
        other.end, other.gain, other.written = self.end, self.gain, self.written
        other.betting = [actions[:] for actions in self.betting]
        return other

    @property
    def cards(self) -> list[int]:
        """The private cards dealt so far."""
        return [self.held[place] for place in range(self.dealt)]

    @property
    def returns(self) -> tuple[int, int] | None:
        """How many chips each player wins; None before the end, or if cards are hidden."""
        if self.end == PLAYING or (self.end == SHOWDOWN and UNKNOWN in self.cards):
            return None
        return self.gain, -self.gain

    # Legal actions

    def legal(self) -> int:
        """Return the mask of the player's legal actions."""
        if self.end or self.deals:
            return 0
        bet, raisable = self.stakes[0] != self.stakes[1], self.raises < _MOST_RAISES
        return _ONE << CALL | bet << FOLD | raisable << RAISE

    def unseen(self) -> int:
        """Return the mask of the cards that may be dealt next."""
        return _ALL & ~(_bit(self.held[0]) | _bit(self.held[1]) | _bit(self.public))

    def breach(self, player: int, action: int) -> int:
        """Return the first rule that an action breaks, or LEGAL."""
        if self.end or self.deals or player != self.turn:
            return OUT_OF_TURN
        if not FOLD <= action <= RAISE:
            return UNTIMELY if 0 <= action < CARDS else NO_ACTION
        if self.legal() >> action & 1:
            return LEGAL
        return NO_BET if action == FOLD else TOO_MANY_RAISES

    def deal_breach(self, card: int) -> int:
        """Return the first rule that dealing a card breaks, or LEGAL."""
        if not self.deals:
            return UNEXPECTED
        if not 0 <= card <= UNKNOWN:
            return NO_PUBLIC if card >= FOLD and self.dealt == 2 else NO_CARD
        if card == UNKNOWN:
            return LEGAL if self.dealt < 2 else PUBLIC_HIDDEN
        return LEGAL if self.unseen() >> card & 1 else DEALT_TWICE

    # Consequences

    def deal(self, card: int) -> None:
        """Deal a card, legal or not: first to player 0, then to player 1, then the public card."""
        if self.dealt < 2:
            self.held[self.dealt] = card
            self.dealt += 1
            self.deals = self.dealt < 2
        else:
            self.public, self.deals = card, False
            self.turn, self.done, self.raises, self.called = 0, 0, 0, False
            if self.written:
                self.betting.append([])

    def act(self, player: int, action: int) -> None:
        """Carry out an action, legal or not; player 0 begins each betting round."""
        if self.written:
            self.betting[len(self.betting) - 1].append(action)
        self.done += 1
        self.turn = 1 - self.turn
        self.called = action == CALL
        if action == FOLD:
            self._finish(FOLDED, 1 - player)
        else:
            raised = action == RAISE
            chips = _FIRST_RAISE if self.public == NONE else _SECOND_RAISE
            self.raises += raised
            self.stakes[player] = max(self.stakes[0], self.stakes[1]) + raised * chips
        # A call ends the betting round unless it is the first action.
        met = self.called and self.done > 1
        self.deals = met and self.public == NONE
        if met and self.public != NONE:
            self._finish(SHOWDOWN, winner(self.held[0], self.held[1], self.public))

    def _finish(self, end: int, player: int) -> None:
        """End the hand.

        The winner gains the other player's stake, which is never the larger one.
        """
        chips = min(self.stakes[0], self.stakes[1])
        self.end = end
        self.gain = 0 if player == NONE else -chips if player else chips

    def move(self, move: int) -> bool:
        """Deal a card or carry out an action of the player to act, if it is legal."""
        if self.end:
            return False
        if self.deals:
            if self.deal_breach(move):
                return False
            self.deal(move)
        else:
            if self.breach(self.turn, move):
                return False
            self.act(self.turn, move)
        return True


def _bit(card: int) -> int:
    """Return the bit of a card; a card that is hidden or not dealt yet has none."""
    return _ONE << card if 0 <= card < CARDS else 0


def winner(first: int, second: int, public: int) -> int:
    """Return the player whose card wins the showdown, or NONE if the pot is shared.

    A pair with the public card wins; otherwise the higher rank does. Suits do not matter.

    >>> winner(1, 5, 0), winner(1, 5, 2), winner(1, 0, 2)
    (0, 1, -1)
    """
    one, other = first // 2, second // 2
    if one == other:
        return NONE
    if one == public // 2:
        return 0
    return 1 if other == public // 2 or other > one else 0


def play(table: Table, moves: Sequence[int]) -> int:
    """Play cards and actions up to the first illegal one, or to the end of the hand.

    Changes the table, and returns the number of moves played.
    """
    for taken, move in enumerate(moves):
        if not table.move(move):
            return taken
    return len(moves)
