# The types of scan.py, for the compiler.

import cython

cdef extern from "string.h":
    int memcmp(const unsigned char* one, const unsigned char* other, size_t size) noexcept

cdef int _ZERO, _QUOTE, _BACKSLASH, _SPACE, _TILDE, _MINUS, _NOTHING
cdef bint _PLAIN

@cython.final
cdef class Scan:
    cdef public bytes data
    cdef const unsigned char* text
    cdef public Py_ssize_t at, end

    @cython.locals(size=Py_ssize_t, text="const unsigned char*")
    cpdef bint word(self, bytes expected) except -1
    @cython.locals(first=Py_ssize_t, value=int, digit=int)
    cpdef int number(self) except -2
    @cython.locals(value=int)
    cpdef int integer(self) except? -1
    @cython.locals(letter=int)
    cpdef bint string(self) except -1
