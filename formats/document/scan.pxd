# The types in scan.py, for the compiler, and the methods for it to inline.

import cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.string cimport memcmp, strlen

cdef long MAX_VALUES

cdef class Scan:
    cdef public bytes data
    cdef const unsigned char* text
    cdef public Py_ssize_t at, end

    cdef inline bint word(self, const char* expected) noexcept:
        cdef size_t size = strlen(expected)
        if self.end - self.at < <Py_ssize_t>size or memcmp(self.text + self.at, expected, size):
            return False
        self.at += size
        return True

    cdef inline bint word_of(self, tuple words, int place) noexcept:
        cdef Py_ssize_t size = PyBytes_GET_SIZE(words[place])
        if self.end - self.at < size:
            return False
        if memcmp(self.text + self.at, PyBytes_AS_STRING(words[place]), size):
            return False
        self.at += size
        return True

    cdef inline int number(self) noexcept:
        cdef const unsigned char* first = self.text + self.at
        cdef const unsigned char* place = first
        cdef const unsigned char* end = self.text + self.end
        cdef unsigned int value = 0, digit
        while place < end:
            digit = place[0] - 48
            if digit > 9:
                break
            value = 10 * value + digit
            place += 1
            if place - first > 9:
                return -1
        if place == first or (first[0] == 48 and place - first > 1):
            return -1
        self.at += place - first
        return value

    cdef inline int integer(self) noexcept:
        cdef int value
        if self.at == self.end or self.text[self.at] != 45:
            value = self.number()
            return 1000000000 if value < 0 else value
        self.at += 1
        value = self.number()
        return 1000000000 if value <= 0 else -value

    cdef inline bint letter(self, int expected) noexcept:
        if self.at < self.end and self.text[self.at] == expected:
            self.at += 1
            return True
        return False

    cdef inline bint string(self) noexcept:
        cdef unsigned char letter
        if self.at == self.end or self.text[self.at] != 34:
            return False
        self.at += 1
        while self.at < self.end:
            letter = self.text[self.at]
            self.at += 1
            if letter == 34:
                return True
            if letter == 92 or letter < 32 or letter > 126:
                return False
        return False

cdef class Lines(Scan):
    cdef public Py_ssize_t start
    cdef public long records, rounds, plies, line_rounds, line_plies

    @cython.final
    cdef tuple skimmed(self)
    @cython.final
    cdef bint _next(self) except -1
    cdef bint line(self) except -1
    @cython.final
    cdef bint times(self) except -1
    @cython.final
    @cython.locals(names=int)
    cdef int head(self, bytes declared) except -2
