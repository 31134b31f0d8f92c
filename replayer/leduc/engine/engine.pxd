# The types of engine.py, for the compiler.

import cython

cdef int _ONE, _ALL, _FIRST_RAISE, _SECOND_RAISE, _MOST_RAISES
cdef int CARDS, UNKNOWN, FOLD, CALL, RAISE, NONE, ANTE, PLAYING, FOLDED, SHOWDOWN
cdef int LEGAL, NO_CARD, DEALT_TWICE, PUBLIC_HIDDEN, NO_PUBLIC, UNEXPECTED, UNTIMELY
cdef int NO_ACTION, OUT_OF_TURN, NO_BET, TOO_MANY_RAISES

@cython.final
cdef class Table:
    cdef public int dealt, public, turn, done, raises, end, gain
    cdef public bint deals, called, written
    cdef public int[2] held, stakes
    cdef public list betting

    cpdef int begin(self) except -1
    @cython.locals(other=Table)
    cpdef Table copy(self)
    @cython.locals(bet=int, raisable=int)
    cpdef int legal(self) noexcept
    cpdef int unseen(self) noexcept
    cpdef int breach(self, int player, int action) noexcept
    cpdef int deal_breach(self, int card) noexcept
    cpdef int deal(self, int card) except -1
    @cython.locals(met=bint, raised=int, chips=int)
    cpdef int act(self, int player, int action) except -1
    @cython.locals(chips=int)
    cdef void _finish(self, int end, int player) noexcept
    cpdef bint move(self, int move) except -1

cdef inline int _bit(int card) noexcept
@cython.locals(one=int, other=int)
cpdef int winner(int first, int second, int public) noexcept
