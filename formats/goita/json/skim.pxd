# The types in skim.py, for the compiler.

import cython

from ....replayer.goita.engine.engine cimport Table, play_digits
from ...document.scan cimport Lines

cdef unsigned long long _ONE, _DECK
cdef int _ZERO, _NINE, _OUT, _SHI, _DOUBLE_GOSHI, _SEATS, _HAND_SIZE, _UNIT

cpdef tuple skim(bytes block, Py_ssize_t at)

cdef class Matches(Lines):
    cdef public Table table
    cdef public int target, dealer, score, other_score
    cdef public unsigned long long[4] hands

    @cython.locals(names=int)
    cdef bint line(self) except -1
    @cython.locals(table=Table, first=Py_ssize_t, plies=int)
    @cython.final
    cdef bint _round(self) except -1
    @cython.locals(dealer=int, score=int, other=int, same=bint)
    @cython.final
    cdef bint _follows(self) except -1
    @cython.locals(
        seat=int, kind=int, place=Py_ssize_t, again=bint,
        hand=cython.ulonglong, dealt=cython.ulonglong,
    )
    @cython.final
    cdef bint _deal(self) except -1
    @cython.locals(table=Table, sound=bint, won=bint)
    @cython.final
    cdef bint _result(self, int plies) except -1
    @cython.locals(first=bint, seat=int)
    @cython.final
    cdef bint _goshi(self) except -1
