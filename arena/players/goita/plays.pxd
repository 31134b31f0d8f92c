# The types of plays.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice
from ....replayer.goita.engine.engine cimport Table
from ....replayer.goita.engine.playout cimport draw

cdef int _PASS, _KING, _LANCE, _SHI, _HIDDEN, _DIGIT, _NEVER, _HOLD

cpdef int any_play(Table table, Dice dice) except -1
@cython.locals(hand=cython.ulonglong, pairs=int, kind=int)
cpdef bint plays_on(Table table) except -1
@cython.locals(
    player=int, hand=cython.ulonglong, outside=cython.ulonglong, size=int, kind=int, seat=int,
    leading=bint, found=int, best=int, first=int, second=int, attacks=cython.ulonglong, value=int,
)
cpdef int sensible(Table table) except -1
cdef int _count(unsigned long long hand, int kind) noexcept
cdef int _points(int kind) noexcept
@cython.locals(left=int, receiving=int)
cdef int _attack(
    unsigned long long hand, int first, int second, unsigned long long outside, int size
) noexcept
cdef int _kept(unsigned long long hand, int kind) noexcept
cdef int _received(unsigned long long hand, int kind) noexcept
