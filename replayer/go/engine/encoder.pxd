# The types of encoder.py, for the compiler.

import cython

from ...encoding.encoder cimport Encoder
from .engine cimport Table

cdef int NOBODY, BLACK, EMPTY, LEGAL, WHITE

cdef class GoEncoder(Encoder):
    cdef public Table table
    cdef public object komi, changes
    cdef public bytearray used, open, black, white
    cdef public list tight

    @cython.locals(table=Table, size=int, point=int, stone=int)
    cdef void _survey(self) except *
    @cython.locals(board=bytearray, stride=int)
    cdef void _look(self, int place, int point) except *
    @cython.locals(table=Table, size=int, point=int)
    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table, size=int)
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(
        table=Table, point=int, stone=int, player=int, place=int, side=int, near=int
    )
    cpdef void step(self, int number) except *
