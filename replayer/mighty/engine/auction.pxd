# The types of auction.py, for the compiler.

import cython

from .variant cimport Variant

cdef int _ONE, _EVERYBODY
cdef int ABOVE_LOWEST, ABOVE_MAXIMUM, BEATS_NOT, BELOW_MINIMUM, LEGAL, NOT_A_BID, UNKNOWN_TRUMP
cdef int NO_TRUMP, NOBODY, PASS, TRUMP_UNIT, PLAYERS

cpdef int first_bidder(Variant variant, int dealer, int last_president) noexcept

@cython.final
cdef class Auction:
    cdef public Variant variant
    cdef public int dealer, calls, spoken, passed, opening_passes, last_passes
    cdef public int points, trump, bidder

    cpdef void begin(self, int dealer) noexcept
    cpdef void become(self, Auction other) noexcept
    cdef bint _minimum_due(self) noexcept
    @cython.locals(out=bint)
    cpdef bint is_out(self, int player) noexcept
    @cython.locals(points=int, trump=int)
    cpdef int breach(self, int call) noexcept
    cpdef void add(self, int player, int call) noexcept
    @cython.locals(out=int, seat=int)
    cpdef int next_bidder(self, int last) noexcept
