# The types of engine.py, for the compiler.

import cython

from .auction cimport Auction, first_bidder
from .hands cimport Hands, count, half_points
from .tricks cimport suit_led, winning_card
from .variant cimport Trump, Variant

cdef unsigned long long _ONE, ALL, OF_JOKER, OF_POINTS
cdef int LEGAL, OUT_OF_TURN, HAS_PASSED, NO_MISDEALS, HAS_SPOKEN, HAND_TOO_GOOD
cdef int NOT_THREE, BURIED_TWICE, NOT_IN_HAND
cdef int PLAYED_ALREADY, NOT_HELD, MUST_FOLLOW, MIGHTY_FORCED
cdef int BANNED_LEAD, STUCK_LEAD, JOKER_TOO_EARLY
cdef int CALLED_BEHIND, CANNOT_CALL, CALLED_TOO_EARLY
cdef int JOKER_CALLED, NO_SUIT, SUIT_NAMED, SUIT_OPEN
cdef int CALL_UNIT, CARD, FIRST, HIDDEN, JOKER, LAST, MISDEAL, NOBODY, SEAT, SUIT_UNIT, UNKNOWN
cdef int NO_TRUMP, SUITS, TRUMP_UNIT
cdef int HAND_SIZE, KITTY_SIZE, PLAYERS, _PLAYS
cdef int AUCTION, EXCHANGE, CONTRACT, FRIEND, PLAY, OVER

@cython.final
cdef class Engine(Hands):
    cdef public Variant variant
    cdef public Auction auction
    cdef public Trump special
    cdef public int turn, points, trump, friend, friend_player, lead, led
    cdef public int laid_count, first, points_on_table, number, duty
    cdef public unsigned long long on_table
    cdef public int[50] laid
    cdef public int[10] leads, winners
    cdef public int[5] won

    @cython.locals(seat=int)
    cpdef void deal(
        self, int dealer, int last_president,
        unsigned long long first, unsigned long long second, unsigned long long third,
        unsigned long long fourth, unsigned long long fifth, unsigned long long kitty,
    ) except *
    cdef void _make(self, Variant variant) except *
    @cython.locals(other=Engine)
    cpdef Engine copy(self)
    cpdef void become(self, Engine other) except *
    @cython.locals(seat=int)
    cdef void _begin(self, int dealer, int last_president) except *

    @cython.locals(auction=Auction)
    cpdef int call_breach(self, int player, int call) noexcept
    @cython.locals(found=int, trump=int)
    cpdef int trumps_at(self, int points) noexcept
    @cython.locals(halves=int)
    cpdef int least_half_points(self, int player) noexcept
    @cython.locals(auction=Auction, following=int)
    cpdef void call(self, int player, int call) except *

    cpdef void take_kitty(self, int president, int points, int trump) except *
    cpdef bint may_bury(self, unsigned long long cards) noexcept
    cpdef void bury_known(self, unsigned long long cards) noexcept
    cpdef int contract_breach(self, int points, int trump) noexcept
    cpdef void settle(self, int points, int trump) except *
    cpdef void set_contract(self, int points, int trump) except *
    cpdef int friend_breach(self, int friend) noexcept
    cpdef void name_friend(self, int friend) noexcept
    cpdef void begin_play(self) noexcept

    @cython.locals(cards=cython.ulonglong)
    cpdef unsigned long long legal_cards(self) except? 0
    @cython.locals(card=int, player=int, breach=int, bit=cython.ulonglong)
    cpdef int breach(self, int play) except -1
    cpdef int ways(self, int card) noexcept
    cpdef int way(self, int card, int number) noexcept
    @cython.locals(hand=cython.ulonglong, special=Trump)
    cpdef unsigned long long first_cards(self) except? 0
    @cython.locals(hand=cython.ulonglong, cards=cython.ulonglong)
    cpdef unsigned long long released(self) except? 0
    @cython.locals(card=int, leads=bint, named=bint)
    cdef int _marks_breach(self, int play) noexcept
    cpdef bint may_call(self) noexcept
    cpdef bint names_suit(self) noexcept
    @cython.locals(hand=cython.ulonglong, led=int, must=bint, cards=cython.ulonglong)
    cpdef unsigned long long dutiful_cards(self) noexcept
    @cython.locals(player=int, play=int)
    cdef bint play_trick(self, int* plays) except -1
    cpdef void play(self, int player, int play) except *
    @cython.locals(card=int, at=int, place=int, bit=cython.ulonglong)
    cdef bint _lay(self, int player, int play) except -1
    @cython.locals(
        first=int, number=int, opening=int, second=int, place=int, winner=int, settles=bint,
        best=cython.ulonglong,
    )
    cdef void _end_trick(self) noexcept

    cpdef int buried_points(self) noexcept
    @cython.locals(points=int, seat=int)
    cpdef int side_points(self, int buried) noexcept

cdef int _seat(int player) except -1
