# The types of hands.py, for the compiler.

import cython

cdef unsigned long long _ONE, _SPADE_ACE, ALL, OF_JOKER, OF_POINTS, OF_TENS
cdef int HIDDEN, NOBODY, PLAYERS, AUCTION

cdef class Hands:
    cdef public int phase, president, kitty_hidden, buried_hidden
    cdef public unsigned long long kitty_known, buried, played
    cdef public unsigned long long[5] dealt_known, hands
    cdef public int[5] dealt_hidden, hidden
    cdef public object _dealt, _kitty, _discard, _order

    cpdef void make_room(self) except *
    cpdef void clear(self) except *
    cpdef void take_kitty_cards(self, int player) except *
    @cython.locals(seen=cython.ulonglong, seat=int)
    cpdef unsigned long long unseen(self) noexcept
    @cython.locals(bit=cython.ulonglong, seat=int)
    cpdef int owner(self, int card) noexcept
    @cython.locals(own=cython.ulonglong, owned=cython.ulonglong, hides=bint, seat=int)
    cpdef unsigned long long may_have_had(self, int player) noexcept
    @cython.locals(held=cython.ulonglong)
    cpdef unsigned long long may_hold(self, int player) noexcept
    @cython.locals(bit=cython.ulonglong, size=int)
    cpdef void take(self, int player, int card) except *

@cython.locals(found=int)
cpdef int count(unsigned long long mask) noexcept
@cython.locals(full=int)
cpdef int half_points(unsigned long long mask) noexcept
