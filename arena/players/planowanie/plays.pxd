# The types of plays.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice, place
from ....replayer.planowanie.engine.engine cimport Pack, Table

cdef int _TRUMP, _DEAR, NONE

@cython.locals(
    pack=Pack, players=int, cards=int, hand=cython.ulonglong, others=int, dealt=double,
    own_trumps=int, trumps=double, tricks=double, card=int, suit=int, rank=int, better=int,
    higher=int, length=int, chance=double, following=int, void=double, led=double,
)
cpdef int worth(Table table, int player) except -1
@cython.locals(mask=cython.ulonglong, card=int)
cdef unsigned long long _all(Pack pack) noexcept
@cython.locals(number=int, rest=cython.ulonglong)
cdef int _within(Pack pack, unsigned long long cards, int suit, int rank) noexcept
cpdef int any_card(Table table, Dice dice) except -1
@cython.locals(cards=int)
cpdef int play_on(Table table, Dice dice, int slips) except -1
@cython.locals(
    player=int, needs=int, legal=cython.ulonglong, outside=cython.ulonglong, seat=int,
)
cpdef int sensible(Table table) except -1
cdef int _height(Pack pack, int card) noexcept
cdef int _above(Pack pack, int card, unsigned long long outside) noexcept
@cython.locals(
    found=int, best=int, rest=cython.ulonglong, card=int, above=int, value=int,
)
cdef int _led(Pack pack, unsigned long long legal, unsigned long long outside, bint takes) noexcept
@cython.locals(
    pack=Pack, last=bint, low=int, high=int, lowest=int, highest=int, surest=int, fewest=int,
    rest=cython.ulonglong, card=int, height=int, value=int, must=bint,
)
cdef int _followed(
    Table table, unsigned long long legal, unsigned long long outside, int needs
) except -1
