"""A deal under way on numbers: what may be done in it, and what follows.

Source: the paper, III.4 (procedure) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..cards import HAND_SIZE, KITTY_SIZE, PLAYERS
from .auction import Auction, first_bidder
from .breaches import (
    BANNED_LEAD,
    BURIED_TWICE,
    CALLS_BEHIND,
    CALLS_TOO_EARLY,
    CANNOT_CALL,
    HAND_TOO_GOOD,
    HAS_PASSED,
    HAS_SPOKEN,
    JOKER_CALLED,
    JOKER_TOO_EARLY,
    LEGAL,
    MIGHTY_FORCED,
    MUST_FOLLOW,
    NAMES_A_SUIT,
    NAMES_NO_SUIT,
    NAMES_TOO_EARLY,
    NO_MISDEALS,
    NOT_HELD,
    NOT_THREE,
    NOT_TO_BURY,
    OUT_OF_TURN,
    PLAYED_ALREADY,
)
from .hands import AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER, PLAY, Hands
from .numbers import (
    ALL,
    BITS,
    CALL_UNIT,
    CARD,
    FIRST,
    HIDDEN,
    JOKER,
    LAST,
    MISDEAL,
    NOBODY,
    OF_JOKER,
    OF_POINTS,
    OF_SUIT,
    SEAT,
    SUIT_UNIT,
    cards_in,
    half_points,
    mask_of,
)
from .tricks import led_suit, winning
from .variant import Trump, Variant

UNKNOWN = -1
"""The points of a contract that are not known."""

Trick: TypeAlias = tuple[int, tuple[int, ...], int]
"""Who led, the plays from the leader's on, and who won."""


class Engine(Hands):
    """A deal from its cards on. Playing changes it: who wants to go back takes a `copy`.

    `trump` (until there is a contract), `friend` and `friend_player` are NOBODY before they are
    known; `special` is what follows from the trump. `plays` are those of the trick under way, from
    `lead` on, and `led` is the suit to follow, NOBODY before it is settled.
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
    plays: list[int]
    led: int
    tricks: tuple[Trick, ...]

    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        variant: Variant,
        dealer: int,
        last_president: int,
        hands: Sequence[tuple[int, ...]],
        kitty: tuple[int, ...],
    ) -> None:
        """Deal five hands and a kitty; whether they make up a deal is for `verify_deal` to say."""
        self.variant = variant
        self.auction = Auction(variant, dealer)
        self.phase = AUCTION
        self.turn = first_bidder(variant, dealer, last_president)
        self.dealt = tuple(hands)
        self.kitty = kitty
        self.order = self.dealt
        self.hands = [mask_of(hand) for hand in hands]
        self.hidden = tuple([hand.count(HIDDEN) for hand in hands])
        self.president = self.friend = self.friend_player = self.led = NOBODY
        self.set_contract(UNKNOWN, NOBODY)
        self.discard = ()
        self.lead = self.played = 0
        self.plays = []
        self.tricks = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and all(
            getattr(self, name) == getattr(other, name) for name in _NAMES
        )

    def __hash__(self) -> int:
        return hash((self.dealt, self.auction, self.phase, self.turn, self.discard, *self.hands))

    def copy(self) -> Engine:
        """The same deal, which can be played on apart from this one."""
        other = Engine.__new__(Engine)
        other.variant = self.variant
        other.auction = self.auction.copy() if self.phase == AUCTION else self.auction
        other.phase, other.turn = self.phase, self.turn
        other.dealt, other.kitty = self.dealt, self.kitty
        other.order, other.hands, other.hidden = self.order, self.hands[:], self.hidden
        other.president, other.points, other.trump = self.president, self.points, self.trump
        other.special, other.led = self.special, self.led
        other.discard, other.played = self.discard, self.played
        other.friend, other.friend_player = self.friend, self.friend_player
        other.lead, other.plays, other.tricks = self.lead, self.plays[:], self.tricks
        return other

    @property
    def number(self) -> int:
        """The number of the trick under way, from 1."""
        return len(self.tricks) + 1

    # The auction

    def call_breach(self, player: int, call: int) -> int:
        """What is wrong with a call: who has passed, whose turn it is, how high it is."""
        auction = self.auction
        if 0 <= player < PLAYERS and auction.is_out(player):
            return HAS_PASSED
        if player != self.turn:
            return OUT_OF_TURN
        if call != MISDEAL:
            return auction.breach(call)
        if not self.variant.misdeals:
            return NO_MISDEALS
        if auction.spoken & BITS[player]:
            return HAS_SPOKEN
        return LEGAL if self.least_half_points(player) <= 1 else HAND_TOO_GOOD

    def least_half_points(self, player: int) -> int:
        """The least that a hand may be worth for a misdeal, in halves of a point."""
        halves = half_points(self.hand(player))
        return halves - 2 if self.hidden[player] and self.unseen() & OF_JOKER else halves

    def call(self, player: int, call: int) -> None:
        """Carry out a call, legal or not."""
        auction = self.auction
        auction.add(player, call)
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

    # The decisions of the president

    def take_kitty(self, president: int, points: int, trump: int) -> None:
        """The auction is won: the president takes the kitty."""
        self.phase = EXCHANGE
        self.president = self.turn = president
        self.set_contract(points, trump)
        self.set_hand(president, (*self.hand(president), *self.kitty))

    def bury_breach(self, cards: Sequence[int]) -> int:
        """What is wrong with an exchange."""
        if len(cards) != KITTY_SIZE:
            return NOT_THREE
        for place in range(KITTY_SIZE):
            breach = self.buried_breach(cards, place)
            if breach:
                return breach
        return LEGAL

    def buried_breach(self, cards: Sequence[int], place: int) -> int:
        """What is wrong with the card at this place of those that are buried."""
        card = cards[place]
        if card == HIDDEN:
            return LEGAL
        if card in cards[:place]:
            return BURIED_TWICE
        return LEGAL if self.may_hold(self.turn) & BITS[card] else NOT_TO_BURY

    def bury(self, cards: tuple[int, ...]) -> None:
        """Cards leave the president's hand, hidden ones last; legal or not."""
        for card in cards:
            if card != HIDDEN:
                self.take(self.turn, card)
        for _ in range(cards.count(HIDDEN)):
            self.take(self.turn, HIDDEN)
        self.discard, self.phase = cards, CONTRACT

    def contract_breach(self, points: int, trump: int) -> int:
        """What is wrong with the contract that the president makes of the bid."""
        return self.variant.contract_breach(self.points, self.trump, points, trump)

    def settle(self, points: int, trump: int) -> None:
        """The contract is settled."""
        self.set_contract(points, trump)
        self.phase = FRIEND

    def set_contract(self, points: int, trump: int) -> None:
        """Take down a contract, and what is special under its trump."""
        self.points, self.trump, self.special = points, trump, self.variant.trump(trump)

    def friend_breach(self, friend: int) -> int:
        """What is wrong with the friend that the president names."""
        return self.variant.friend_breach(self.turn, friend)

    def name_friend(self, friend: int) -> None:
        """The friend is named; who is named by seat is known at once."""
        self.friend = friend
        self.friend_player = friend - SEAT if SEAT <= friend < LAST else NOBODY
        self.begin_play()

    def begin_play(self) -> None:
        """The president leads to the first trick."""
        self.phase, self.turn, self.lead = PLAY, self.president, self.president

    # Plays

    def legal_cards(self) -> int:
        """The cards that the player in turn may play; of a hidden hand, all that it could."""
        cards = self.may_hold(self.turn) & ~self.played
        if not self.tricks:
            cards &= self.first_cards()
        duty = self.duty()
        return cards & self.dutiful(duty) if duty else cards

    def breach(self, play: int) -> int:
        """What is wrong with a play of the player in turn."""
        card, player = play & CARD, self.turn
        bit = BITS[card]
        if self.played & bit:
            return PLAYED_ALREADY
        if not self.hands[player] & bit and not self.may_hold(player) & bit:
            return NOT_HELD
        if not self.tricks and not self.first_cards() & bit:
            return JOKER_TOO_EARLY if self.plays else BANNED_LEAD
        if play >= JOKER:
            breach = self._marks_breach(play)
            if breach:
                return breach
        duty = self.duty()
        return duty if duty and not self.dutiful(duty) & bit else LEGAL

    def first_cards(self) -> int:
        """The cards that the first trick allows, whoever holds them."""
        if self.plays:
            return ALL if self.variant.joker_follows_first else ALL & ~OF_JOKER
        hand, special = self.hands[self.turn], self.special
        if hand & ~special.banned:
            return ALL & ~special.banned
        # Whether anything else could be led is not known of a hidden hand.
        return ALL if self.hidden[self.turn] else self.released() or ALL

    def released(self) -> int:
        """The class of banned cards that may be led by who holds nothing else; 0 is any."""
        for cards in self.special.stuck:
            if cards & self.hands[self.turn]:
                return cards
        return 0

    def _marks_breach(self, play: int) -> int:
        """What is wrong with the call of the joker, or the suit that a joker names."""
        card, leads = play & CARD, not self.plays
        named = play % CALL_UNIT // SUIT_UNIT > 0
        if named and (card != JOKER or not leads):
            return NAMES_A_SUIT
        if play >= CALL_UNIT:
            if not leads:
                return CALLS_BEHIND
            if card != self.special.caller:
                return CANNOT_CALL
            return LEGAL if self.may_call() else CALLS_TOO_EARLY
        if card != JOKER or not leads or named == self.names_suit():
            return LEGAL
        return NAMES_TOO_EARLY if named else NAMES_NO_SUIT

    def may_call(self) -> bool:
        """Whether a joker caller that is led may call the joker."""
        return len(self.tricks) > 0

    def names_suit(self) -> bool:
        """Whether a joker that is led names the suit to follow."""
        return self.variant.joker_names_suit(self.number)

    def duty(self) -> int:
        """What the player in turn has to do: the rule that any other play breaks, or LEGAL."""
        if not self.plays:
            return LEGAL
        hand = self.hands[self.turn]
        if hand & OF_JOKER and self.plays[0] >= CALL_UNIT:
            # The call overrides every other duty of the joker's holder.
            return JOKER_CALLED
        suit, special = self.led, self.special
        if suit < 0:
            return LEGAL
        if hand & special.followers[suit]:
            return MUST_FOLLOW
        forced = suit == special.mighty_suit and hand & special.mighty
        return MIGHTY_FORCED if forced else LEGAL

    def dutiful(self, duty: int) -> int:
        """The cards that fulfil a duty, whoever holds them."""
        mighty = self.special.mighty
        if duty == JOKER_CALLED:
            return OF_JOKER | mighty if self.variant.mighty_defence else OF_JOKER
        cards = OF_SUIT[self.led] | mighty
        must = self.variant.mighty_before_joker and not self.hidden[self.turn]
        return cards if duty == MIGHTY_FORCED and must else cards | OF_JOKER

    def play(self, player: int, play: int) -> None:
        """Carry out a play, legal or not."""
        card = play & CARD
        self.take(player, card)
        self.played |= BITS[card]
        plays = self.plays
        plays.append(play)
        self.turn = (player + 1) % PLAYERS
        if len(plays) < 3:
            self.led = led_suit(plays)
        if card == self.friend and player != self.president:
            self.friend_player = player
        if len(plays) == PLAYERS:
            self._end_trick()

    def _end_trick(self) -> None:
        number = len(self.tricks) + 1
        place = winning(self.variant, self.trump, number, self.plays)
        winner = (self.lead + place) % PLAYERS
        self.tricks = (*self.tricks, (self.lead, tuple(self.plays), winner))
        self.plays, self.led = [], NOBODY
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
        """The points of the buried cards, when all tricks are played: what is unseen was buried."""
        return len(cards_in(OF_POINTS & (mask_of(self.discard) | self.unseen())))

    def side_points(self, buried: int) -> int:
        """The points that the president's side has taken, with those that were buried."""
        points = buried if self.variant.buried_to_president else 0
        for _, plays, winner in self.tricks:
            if winner in (self.president, self.friend_player):
                points += points_of(plays)
        return points


_NAMES = tuple(name for name in (*Hands.__slots__, *Engine.__slots__) if name != "special")
"""What makes up a deal; the rest follows from it."""


def points_of(plays: Sequence[int]) -> int:
    """The points of the cards of a trick."""
    points = 0
    for play in plays:
        points += OF_POINTS & BITS[play & CARD] > 0
    return points
