# The types in skim.py, for the compiler.

import cython

from ...replayer.leduc.engine.engine cimport Table
from ..document.scan cimport Lines

cdef int _ASCII, _QUOTE, _PLAYERS, _NO_CARD, NONE, ANTE, CALL, RAISE, FOLD, FOLDED

cpdef tuple skim(bytes block, Py_ssize_t at)

cdef class Matches(Lines):
    cdef public Table table
    cdef public int total
    cdef public int[128] ranks, suits

    @cython.locals(names=int)
    cdef bint line(self) except -1
    @cython.final
    @cython.locals(ended=bint)
    cdef bint _hand(self, Table table) except -1
    @cython.final
    @cython.locals(at=Py_ssize_t, rank=int, suit=int, card=int)
    cdef inline int _card(self) noexcept
    @cython.final
    cdef inline int _move(self) noexcept
    @cython.final
    cdef inline bint _chips(self, int first) noexcept
    @cython.final
    cdef inline bint _is(self, int number) noexcept
