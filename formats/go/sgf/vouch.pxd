# The types in vouch.py, for the compiler.

import cython

from ....replayer.go.engine.engine cimport Table
from .scan cimport Scanner

cdef int NONE, _KO, _TB, _TW

cpdef object accept(bytes data)

cdef class Vouching(Scanner):
    cdef public Table table, first_table, last_table
    cdef public list tables, firsts, marked
    cdef public object options
    cdef public bint is_main, arranged
    cdef public int moves

    cdef bint vouched(self) except -1
    cdef bint begun(self) except -1
    cdef int put(self, int point, int stone) except -1
    @cython.locals(table=Table)
    cdef bint noded(self) except -1
    @cython.final
    @cython.locals(first=int)
    cdef bint _differs(self) except -1
    cdef bint noted(self, int key, Py_ssize_t first) except -1
    cdef bint opened(self) except -1
    cdef bint closed(self) except -1
    @cython.final
    cdef bint _is_result(self) except -1
