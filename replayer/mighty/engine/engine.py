"""A deal in progress as numbers: legal actions and their consequences.

If a compiler is available, this file is compiled with the types in `engine.pxd`.

Source: the paper, III.4 (procedure) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..cards import HAND_SIZE, KITTY_SIZE, PLAYERS
from .auction import Auction, first_bidder
from .hands import Hands, count, half_points
from .numbers import (
    ALL,
    CALL_UNIT,
    CARD,
    FIRST,
    HIDDEN,
    JOKER,
    LAST,
    LEGAL,
    MISDEAL,
    NO_TRUMP,
    NOBODY,
    OF_JOKER,
    OF_POINTS,
    SEAT,
    SUIT_UNIT,
    SUITS,
    TRUMP_UNIT,
    UNKNOWN,
)
from .phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER, PLAY
from .tricks import suit_led, winning_card
from .variant import Trump, Variant

# The rules that an action can break, as the numbers of their codes.
OUT_OF_TURN, HAS_PASSED, NO_MISDEALS, HAS_SPOKEN, HAND_TOO_GOOD = 101, 104, 107, 1107, 2107
NOT_THREE, BURIED_TWICE, NOT_IN_HAND = 2, 1004, 202
PLAYED_ALREADY, NOT_HELD, MUST_FOLLOW, MIGHTY_FORCED = 4, 302, 303, 304
BANNED_LEAD, STUCK_LEAD, JOKER_TOO_EARLY = 305, 1305, 306
CALLED_BEHIND, CANNOT_CALL, CALLED_TOO_EARLY = 307, 1307, 2307
JOKER_CALLED, NO_SUIT, SUIT_NAMED, SUIT_OPEN = 308, 309, 310, 1310

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1

_PLAYS = PLAYERS * HAND_SIZE

Trick: TypeAlias = tuple[int, tuple[int, ...], int]
"""The leader, the plays in order, and the winner."""


class Engine(Hands):
    """A deal in progress.

    Playing changes it, so use `copy` if you need to go back. `friend` and `friend_player` are
    NOBODY until they are known, and so is `trump` until there is a contract; `special` holds the
    consequences of the trump.

    `laid` holds all plays so far, and `laid_count` their number. The current trick, which has a
    `number` from 1, begins with the play at `first`; its cards are `on_table`, with
    `points_on_table` points. `lead` is its leader, and `led` is the suit to follow, or NOBODY until
    it is known. `leads` and `winners` belong to the finished tricks, and `won` has the points that
    each player has taken in them.
    """

    variant: Variant
    auction: Auction
    turn: int
    points: int
    trump: int
    special: Trump
    friend: int
    friend_player: int
    lead: int
    led: int
    laid: list[int]
    laid_count: int
    first: int
    on_table: int
    points_on_table: int
    number: int
    duty: int
    leads: list[int]
    winners: list[int]
    won: list[int]

    def __init__(
        self,
        variant: Variant,
        dealer: int,
        last_president: int,
        hands: Sequence[tuple[int, ...]],
        kitty: tuple[int, ...],
    ) -> None:
        """Deal five hands and a kitty; `deal_breach` checks that they form a deal."""
        self._make(variant)
        self.clear()
        self.set_dealt(hands)
        self.set_kitty(kitty)
        for seat in range(PLAYERS):
            self.hands[seat], self.hidden[seat] = self.dealt_known[seat], self.dealt_hidden[seat]
        self._begin(dealer, last_president)

    def _make(self, variant: Variant) -> None:
        """Allocate everything that changes."""
        self.variant = variant
        self.auction = Auction(variant, 0)
        self.make_room()
        self.laid, self.won = list(range(_PLAYS)), list(range(PLAYERS))
        self.leads, self.winners = list(range(HAND_SIZE)), list(range(HAND_SIZE))

    def deal(
        self,
        dealer: int,
        last_president: int,
        first: int,
        second: int,
        third: int,
        fourth: int,
        fifth: int,
        kitty: int,
    ) -> None:
        """Start a new deal with five hands and a kitty of known cards, as masks."""
        self._dealt = self._kitty = self._discard = self._order = None
        self.hands[0], self.hands[1], self.hands[2] = first, second, third
        self.hands[3], self.hands[4] = fourth, fifth
        for seat in range(PLAYERS):
            self.dealt_known[seat] = self.hands[seat]
            self.dealt_hidden[seat] = self.hidden[seat] = 0
        self.kitty_known, self.kitty_hidden = kitty, 0
        self._begin(dealer, last_president)

    def _begin(self, dealer: int, last_president: int) -> None:
        """Begin the auction, once the cards are dealt."""
        self.auction.begin(dealer)
        self.phase = AUCTION
        self.turn = _seat(first_bidder(self.variant, dealer, last_president))
        self.president = self.friend = self.friend_player = self.led = NOBODY
        self.set_contract(UNKNOWN, NOBODY)
        self.buried = self.buried_hidden = self.played = 0
        self.lead = self.laid_count = self.first = self.on_table = self.points_on_table = 0
        self.number, self.duty = 1, LEGAL
        for seat in range(PLAYERS):
            self.won[seat] = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(
            (self.dealt, self.auction, self.phase, self.turn, self.discard, tuple(self.hands))
        )

    def _values(self) -> tuple[object, ...]:
        """Return everything that can differ between deals."""
        orders = tuple([self.order(seat) for seat in range(PLAYERS)])
        known = (self.dealt, self.kitty, self.discard, orders)
        held = (tuple(self.hands), tuple(self.hidden))
        done = (self.variant, self.auction, self.phase, self.turn, self.president, self.played)
        contract = (self.points, self.trump, self.friend, self.friend_player)
        return (done, known, held, contract, self.lead, self.led, self.plays, self.tricks)

    def copy(self) -> Engine:
        """Return a copy of the deal that can be played independently."""
        other = Engine.__new__(Engine)
        other._make(self.variant)
        other.become(self)
        return other

    def become(self, other: Engine) -> None:
        """Copy the state of another deal under the same options."""
        self.auction.become(other.auction)
        self.phase, self.turn, self.president = other.phase, other.turn, other.president
        self._dealt, self._kitty, self._discard = other._dealt, other._kitty, other._discard
        self._order = other._order
        self.dealt_known[:], self.dealt_hidden[:] = other.dealt_known, other.dealt_hidden
        self.hands[:], self.hidden[:] = other.hands, other.hidden
        self.kitty_known, self.kitty_hidden = other.kitty_known, other.kitty_hidden
        self.buried, self.buried_hidden = other.buried, other.buried_hidden
        self.points, self.trump, self.special = other.points, other.trump, other.special
        self.friend, self.friend_player = other.friend, other.friend_player
        self.played, self.number, self.duty = other.played, other.number, other.duty
        self.lead, self.led, self.first = other.lead, other.led, other.first
        self.laid[:], self.laid_count = other.laid, other.laid_count
        self.on_table, self.points_on_table = other.on_table, other.points_on_table
        self.leads[:], self.winners[:], self.won[:] = other.leads, other.winners, other.won

    @property
    def place(self) -> int:
        """The next player's place in the current trick; the leader's is 0."""
        return self.laid_count - self.first

    @property
    def plays(self) -> list[int]:
        """The plays of the current trick, in order."""
        return list(self.laid)[self.first : self.laid_count]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        laid, leads, winners = tuple(self.laid), list(self.leads), list(self.winners)
        over = range(self.number - 1)
        return tuple([(leads[at], laid[5 * at : 5 * at + 5], winners[at]) for at in over])

    def set_tricks(self, tricks: Sequence[Trick]) -> None:
        """Replace the leads and winners of the tricks with those marked."""
        for seat in range(PLAYERS):
            self.won[seat] = 0
        for at, (lead, plays, winner) in enumerate(tricks):
            self.leads[at], self.winners[at] = lead, winner
            self.won[winner] += points_of(plays)

    # The auction

    def call_breach(self, player: int, call: int) -> int:
        """Return LEGAL, or the rule of the auction that a call breaks."""
        auction = self.auction
        if 0 <= player < PLAYERS and auction.is_out(player):
            return HAS_PASSED
        if player != self.turn:
            return OUT_OF_TURN
        if call != MISDEAL:
            return auction.breach(call)
        if not self.variant.misdeals:
            return NO_MISDEALS
        if auction.spoken >> player & 1:
            return HAS_SPOKEN
        return LEGAL if self.least_half_points(player) <= 1 else HAND_TOO_GOOD

    def least_half_points(self, player: int) -> int:
        """Return the lowest possible value of a player's hand for a misdeal, in half points."""
        halves = half_points(self.hands[player])
        return halves - 2 if self.hidden[player] and self.unseen() & OF_JOKER else halves

    def trumps_at(self, points: int) -> int:
        """Return the trumps that the player to act may bid with these points, as a mask."""
        found = 0
        for trump in range(NO_TRUMP + 1):
            if not self.call_breach(self.turn, points * TRUMP_UNIT + trump):
                found |= 1 << trump
        return found

    def call(self, player: int, call: int) -> None:
        """Carry out a call, legal or not."""
        auction = self.auction
        auction.add(_seat(player), call)
        if call == MISDEAL:
            self.phase = OVER
            return
        following = auction.next_bidder(player)
        if following >= 0:
            self.turn = following
        elif auction.bidder < 0:
            self.phase = OVER
        else:
            self.take_kitty(auction.bidder, auction.points, auction.trump)

    # The president's decisions

    def take_kitty(self, president: int, points: int, trump: int) -> None:
        """Give the kitty to the president, who has won the auction."""
        self.take_kitty_cards(_seat(president))
        self.phase = EXCHANGE
        self.president = self.turn = president
        self.set_contract(points, trump)

    def bury_breach(self, cards: Sequence[int]) -> int:
        """Return the rule that an exchange breaks."""
        if len(cards) != KITTY_SIZE:
            return NOT_THREE
        for place in range(KITTY_SIZE):
            breach = self.buried_breach(cards, place)
            if breach:
                return breach
        return LEGAL

    def buried_breach(self, cards: Sequence[int], place: int) -> int:
        """Return the rule that burying the card at this place breaks."""
        card = cards[place]
        if card == HIDDEN:
            return LEGAL
        if card in cards[:place]:
            return BURIED_TWICE
        return LEGAL if self.may_hold(self.turn) >> card & 1 else NOT_IN_HAND

    def bury(self, cards: tuple[int, ...]) -> None:
        """Remove cards from the president's hand, hidden ones last, legal or not."""
        for card in cards:
            if card != HIDDEN:
                self.take(self.turn, card)
        for _ in range(cards.count(HIDDEN)):
            self.take(self.turn, HIDDEN)
        self.set_discard(cards)
        self.phase = CONTRACT

    def may_bury(self, cards: int) -> bool:
        """Return whether the president may bury these known cards, given as a mask."""
        return count(cards) == KITTY_SIZE and cards & ~self.may_hold(self.turn) == 0

    def bury_known(self, cards: int) -> None:
        """Bury cards from the president's hand; the cards are given as a mask."""
        self.hands[self.turn] &= ~cards
        self.buried, self.phase = cards, CONTRACT

    def contract_breach(self, points: int, trump: int) -> int:
        """Return the rule that the president's contract breaks, given the bid."""
        return self.variant.contract_breach(self.points, self.trump, points, trump)

    def settle(self, points: int, trump: int) -> None:
        """Settle the contract."""
        self.set_contract(points, trump)
        self.phase = FRIEND

    def set_contract(self, points: int, trump: int) -> None:
        """Record a contract and the special cards under its trump."""
        self.points, self.trump, self.special = points, trump, self.variant.trump(trump)

    def friend_breach(self, friend: int) -> int:
        """Return the rule that the president's choice of a friend breaks."""
        return self.variant.friend_breach(self.turn, friend)

    def name_friend(self, friend: int) -> None:
        """Name the friend; a friend named by seat is known at once."""
        self.friend = friend
        self.friend_player = friend - SEAT if SEAT <= friend < LAST else NOBODY
        self.begin_play()

    def begin_play(self) -> None:
        """Let the president lead to the first trick."""
        self.phase, self.turn, self.lead = PLAY, self.president, self.president

    # Plays

    def legal_cards(self) -> int:
        """Return the legal cards of the player to act; for a hidden hand, all that may be legal."""
        cards = self.may_hold(self.turn) & ~self.played & self.dutiful_cards()
        return cards & self.first_cards() if self.number == 1 else cards

    def breach(self, play: int) -> int:
        """Return the rule that a play of the player to act breaks."""
        card, player = play & CARD, self.turn
        bit = _ONE << card
        if self.played & bit:
            return PLAYED_ALREADY
        if not self.hands[player] & bit and not self.may_hold(player) & bit:
            return NOT_HELD
        if self.number == 1 and not self.first_cards() & bit:
            if self.laid_count:
                return JOKER_TOO_EARLY
            return BANNED_LEAD if self.hands[player] & ~self.special.banned else STUCK_LEAD
        if play >= JOKER:
            breach = self._marks_breach(play)
            if breach:
                return breach
        return LEGAL if self.dutiful_cards() & bit else self.duty

    def ways(self, card: int) -> int:
        """Return the number of ways to play a card (0 if it is illegal); a lead may have marks."""
        if self.laid_count > self.first:
            return 1
        if card == JOKER:
            return SUITS if self.names_suit() else 1
        return 2 if card == self.special.caller and self.may_call() else 1

    def way(self, card: int, number: int) -> int:
        """Return one of the ways to play a card, by index from 0: with a suit, or with a call."""
        if card == JOKER:
            return JOKER + SUIT_UNIT * (number + 1) if self.ways(card) > 1 else JOKER
        return card + CALL_UNIT * number

    def first_cards(self) -> int:
        """Return the cards that the first trick allows, regardless of hands."""
        if self.laid_count > self.first:
            return ALL if self.variant.joker_follows_first else ALL & ~OF_JOKER
        hand, special = self.hands[self.turn], self.special
        if hand & ~special.banned:
            return ALL & ~special.banned
        # For a hidden hand, it is unknown whether anything else could be led.
        return ALL if self.hidden[self.turn] else self.released() or ALL

    def released(self) -> int:
        """Return the banned cards that a player without other cards may lead; 0 means no cards."""
        hand = self.hands[self.turn]
        for cards in self.special.stuck:
            if cards & hand:
                return cards
        return 0

    def _marks_breach(self, play: int) -> int:
        """Return the rule that a play's marks break (a joker call or a named suit), or LEGAL."""
        card, leads = play & CARD, self.laid_count == self.first
        named = play % CALL_UNIT // SUIT_UNIT > 0
        if named and (card != JOKER or not leads):
            return SUIT_NAMED
        if play >= CALL_UNIT:
            if not leads:
                return CALLED_BEHIND
            if card != self.special.caller:
                return CANNOT_CALL
            return LEGAL if self.may_call() else CALLED_TOO_EARLY
        if card != JOKER or not leads or named == self.names_suit():
            return LEGAL
        return SUIT_OPEN if named else NO_SUIT

    def may_call(self) -> bool:
        """Return whether a joker caller that is led may call the joker."""
        return self.first > 0

    def names_suit(self) -> bool:
        """Return whether a joker that is led names the suit to follow."""
        return self.variant.joker_names_suit(self.number)

    def dutiful_cards(self) -> int:
        """Return the cards that meet the obligation of the player to act, in hand or not.

        `duty` is set to the rule that every other card breaks.
        """
        if self.laid_count == self.first:
            return ALL
        hand, led = self.hands[self.turn], self.led
        if hand & OF_JOKER and self.laid[self.first] >= CALL_UNIT:
            # The call overrides every other obligation of the joker's holder.
            self.duty = JOKER_CALLED
            return OF_JOKER | self.special.mighty if self.variant.mighty_defence else OF_JOKER
        if led < 0:
            return ALL
        if hand & self.special.followers[led]:
            self.duty = MUST_FOLLOW
            return self.special.followers[led] | self.special.mighty | OF_JOKER
        if led != self.special.mighty_suit or not hand & self.special.mighty:
            return ALL
        self.duty = MIGHTY_FORCED
        must = self.variant.mighty_before_joker and not self.hidden[self.turn]
        cards = self.special.followers[led] | self.special.mighty
        return cards if must else cards | OF_JOKER

    def play_trick(self, plays: Sequence[int]) -> bool:
        """Play a trick up to the first illegal play, given its plays in seat order."""
        for _ in range(PLAYERS):
            player = self.turn
            play = plays[player]
            if self.breach(play):
                return False
            self._lay(player, play)
        return True

    def play(self, player: int, play: int) -> None:
        """Carry out a play, legal or not."""
        if self.laid_count >= _PLAYS:
            raise IndexError("all cards have been played")
        self._lay(_seat(player), play)

    def _lay(self, player: int, play: int) -> bool:
        """Lay a card on the table, and return whether that ends the trick."""
        card, at = play & CARD, self.laid_count
        bit = _ONE << card
        if self.hands[player] & bit:
            self.hands[player] ^= bit
        else:
            self.take(player, card)
        self.played |= bit
        self.on_table |= bit
        self.points_on_table += OF_POINTS >> card & 1
        self.laid[at] = play
        self.laid_count = at + 1
        self.turn = player + 1 if player + 1 < PLAYERS else 0
        place = at - self.first
        if place < 2:
            self.led = suit_led(self.laid[self.first], play if place else NOBODY)
        if card == self.friend and player != self.president:
            self.friend_player = player
        if place < PLAYERS - 1:
            return False
        self._end_trick()
        return True

    def _end_trick(self) -> None:
        first, number = self.first, self.number
        opening, second = self.laid[first], self.laid[first + 1]
        best = winning_card(self.variant, self.special, number, opening, second, self.on_table)
        place = first
        while not best >> (self.laid[place] & CARD) & 1:
            place += 1
        winner = self.lead + place - first
        if winner >= PLAYERS:
            winner -= PLAYERS
        self.leads[number - 1], self.winners[number - 1] = self.lead, winner
        self.won[winner] += self.points_on_table
        self.first, self.number = first + PLAYERS, number + 1
        self.on_table = self.points_on_table = 0
        self.led = NOBODY
        self.lead = self.turn = winner
        settles = (self.friend == FIRST and number == 1) or (
            self.friend == LAST and number == HAND_SIZE
        )
        if settles and winner != self.president:
            self.friend_player = winner
        if number == HAND_SIZE:
            self.phase = OVER

    # Points

    def buried_points(self) -> int:
        """Return the points of the discard after the last trick: it has all the unseen cards."""
        return count(OF_POINTS & (self.buried | self.unseen()))

    def side_points(self, buried: int) -> int:
        """Return the points of the president's side, including `buried` points."""
        points = buried if self.variant.buried_to_president else 0
        for seat in range(PLAYERS):
            if seat == self.president or seat == self.friend_player:
                points += self.won[seat]
        return points


def _seat(player: int) -> int:
    """Check that a player exists, since compiled code does not check bounds."""
    if 0 <= player < PLAYERS:
        return player
    raise IndexError(f"{player} is not a player")


def points_of(plays: Sequence[int]) -> int:
    """Return the points of a trick's cards."""
    return sum([OF_POINTS >> (play & CARD) & 1 for play in plays])
