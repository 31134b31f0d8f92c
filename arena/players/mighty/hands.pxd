# The types of hands.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice, size
from ....replayer.mighty.engine.engine cimport Engine

cdef unsigned long long _ONE, _SUIT, _MIGHTY, _SPADE_MIGHTY, OF_JOKER
cdef int _PLAYERS, _UNIT, _EXCHANGES, NO_TRUMP, NOBODY, SPADES, SUITS
cdef double _BASE, _NO_TRUMP_BASE, _CLOSE, _BURIED

@cython.locals(
    mighty=cython.ulonglong, found=double, suit=int, held=cython.ulonglong, ace=int, king=int,
    queen=int,
)
cpdef double worth(unsigned long long hand, int trump) noexcept
@cython.locals(best=double, value=double, trump=int)
cpdef double most_worth(unsigned long long hand) noexcept

@cython.final
cdef class Likely:
    cdef public int[5] bids, trumps, passed
    cdef public unsigned long long[5] played
    cdef public unsigned long long[6] barred
    cdef public unsigned long long hidden

    @cython.locals(
        one=int, other=int, first=cython.ulonglong, second=cython.ulonglong,
        given=cython.ulonglong, taken=cython.ulonglong, before=double, more=double,
    )
    cpdef void exchange(self, Engine engine, Dice dice) except *
    cdef unsigned long long _cards(self, Engine engine, int pile) noexcept
    cdef void _swap(self, Engine engine, int one, int other, unsigned long long cards) noexcept
    @cython.locals(hand=cython.ulonglong, found=double, value=double)
    cdef double _doubt(self, Engine engine, int pile) noexcept
