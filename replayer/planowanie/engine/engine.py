"""The rules of Planowanie using integers: legal actions, broken rules, consequences.

A card is its number in a `Pack`, and a set of cards is a mask. `rules` adds words, reasons and
observations.

If a compiler is available, this file is compiled with the types in `engine.pxd`, and masks have 64
bits. Decks that do not fit are played by the same file as plain Python; `pack` chooses.

Source: the rules of the tournament of 2009, sections "Zasady gry" to "Punktacja".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..cards import NONE, Cards, cards_of, hidden_in

LEGAL, NO_CARD, NO_PLAYER, OUT_OF_RANGE = 0, 5, 7, 101
OUT_OF_TURN, NOT_HELD, MUST_FOLLOW = 103, 104, 105
"""No error, or the number of the code of the first broken rule."""

_TRUMP = 0
"""The number of the trump suit."""

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1
_BITS, _SEATS = 64, 4
"""The size of the compiled module's arrays."""


class Pack:
    """A deck as numbers: `size` cards, followed by any cards outside the deck that were played.

    `words` has the cards by their numbers, and `numbers` is the inverse. For each card, `bits` has
    its bit, and `suit` and `rank` have the numbers of its suit and rank; a card outside the deck
    may have rank -1. `suits` has the mask of each suit, and `bit_of` has the bit of a word, which
    is 0 for a `hidden` card. `deck` is the ranks and the suits.

    >>> deck = Pack("TJQKA", "CDH")
    >>> deck.winning([deck.numbers[card] for card in ("TD", "AH", "KD", "TC")])
    3
    """

    deck: tuple[str, str]
    size: int
    hidden: str
    words: tuple[str, ...]
    numbers: dict[str, int]
    bits: list[int]
    bit_of: dict[str, int]
    suit: list[int]
    rank: list[int]
    suits: list[int]

    def __init__(self, ranks: str, suits: str, strangers: Iterable[str] = ()) -> None:
        self.deck = ranks, suits
        deck = cards_of(ranks, suits)
        self.size = len(deck)
        self.hidden = hidden_in(ranks, suits)
        self.words = (*deck, *strangers)
        names = list(dict.fromkeys([*suits, *[word[1:] for word in self.words]]))
        number_of = {name: number for number, name in enumerate(names)}
        room = max(_BITS, len(self.words), len(names))
        self.bits, self.suits = _array(0, room), _array(0, room)
        self.suit, self.rank = _array(0, room), _array(0, room)
        self.numbers, self.bit_of = {}, {self.hidden: 0}
        for number, word in enumerate(self.words):
            bit, suit = _ONE << number, number_of[word[1:]]
            self.numbers[word] = number
            self.bits[number] = self.bit_of[word] = bit
            self.suit[number], self.rank[number] = suit, ranks.find(word[:1] or " ")
            self.suits[suit] += bit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and (self.deck, self.words) == (other.deck, other.words)

    def __hash__(self) -> int:
        return hash(self.words)

    def mask(self, cards: Iterable[str]) -> int:
        """Return the mask of cards, ignoring hidden ones.

        >>> f"{Pack('QK', 'CD').mask(['KC', '??', 'KD']):04b}"
        '1010'
        """
        mask = 0
        for card in cards:
            mask |= self.bit_of[card]
        return mask

    def named(self, mask: int) -> list[str]:
        """Return the cards of a mask, in the order of their numbers.

        >>> Pack("QK", "CD").named(0b1010)
        ['KC', 'KD']
        """
        found: list[str] = []
        number = 0
        while mask:
            if mask & _ONE:
                found.append(self.words[number])
            number += 1
            mask >>= 1
        return found

    def can_be_dealt(self, players: int, cards: int, hands: Sequence[Cards]) -> bool:
        """Return whether hands form a deal: `cards` cards for each player, and no card twice."""
        if [len(hand) for hand in hands] != [cards] * players:
            return False
        known = set[str]()
        hidden = 0
        for hand in hands:
            known.update(hand)
            hidden += hand.count(self.hidden)
        known.discard(self.hidden)
        return len(known) + hidden == players * cards and known <= self.bit_of.keys()

    def beats(self, card: int, best: int) -> bool:
        """Return whether a card beats the best one of the trick so far."""
        suit = self.suit[card]
        if suit == self.suit[best]:
            return self.rank[card] > self.rank[best]
        return suit == _TRUMP

    def winning(self, cards: Sequence[int]) -> int:
        """Return the place of the winning card among a trick's cards, leader first."""
        best = 0
        for place, card in enumerate(cards):
            if self.beats(card, cards[best]):
                best = place
        return best

    def table(self, cards: int, start: int, hands: Sequence[Cards]) -> Table:
        """Return a deal of this pack."""
        return Table(self, cards, start, hands)


def _array(value: int, size: int) -> list[int]:
    """Return a list that Cython accepts for an array, as it does not accept `[value] * size`."""
    return [value] * size


def score(cards: int, taken: int, declared: int) -> int:
    """Return a player's score: the tricks taken, plus `cards` if that number was declared.

    >>> score(3, 2, 2), score(3, 2, 1)
    (5, 2)
    """
    return taken + cards if taken == declared else taken


def scores(cards: int, taken: Iterable[int], declared: Iterable[int]) -> tuple[int, ...]:
    """Return the score of each player; an illegal declaration may be any number, of any size.

    >>> scores(3, [2, 1], [2, 10**30])
    (5, 1)
    """
    found: list[int] = []
    for won, said in zip(taken, declared, strict=False):
        found.append(score(cards, won, said if said in range(cards + 1) else NONE))
    return tuple(found)


class Table:
    """A deal in progress. Playing changes it, so use `copy` if you need to go back.

    There are `players` players, who were dealt `cards` cards each (`dealt`). `hands` has the mask
    of the cards that each player holds now, `hiding` counts each player's hidden cards, and
    `unseen` is the mask of the cards that may be hidden. `declarations` is empty until every player
    has declared. The player in `turn` plays next. In the current trick, `leader` led, `laid` counts
    the cards, `led` is the suit to follow (`NONE` at the start of a trick), and `best` and `taking`
    are the winning card and player so far. `taken` has the number of tricks that each player has
    won, `tricks` is the number of all finished tricks, and `over` is true after the last one. `row`
    holds the cards of a trick, in seat order, for `play_row`.

    If `written` is true, `played` has the cards in order, and `leads` and `winners` have the leader
    and the winner of each trick; `leads` also has the next leader. `points` has the points of each
    player, or is None until the deal is over.
    """

    pack: Pack
    players: int
    cards: int
    dealt: tuple[Cards, ...]
    hands: list[int]
    hiding: list[int]
    unseen: int
    declarations: tuple[int, ...]
    written: bool
    played: list[int]
    leads: list[int]
    winners: list[int]
    points: tuple[int, ...] | None
    leader: int
    turn: int
    laid: int
    led: int
    best: int
    taking: int
    tricks: int
    taken: list[int]
    over: bool
    row: list[int]

    def __init__(self, deck: Pack, cards: int, start: int, hands: Sequence[Cards]) -> None:
        """Deal hands; `Pack.can_be_dealt` checks whether they can be dealt."""
        self.pack = deck
        self.players = len(hands)
        self.dealt = tuple(hands)
        room = max(_SEATS, len(hands))
        self.hands, self.hiding = _array(0, room), _array(0, room)
        self.taken, self.row = _array(0, room), _array(NONE, room)
        self.written = True
        self.unseen = 0
        for card in range(deck.size):
            self.unseen |= self.pack.bits[card]
        for player, hand in enumerate(hands):
            self.hands[player] = self.pack.mask(hand)
            self.hiding[player] = hand.count(deck.hidden)
            self.unseen &= ~self.hands[player]
        self.begin(cards, start)

    def begin(self, cards: int, start: int) -> None:
        """Begin play with the current hands, and leave everything else unchanged."""
        self.cards, self.declarations = cards, ()
        self.leader = self.turn = start
        self.laid, self.led = 0, NONE
        self.best = self.taking = NONE
        self.tricks, self.over = 0, False
        for player in range(self.players):
            self.taken[player] = 0
        if self.written:
            self.played, self.leads, self.winners, self.points = [], [start], [], None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((self.dealt, self.declarations, *self.played, *self.leads))

    def values(self) -> tuple[object, ...]:
        """Return everything that can differ between tables."""
        dealt = (self.pack, self.cards, self.dealt, self.declarations, self.turn)
        held = (list(self.hands), list(self.hiding), self.unseen, list(self.taken))
        trick = (self.leader, self.laid, self.led, self.best, self.taking, self.over)
        return (*dealt, *held, *trick, self.played, self.leads, self.winners)

    def copy(self) -> Table:
        """Return a copy of the deal that can be played independently."""
        other = Table.__new__(Table)
        other.pack, other.players, other.cards = self.pack, self.players, self.cards
        other.dealt, other.declarations = self.dealt, self.declarations
        other.hands, other.hiding, other.unseen = self.hands[:], self.hiding[:], self.unseen
        other.taken, other.row = self.taken[:], self.row[:]
        other.leader, other.turn, other.laid = self.leader, self.turn, self.laid
        other.led, other.best, other.taking = self.led, self.best, self.taking
        other.tricks, other.over, other.written = self.tricks, self.over, self.written
        other.played, other.leads, other.winners = self.played[:], self.leads[:], self.winners[:]
        other.points = self.points
        return other

    def has_played(self, player: int) -> int:
        """Return how many cards a player has played."""
        return self.tricks + ((player - self.leader) % self.players < self.laid)

    def played_by(self, player: int) -> list[int]:
        """Return the cards that a player has played."""
        own = [
            trick * self.players + (player - lead) % self.players
            for trick, lead in enumerate(self.leads)
        ]
        return [self.played[at] for at in own if at < len(self.played)]

    # Legal actions

    def declaration_breach(self, player: int, said: int) -> int:
        """Return the first rule that a declaration breaks, or LEGAL."""
        if not 0 <= player < self.players:
            return NO_PLAYER
        return LEGAL if 0 <= said <= self.cards else OUT_OF_RANGE

    def breach(self, player: int, card: int) -> int:
        """Return the first rule that a player's card breaks, or LEGAL."""
        if player != self.turn:
            return OUT_OF_TURN
        if not 0 <= card < self.pack.size:
            return NO_CARD
        bit = self.pack.bits[card]
        if self.legal() & bit:
            return LEGAL
        return MUST_FOLLOW if self.could_hold(player) & bit else NOT_HELD

    def legal(self) -> int:
        """Return the mask of the player's legal cards, which are those of the suit led, if any.

        In a view, these are all cards that may be legal.
        """
        player = self.turn
        held = self.could_hold(player)
        if self.led == NONE:
            return held
        suit = self.pack.suits[self.led]
        return held & suit if self.hands[player] & suit else held

    def could_hold(self, player: int) -> int:
        """Return the mask of the cards that a player may hold."""
        return self.hands[player] | self.unseen if self.hiding[player] else self.hands[player]

    # Consequences

    def declare(self, said: Sequence[int]) -> None:
        """Carry out the declarations of all players, legal or not."""
        self.declarations = tuple(said)

    def play(self, card: int) -> None:
        """Play a card for the player to act, legal or not."""
        player = self.turn
        bit = self.pack.bits[card]
        if self.hands[player] & bit:
            self.hands[player] -= bit
        elif self.hiding[player]:
            self.hiding[player] -= 1
        self.unseen &= ~bit
        if self.laid == 0:
            self.led = self.pack.suit[card]
            self.best, self.taking = card, self.leader
        elif self.pack.beats(card, self.best):
            self.best, self.taking = card, (self.leader + self.laid) % self.players
        if self.written:
            self.played.append(card)
        self.laid += 1
        self.turn = player + 1 if player + 1 < self.players else 0
        if self.laid == self.players:
            self._end_trick()

    def _end_trick(self) -> None:
        """Finish a trick; its winner leads the next one."""
        self.leader = self.turn = self.taking
        self.laid, self.led = 0, NONE
        self.taken[self.taking] += 1
        self.tricks += 1
        self.over = self.tricks == self.cards
        if self.written:
            self.winners.append(self.taking)
            self.leads.append(self.taking)
            if self.over:
                taken = [self.taken[player] for player in range(self.players)]
                self.points = scores(self.cards, taken, self.declarations)

    def play_row(self) -> bool:
        """Play the cards of `row`, up to the first illegal one; return whether all were legal."""
        for _ in range(self.players):
            card = self.row[self.turn]
            if self.breach(self.turn, card):
                return False
            self.play(card)
        return True

    def lead_as(self, marked: Sequence[int | None]) -> None:
        """Let the marked player lead a new trick, regardless of the last winner."""
        if self.laid or self.over or self.tricks >= len(marked):
            return
        player = marked[self.tricks]
        if player is not None and player in range(self.players):
            self.leader = self.turn = player
            self.leads[self.tricks] = player

    def play_tricks(
        self, tricks: Iterable[Sequence[int]], marked: Sequence[int | None] = ()
    ) -> None:
        """Play the cards of tricks up to the first illegal one, in seat order; -1 means no card.

        If a trick has a `marked` leader, that player leads it.
        """
        for cards in tricks:
            if self.over or len(cards) != self.players:
                return
            if marked:
                self.lead_as(marked)
            for player, card in enumerate(cards):
                self.row[player] = card
            if not self.play_row():
                return
        if marked:
            self.lead_as(marked)
