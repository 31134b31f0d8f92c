"""The rules of play of Planowanie on integers: what is legal, which rule is broken, what follows.

A card is its number in a `Pack`, and the cards that somebody has are a mask. `rules` gives all
this words, reasons and observations.

Source: the rules of the tournament of 2009, sections "Zasady gry" to "Punktacja".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Cards
from .pack import Pack

TRUMP = 0
"""The number of the suit that is trump."""

NONE = -1
"""No card, and no player."""

(
    LEGAL,
    NO_PLAYER,
    OUT_OF_RANGE,
    OUT_OF_TURN,
    NO_CARD,
    NOT_HELD,
    MUST_FOLLOW,
) = range(7)
"""What is wrong with an action, by the first rule that it breaks."""


def can_be_dealt(deck: Pack, players: int, cards: int, hands: Sequence[Cards]) -> bool:
    """Whether hands are a deal: so many cards of the deck for each player, and none twice."""
    if [len(hand) for hand in hands] != [cards] * players:
        return False
    known = hidden = 0
    try:
        for hand in hands:
            known |= deck.mask(hand)
            hidden += hand.count(deck.hidden)
    except KeyError:
        return False
    return known.bit_count() + hidden == players * cards


def beats(deck: Pack, card: int, best: int) -> bool:
    """Whether a card takes a trick from the one that was best so far."""
    suit = deck.suit[card]
    if suit == deck.suit[best]:
        return deck.rank[card] > deck.rank[best]
    return suit == TRUMP


def winning(deck: Pack, cards: Sequence[int]) -> int:
    """The place of the card that wins, among cards of which the first was led.

    >>> from kifu.replayer.planowanie.pack import pack
    >>> deck = pack("TJQKA", "CDH")
    >>> winning(deck, [deck.numbers[card] for card in ("TD", "AH", "KD", "TC")])
    3
    """
    best = 0
    for place, card in enumerate(cards):
        if beats(deck, card, cards[best]):
            best = place
    return best


def points(cards: int, declarations: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """The tricks that each player has won, and `cards` more for who won as many as declared.

    >>> points(3, [2, 1], [0, 0, 0]), points(3, [2, 1], [0, 1, 0])
    ((3, 0), (5, 4))
    """
    taken = [winners.count(player) for player in range(len(declarations))]
    return tuple(
        [won + cards if won == said else won for won, said in zip(taken, declarations, strict=True)]
    )


class Table:
    """A deal from the hands on. Playing changes it: who wants to go back takes a `copy`.

    Each of the `players` was `dealt` so many `cards`. `hands` are the masks of what they hold now,
    `hiding` counts the cards of each that are hidden, and `unseen` is the mask of all cards that
    may be among those. `declarations` are empty until all have declared. `played` are the cards in
    their order, `leads` and `winners` who led and won each trick; `leads` has one more. Of the
    trick under way, `laid` counts the cards, `led` is the suit to follow (`NONE` where a card is to
    be led), and `best` and `taking` are the card and the player that win it so far. `points` are
    None until the deal is over.
    """

    pack: Pack
    players: int
    cards: int
    dealt: tuple[Cards, ...]
    hands: list[int]
    hiding: list[int]
    unseen: int
    declarations: tuple[int, ...]
    played: list[int]
    leads: list[int]
    winners: list[int]
    turn: int
    laid: int
    led: int
    best: int
    taking: int
    points: tuple[int, ...] | None

    __slots__ = tuple(__annotations__)

    def __init__(self, deck: Pack, cards: int, start: int, hands: Sequence[Cards]) -> None:
        """Deal hands; whether they can be dealt is for `can_be_dealt` to say."""
        strange = set[str]().union(*hands).difference(deck.bit_of)
        self.pack = deck.naming(sorted(strange)) if strange else deck
        self.players, self.cards = len(hands), cards
        self.dealt = tuple(hands)
        self.hands = list(map(self.pack.mask, hands))
        self.hiding = [hand.count(deck.hidden) for hand in hands]
        self.unseen = sum(deck.suits)
        for hand in self.hands:
            self.unseen &= ~hand
        self.declarations = ()
        self.played, self.leads, self.winners = [], [start], []
        self.turn, self.laid, self.led = start, 0, NONE
        self.best = self.taking = NONE
        self.points = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    def __hash__(self) -> int:
        return hash((self.dealt, self.declarations, *self.played, *self.leads))

    def copy(self) -> Table:
        """The same deal, which can be played on apart from this one."""
        other = Table.__new__(Table)
        other.pack, other.players, other.cards = self.pack, self.players, self.cards
        other.dealt, other.declarations = self.dealt, self.declarations
        other.hands, other.hiding, other.unseen = self.hands[:], self.hiding[:], self.unseen
        other.played, other.leads, other.winners = self.played[:], self.leads[:], self.winners[:]
        other.turn, other.laid, other.led = self.turn, self.laid, self.led
        other.best, other.taking, other.points = self.best, self.taking, self.points
        return other

    def number(self, word: str) -> int:
        """The number of a card; one that is not in the deck gets a number in this deal."""
        if word not in self.pack.numbers:
            self.pack = self.pack.naming([word])
        return self.pack.numbers[word]

    def has_played(self, player: int) -> int:
        """How many cards a player has played."""
        return len(self.winners) + ((player - self.leads[-1]) % self.players < self.laid)

    def played_by(self, player: int) -> list[int]:
        """The cards that a player has played."""
        own = [
            trick * self.players + (player - lead) % self.players
            for trick, lead in enumerate(self.leads)
        ]
        return [self.played[at] for at in own if at < len(self.played)]

    # What may be done

    def declaration_breach(self, player: int, said: int) -> int:
        """What is wrong with a declaration: LEGAL, or the first broken rule."""
        if not 0 <= player < self.players:
            return NO_PLAYER
        return LEGAL if 0 <= said <= self.cards else OUT_OF_RANGE

    def breach(self, player: int, card: int) -> int:
        """What is wrong with a card that a player plays: LEGAL, or the first broken rule."""
        if player != self.turn:
            return OUT_OF_TURN
        bit = self.pack.bits[card] if 0 <= card < self.pack.size else 0
        if self.legal() & bit:
            return LEGAL
        if not bit:
            return NO_CARD
        return MUST_FOLLOW if self.could_hold(player) & bit else NOT_HELD

    def legal(self) -> int:
        """The mask of what the player in turn may play: the suit that is led, if there is any.

        In a view, all that could be legal.
        """
        player = self.turn
        held = self.could_hold(player)
        if self.led == NONE:
            return held
        suit = self.pack.suits[self.led]
        return held & suit if self.hands[player] & suit else held

    def could_hold(self, player: int) -> int:
        """The mask of what a player holds, as far as anybody knows."""
        return self.hands[player] | self.unseen if self.hiding[player] else self.hands[player]

    # What follows

    def declare(self, said: Sequence[int]) -> None:
        """Carry out the declarations of all players, legal or not."""
        self.declarations = tuple(said)

    def play(self, card: int) -> None:
        """Carry out the play of a card by the player in turn, legal or not."""
        player, deck = self.turn, self.pack
        bit = deck.bits[card]
        if self.hands[player] & bit:
            self.hands[player] -= bit
        elif self.hiding[player]:
            self.hiding[player] -= 1
        self.unseen &= ~bit
        if self.laid == 0:
            self.led = deck.suit[card]
            self.best, self.taking = card, self.leads[-1]
        elif beats(deck, card, self.best):
            self.best, self.taking = card, (self.leads[-1] + self.laid) % self.players
        self.played.append(card)
        self.laid += 1
        self.turn = (player + 1) % self.players
        if self.laid == self.players:
            self._end_trick()

    def _end_trick(self) -> None:
        """The winner of a trick leads the next; after the last one, count the points."""
        self.winners.append(self.taking)
        self.leads.append(self.taking)
        self.turn, self.laid, self.led = self.taking, 0, NONE
        if len(self.winners) == self.cards:
            self.points = points(self.cards, self.declarations, self.winners)

    def lead_as(self, marked: Sequence[int | None]) -> None:
        """Where a trick begins, let the player lead who is marked for it, whoever won the last."""
        trick = len(self.winners)
        if self.laid or self.points is not None or trick >= len(marked):
            return
        player = marked[trick]
        if player is not None:
            self.leads[-1] = self.turn = player


def play(table: Table, tricks: Iterable[Sequence[int]], marked: Sequence[int | None] = ()) -> None:
    """Play the cards of tricks, in seat order, up to the first that is not legal; -1 is none.

    Tricks that are `marked` with a player are led by that one.
    """
    for cards in tricks:
        if table.points is not None or len(cards) != table.players:
            return
        if marked:
            table.lead_as(marked)
        for _ in range(table.players):
            player = table.turn
            if table.breach(player, cards[player]):
                return
            table.play(cards[player])
    if marked:
        table.lead_as(marked)
