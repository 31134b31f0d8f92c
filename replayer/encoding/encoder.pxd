# The types of encoder.py, for the compiler.

import cython

cdef int NOBODY, MISSING

cdef class Encoder:
    cdef public int seat, tricks, players

    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    cpdef void step(self, int number) except *
    @cython.locals(at=Py_ssize_t, number=int)
    cpdef Py_ssize_t run(
        self, list numbers, Py_ssize_t row, bytearray masks, Py_ssize_t actions,
        bytearray observations, Py_ssize_t seen, bytearray hidden, Py_ssize_t unseen,
        bytearray seats, list ids,
    ) except -1

@cython.locals(at=Py_ssize_t, encoder=Encoder)
cpdef list advance(
    list encoders, list numbers, bytearray masks, Py_ssize_t actions, bytearray observations,
    Py_ssize_t seen, bytearray seats
)
