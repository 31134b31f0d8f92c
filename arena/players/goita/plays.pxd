# The types of plays.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice
from ....replayer.goita.engine.engine cimport Table
from ....replayer.goita.engine.playout cimport draw

cdef int _PASS, _KING, _LANCE, _SHI, _HIDDEN, _DIGIT, _NEVER, _HOLD, _FEW

cpdef int any_play(Table table, Dice dice) except -1
@cython.locals(hand=cython.ulonglong, pairs=int, kind=int)
cpdef bint plays_on(Table table) except -1
@cython.locals(
    leading=bint, found=int, best=int, outside=cython.ulonglong, hand=cython.ulonglong, size=int,
    first=int, attacks=cython.ulonglong, second=int, value=int,
)
cpdef int sensible(Table table) except -1
@cython.locals(hand=cython.ulonglong)
cpdef int value_of(Table table, int play) noexcept
cdef bint _leads(Table table) noexcept
@cython.locals(found=cython.ulonglong, seat=int)
cdef unsigned long long _outside(Table table) noexcept
@cython.locals(spent=int)
cdef int _value(
    unsigned long long hand, int first, int second, unsigned long long outside, int size,
    bint leading,
) noexcept
@cython.locals(found=int, kind=int)
cdef int _size(unsigned long long hand) noexcept
@cython.locals(partners=bint)
cpdef bint spares_partner(Table table) noexcept
cdef int _count(unsigned long long hand, int kind) noexcept
cdef int _points(int kind) noexcept
@cython.locals(left=int, receiving=int)
cdef int _attack(
    unsigned long long hand, int first, int second, unsigned long long outside, int size
) noexcept
cdef int _kept(unsigned long long hand, int kind) noexcept
cdef int _received(unsigned long long hand, int kind) noexcept
