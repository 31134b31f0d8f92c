# The types of encoder.py, for the compiler.

import cython

from ...beliefs.dice cimport place
from ...encoding.encoder cimport Encoder
from .engine cimport Table, score

cdef int NOBODY, _MOST

cdef class PlanowanieEncoder(Encoder):
    cdef public Table table
    cdef public int start, suits, declared, count
    cdef public bytearray said, laid, who

    cdef void _find_seat(self) noexcept
    @cython.locals(table=Table, number=int)
    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    cdef void _write(self, bytearray out, Py_ssize_t at, unsigned long long cards) noexcept
    @cython.locals(
        table=Table, size=int, players=int, number=int, card=int, player=int, there=Py_ssize_t
    )
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    @cython.locals(size=int, players=int, player=int)
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table)
    cpdef void step(self, int number) except *
