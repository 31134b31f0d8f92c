# The types of encoder.py, for the compiler.

import cython

from ...encoding.encoder cimport Encoder
from .engine cimport Table

cdef int NOBODY, CARDS, FOLD, RAISE, NONE, BETS, MOST
cdef int _PRIVATE, _PUBLIC, _SEAT, _STAKES, _BETTING

cdef class LeducEncoder(Encoder):
    cdef public Table table
    cdef public bytearray bets

    cdef void _find_seat(self) noexcept
    @cython.locals(legal=int, action=int)
    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table, place=int)
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    @cython.locals(seat=int)
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table)
    cpdef void step(self, int number) except *
