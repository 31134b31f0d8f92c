# The types of skim.py, for the compiler.

import cython

from ...replayer.goita.engine cimport Table, play_digits
from ..scan cimport Scan

cdef unsigned long long _ONE, _DECK
cdef int _ZERO, _NINE, _OUT, _SHI, _DOUBLE_GOSHI, _HAND_SIZE, _UNIT
cdef bytes _REDEAL, _BY_OUT, _BY_SHI, _BY_DOUBLE_GOSHI

@cython.locals(lines=Lines)
cpdef tuple skim(bytes block, Py_ssize_t at)

@cython.final
cdef class Lines:
    cdef public Scan scan
    cdef public Table table
    cdef public Py_ssize_t start
    cdef public long records, rounds, plies, match_rounds, match_plies
    cdef public int target, dealer, score, other_score
    cdef public unsigned long long[4] hands

    @cython.locals(scan=Scan)
    cpdef bint next(self) except -1
    @cython.locals(scan=Scan, seat=int)
    cdef bint _head(self) except -1
    @cython.locals(scan=Scan, table=Table, first=Py_ssize_t, plies=int)
    cdef bint _round(self) except -1
    @cython.locals(scan=Scan, dealer=int, score=int, other=int, same=bint)
    cdef bint _follows(self) except -1
    @cython.locals(
        scan=Scan, seat=int, kind=int, place=Py_ssize_t, again=bint,
        hand=cython.ulonglong, dealt=cython.ulonglong,
    )
    cdef bint _deal(self) except -1
    @cython.locals(scan=Scan, table=Table, sound=bint, won=bint)
    cdef bint _result(self, int plies) except -1
    @cython.locals(scan=Scan, first=bint, seat=int)
    cdef bint _goshi(self) except -1
