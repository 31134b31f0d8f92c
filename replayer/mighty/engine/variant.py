"""The options of a match as numbers, and the rules about bids, contracts and friends.

If a compiler is available, this file is compiled with the types in `variant.pxd`.
"""

from __future__ import annotations

from functools import lru_cache

from ..cards import HAND_SIZE, TRUMPS, caller, mighty
from ..options import Options
from .numbers import (
    ALL,
    ALONE,
    BITS,
    FIRST,
    LAST,
    LEGAL,
    NO_TRUMP,
    NUMBER_OF,
    OF_JOKER,
    OF_SUIT,
    SEAT,
    SUIT_OF,
    TRUMP_UNIT,
    UNKNOWN_TRUMP,
    trump_word,
)

NOT_RAISED, RAISED_TOO_HIGH, CHANGED_TOO_HIGH, WRONG_COST = 203, 1203, 2203, 204
FORBIDDEN_FRIEND, OWN_SEAT = 205, 1205
"""The rules that a contract or a choice of friend can break, as the numbers of their codes."""

_ONE = 1
"""In the compiled module, shifting a literal would truncate it to 32 bits."""

_OF_MODE = {
    "card": ALL,
    "first": BITS[FIRST],
    "none": BITS[ALONE],
    "seat": sum(BITS[SEAT:LAST]),
    "last-trick": BITS[LAST],
}
"""The friends that can be named in each of the modes."""


class Trump:
    """The consequences of a trump, as masks: its cards, the Mighty, and the joker caller.

    `followers` are the cards that have to follow each suit. The `banned` cards may not be led to
    the first trick. A player who has only banned cards leads from the first class in `stuck` of
    which the hand has a card.
    """

    trumps: int
    mighty: int
    mighty_suit: int
    caller: int
    followers: list[int]
    banned: int
    stuck: tuple[int, ...]

    def __init__(self, options: Options, trump: int) -> None:
        word = trump_word(trump)
        highest = NUMBER_OF[mighty(word)]
        self.trumps = OF_SUIT[trump]
        self.mighty, self.mighty_suit = BITS[highest], SUIT_OF[highest]
        self.caller = NUMBER_OF[caller(word, options.caller_when_clubs)]
        self.followers = [cards & ~BITS[highest] for cards in OF_SUIT[:4]]
        classes = {
            "trumps": OF_SUIT[trump],
            "joker": OF_JOKER if options.t1_lead_joker == "forbidden" else 0,
            "caller": BITS[self.caller] if options.t1_lead_caller == "forbidden" else 0,
        }
        self.banned = sum(classes.values())
        self.stuck = tuple([classes[each] for each in options.t1_stuck])


class Variant:
    """The options of a match as numbers, masks or booleans."""

    options: Options
    left_bids_first: bool
    president_bids_first: bool
    bid_max: int
    lowest: list[int]
    no_trump_beats: bool
    pass_final: bool
    minimum_is_played: bool
    misdeals: bool
    change_cost: int
    change_to_nt_cost: int
    change_cap: int
    raise_same_suit: bool
    friends: int
    dead_tricks: int
    joker_follows_first: bool
    mighty_before_joker: bool
    second_sets_suit: bool
    second_wins: bool
    mighty_defence: bool
    buried_to_president: bool
    trumps: tuple[Trump, ...]

    def __init__(self, options: Options) -> None:
        self.options = options
        self.left_bids_first = options.first_bidder == "left-of-dealer"
        self.president_bids_first = options.first_bidder == "previous-president"
        self.bid_max = options.bid_max
        offset = options.nt_min_offset
        self.lowest = [*[options.bid_min] * 4, options.bid_min + offset]
        self.no_trump_beats = options.nt_ties == "beats"
        self.pass_final = options.pass_final
        self.minimum_is_played = options.all_pass == "dealer-plays-minimum"
        self.misdeals = options.misdeal != "off"
        self.change_cost, self.change_to_nt_cost = options.change_cost, options.change_to_nt_cost
        self.change_cap = -1 if options.change_cap is None else options.change_cap
        self.raise_same_suit = options.raise_same_suit
        self.friends = 0
        for mode in options.friend_modes:
            self.friends |= _OF_MODE[mode]
        self.dead_tricks = sum([BITS[number] for number in set(options.joker_dead_in)])
        self.joker_follows_first = options.t1_joker_follow != "forbidden"
        self.mighty_before_joker = options.mighty_forced_with_joker == "mighty-must"
        self.second_sets_suit = options.t10_joker_lead == "next-card-sets-suit"
        self.second_wins = options.dead_trick == "second-player"
        self.mighty_defence = options.mighty_defence
        self.buried_to_president = options.buried_points_to == "president"
        self.trumps = tuple([Trump(options, trump) for trump in range(len(TRUMPS))])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.options)

    def trump(self, trump: int) -> Trump:
        """Return the consequences of a trump; any other number counts as no-trump."""
        return self.trumps[trump if 0 <= trump < NO_TRUMP else NO_TRUMP]

    # Bids

    def beats(self, points: int, trump: int, other_points: int, other_trump: int) -> bool:
        """Return whether one bid beats another."""
        if points != other_points:
            return points > other_points
        return self.no_trump_beats and trump == NO_TRUMP != other_trump

    def can_be_beaten(self, points: int, trump: int) -> bool:
        """Return whether any bid beats this one."""
        highest = self.bid_max
        for other in range(NO_TRUMP + 1):
            if self.lowest[other] <= highest and self.beats(highest, other, points, trump):
                return True
        return False

    def least_bid(self) -> int:
        """Return the lowest number of points that can be bid with any trump."""
        return max(0, min(self.lowest[0], self.lowest[NO_TRUMP]))

    # Contracts

    def contracts(self, bid: int, trump: int) -> list[int]:
        """Return a contract as bid, followed by all others that the president may change it to."""
        found: list[int] = []
        for points in range(bid, max(bid, self.bid_max) + 1):
            if not self.contract_breach(bid, trump, points, trump):
                found.append(points * TRUMP_UNIT + trump)
        for other in range(NO_TRUMP + 1):
            points = self.changed(bid, other)
            if other != trump and not self.contract_breach(bid, trump, points, other):
                found.append(points * TRUMP_UNIT + other)
        return found

    def changed(self, points: int, trump: int) -> int:
        """Return the points of a contract after its trump is changed to another one."""
        due = points + (self.change_to_nt_cost if trump == NO_TRUMP else self.change_cost)
        return due if self.change_cap < 0 else max(points, min(due, self.change_cap))

    def contract_breach(self, bid: int, bid_trump: int, points: int, trump: int) -> int:
        """Return the rule that the president's contract breaks, given the bid."""
        if trump > NO_TRUMP:
            return UNKNOWN_TRUMP
        if trump == bid_trump:
            if points == bid:
                return LEGAL
            if not self.raise_same_suit:
                return NOT_RAISED
            return LEGAL if bid < points <= self.bid_max else RAISED_TOO_HIGH
        due = self.changed(bid, trump)
        if self.change_cap < 0 and due > self.bid_max:
            return CHANGED_TOO_HIGH
        return LEGAL if points == due else WRONG_COST

    # Friends

    def friends_of(self, president: int) -> int:
        """Return the friends that a president may name, as a mask."""
        return self.friends & ~(_ONE << SEAT + president)

    def friend_breach(self, president: int, friend: int) -> int:
        """Return the rule that the president's choice of a friend breaks."""
        if not self.friends >> friend & 1:
            return FORBIDDEN_FRIEND
        return LEGAL if self.friends_of(president) >> friend & 1 else OWN_SEAT

    # Tricks

    def joker_is_dead(self, number: int) -> bool:
        """Return whether the joker has no power in trick `number`, from 1."""
        return self.dead_tricks >> number & 1 > 0

    def joker_names_suit(self, number: int) -> bool:
        """Return whether a joker led to trick `number`, from 1, names the suit to follow."""
        last = number == HAND_SIZE and self.second_sets_suit
        return not (last and self.joker_is_dead(number))


@lru_cache(maxsize=64)
def variant_of(options: Options) -> Variant:
    """Return the variant for the given options."""
    return Variant(options)
