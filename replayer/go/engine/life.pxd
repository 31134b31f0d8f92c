# The types of life.py, for the compiler.

import cython

from .engine cimport Table

cdef int[2704] _STACK
cdef int[2862] _CHAINS
cdef int[2705] _EYES, _NEAR, _LAST
cdef int BLACK, WHITE, EDGE, EMPTY

cpdef bint lives(Table table) except -1
@cython.locals(board=bytearray, chains=int, size=int, start=int, at=int, chain=int)
cdef bint _live(Table table, int own) noexcept
@cython.locals(board=bytearray, count=int, index=int, place=int, side=int, near=int, there=int)
cdef int _connect(Table table, int at, int own, int number) noexcept
@cython.locals(board=bytearray, empty=int, index=int, place=int, side=int, near=int)
cdef void _count_eyes(Table table, int own, int count) noexcept
