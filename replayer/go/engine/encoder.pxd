# The types of encoder.py, for the compiler.

import cython

from ...encoding.encoder cimport Encoder
from .engine cimport Table

cdef int NOBODY

cdef class GoEncoder(Encoder):
    cdef public Table table
    cdef public object komi, changes

    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table, size=int)
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table)
    cpdef void step(self, int number) except *
