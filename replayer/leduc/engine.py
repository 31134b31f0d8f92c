"""The rules of play of Leduc poker on integers: what is legal, which rule is broken, what follows.

Cards and actions are small numbers, sets of them are masks: numbers with a bit for each. `rules`
gives all this words, reasons and observations. docs/engines.md goes through this file.

Source: Southey et al., "Bayes' Bluff: Opponent Modelling in Poker" (UAI 2005), and
`leduc_poker` of open_spiel with its default parameters; `docs/leduc.md` lists the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

CARDS = 6
"""The cards are 0 to 5, from the jack of spades to the king of hearts, two of each rank."""

UNKNOWN = 6
"""A card that is hidden."""

FOLD, CALL, RAISE = 7, 8, 9
"""The actions; a call where there is no bet to meet is a check."""

NONE = -1
"""No card, no player, and what is neither a card nor an action."""

_BIT = tuple([2**number for number in range(RAISE + 1)])
_ALL = 2**CARDS - 1

ANTE = 1
RAISES = (2, 4)
"""The chips by which a player raises in each of the betting rounds."""
MOST_RAISES = 2
"""How often a betting round can be raised, by both players together."""

PLAYING, FOLDED, SHOWDOWN = range(3)
"""Whether a hand is over, and how it ended."""

(
    LEGAL,
    OUT_OF_TURN,
    NO_ACTION,
    NO_BET,
    TOO_MANY_RAISES,
    NO_CARD,
    PUBLIC_HIDDEN,
    DEALT_TWICE,
) = range(8)
"""What is wrong with an action, or with a card that is dealt, by the first rule that it breaks."""


class Table:
    """A hand from its start on. Playing changes it: who wants to go back takes a `copy`.

    `cards` are the private cards that are dealt so far, `public` is the other one. `betting` has
    the actions of each betting round, `stakes` the chips that each player has put in. When a hand
    has come to its `end`, `returns` are what it brings each player: None where a card is hidden.
    """

    cards: list[int]
    public: int
    betting: list[list[int]]
    stakes: list[int]
    end: int
    returns: tuple[int, int] | None

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        self.cards, self.public = [], NONE
        self.betting, self.stakes = [[]], [ANTE, ANTE]
        self.end, self.returns = PLAYING, None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    def __hash__(self) -> int:
        return hash((*self.cards, self.public, *map(tuple, self.betting)))

    def copy(self) -> Table:
        """The same hand, which can be played on apart from this one."""
        other = Table.__new__(Table)
        other.cards, other.public = self.cards[:], self.public
        other.betting = [actions[:] for actions in self.betting]
        other.stakes, other.end, other.returns = self.stakes[:], self.end, self.returns
        return other

    # Who acts

    @property
    def turn(self) -> int:
        """Who acts next in the betting round; player 0 begins each."""
        return len(self.betting[-1]) % 2

    @property
    def met(self) -> bool:
        """Whether the betting round is over: a call ends it, unless it opens it."""
        actions = self.betting[-1]
        return len(actions) > 1 and actions[-1] == CALL

    @property
    def deals(self) -> bool:
        """Whether a card is to be dealt."""
        return len(self.cards) < 2 or (self.public == NONE and self.met)

    # What may be done

    def legal(self) -> int:
        """The mask of what the player in turn may do."""
        if self.end or self.deals:
            return 0
        mask = _BIT[CALL]
        if self.stakes[0] != self.stakes[1]:
            mask |= _BIT[FOLD]
        if self.betting[-1].count(RAISE) < MOST_RAISES:
            mask |= _BIT[RAISE]
        return mask

    def unseen(self) -> int:
        """The mask of the cards that may be dealt next."""
        mask = _ALL
        for card in (*self.cards, self.public):
            if 0 <= card < CARDS:
                mask &= ~_BIT[card]
        return mask

    def breach(self, player: int, action: int) -> int:
        """What is wrong with an action of a player: LEGAL, or the first broken rule."""
        if self.end or self.deals or player != self.turn:
            return OUT_OF_TURN
        if not FOLD <= action <= RAISE:
            return NO_ACTION
        if self.legal() & _BIT[action]:
            return LEGAL
        return NO_BET if action == FOLD else TOO_MANY_RAISES

    def deal_breach(self, card: int) -> int:
        """What is wrong with a card that is dealt: LEGAL, or the first broken rule."""
        if not self.deals:
            return OUT_OF_TURN
        if not 0 <= card <= UNKNOWN:
            return NO_CARD
        if card == UNKNOWN:
            return LEGAL if len(self.cards) < 2 else PUBLIC_HIDDEN
        return LEGAL if self.unseen() & _BIT[card] else DEALT_TWICE

    # What follows

    def deal(self, card: int) -> None:
        """Deal a card, legal or not: to player 0, to player 1, then the public card."""
        if len(self.cards) < 2:
            self.cards.append(card)
        else:
            self.public = card
            self.betting.append([])

    def act(self, player: int, action: int) -> None:
        """Carry out an action, legal or not."""
        raised = RAISES[len(self.betting) - 1] if action == RAISE else 0
        self.betting[-1].append(action)
        if action == FOLD:
            self._finish(FOLDED, 1 - player)
            return
        self.stakes[player] = max(self.stakes) + raised
        if self.public != NONE and self.met:
            self._finish(SHOWDOWN, winner(self.cards, self.public))

    def _finish(self, end: int, player: int) -> None:
        """The winner gains what the other put in: the smaller stake."""
        self.end, chips = end, min(self.stakes)
        if end == SHOWDOWN and UNKNOWN in self.cards:
            self.returns = None
        elif player == NONE:
            self.returns = (0, 0)
        else:
            self.returns = (-chips, chips) if player else (chips, -chips)


def winner(cards: Sequence[int], public: int) -> int:
    """The player whose card wins the showdown, NONE where the pot is shared.

    A pair with the public card wins; otherwise the higher rank does. Suits count for nothing.

    >>> winner([1, 5], 0), winner([1, 5], 2), winner([1, 0], 2)
    (0, 1, -1)
    """
    ranks = [card // 2 for card in cards]
    if ranks[0] == ranks[1]:
        return NONE
    if public // 2 in ranks:
        return ranks.index(public // 2)
    return ranks.index(max(ranks))


def play(table: Table, moves: Sequence[int]) -> int:
    """Play cards and actions up to the first that is not legal, or to the end of the hand.

    Returns how many were played, and changes the table.
    """
    for taken, move in enumerate(moves):
        if table.end:
            return taken
        if table.deals:
            if table.deal_breach(move):
                return taken
            table.deal(move)
        else:
            if table.breach(table.turn, move):
                return taken
            table.act(table.turn, move)
    return len(moves)
