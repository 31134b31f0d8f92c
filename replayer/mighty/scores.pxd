# The types of scores.py, for the compiler.

import cython

cdef int NO_TRUMP, _NOT_YET, _LOST, _WON, _HUGE, _SIZE

@cython.final
cdef class Scores:
    cdef public object options
    cdef public int[1764] values, kinds

    @cython.locals(at=int)
    cpdef int place(self, int bid, int trump, int points, bint solo) except -2
    cpdef int value(self, int place) noexcept
    cpdef bint won(self, int place) noexcept
    cdef void _reckon(self, int at, int bid, int trump, int points, bint solo) except *
