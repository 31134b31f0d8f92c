# The types of skim.py, for the compiler.

import cython

from ...replayer.planowanie.engine.engine cimport Pack, Table, score
from ..document.scan cimport Lines

cdef int _LEAST, _MOST, _BITS, _MOST_DEALS, _QUOTE, _ASCII, _NO_CARD, _MOST_TIME
cdef unsigned long long _ONE

cpdef tuple skim(bytes block, Py_ssize_t at)

@cython.final
cdef class Letters:
    cdef public bytes written
    cdef public Pack pack
    cdef public int[128] ranks, suits

cdef class Games(Lines):
    cdef public list known
    cdef public Letters letters
    cdef public Table table
    cdef public int seats, planned
    cdef public int[64] cards, leads
    cdef public int[4] totals, left, said

    @cython.locals(names=int, seat=int, number=int, table=Table)
    cdef bint line(self) except -1
    @cython.locals(letters=Letters)
    @cython.final
    cdef bint _deck(self) except -1
    @cython.final
    cdef bint _other_deck(self) except -1
    @cython.locals(cards=int, lead=int)
    @cython.final
    cdef bint _plan(self) noexcept
    @cython.locals(cards=int, trick=int, seat=int, points=int)
    @cython.final
    cdef bint _deal(self, Table table, int number) except -1
    @cython.locals(at=Py_ssize_t, rank=int, suit=int)
    @cython.final
    cdef inline int _card(self) noexcept
    @cython.locals(
        seat=int, place=int, card=int, hand=cython.ulonglong, dealt=cython.ulonglong
    )
    @cython.final
    cdef bint _hands(self, Table table, int cards) noexcept
    @cython.locals(seat=int, said=int)
    @cython.final
    cdef bint _declarations(self, Table table) noexcept
    @cython.locals(seat=int)
    @cython.final
    cdef bint _trick(self, Table table) except -1
    @cython.locals(seat=int, left=int, question=int, now=int)
    @cython.final
    cdef bint _clocks(self, int cards) noexcept
