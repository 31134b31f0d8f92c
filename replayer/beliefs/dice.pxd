# The types of dice.py, for the compiler.

import cython

cdef unsigned long long _ALL, _ODD, _PAIRS, _NIBBLES, _STEP, _FIRST, _SECOND

@cython.final
cdef class Dice:
    cdef public unsigned long long state

    @cython.locals(mixed=cython.ulonglong)
    cpdef unsigned long long draw(self) noexcept
    @cython.locals(high=cython.ulonglong)
    cpdef int below(self, unsigned long long bound) except -1
    @cython.locals(left=int)
    cpdef int one_of(self, unsigned long long mask) except -1

cpdef int size(unsigned long long mask) noexcept
cpdef int place(unsigned long long mask) noexcept
