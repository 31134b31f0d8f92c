# The types in scan.py, for the compiler.

import cython

from ...document.scan cimport Scan

cdef int _OPEN, _CLOSE, _NODE, _BEGIN, _END, _ESCAPE, _COLON, _DOT, _MINUS, _T
cdef int _DIGIT, _NINE, _UPPER, _UPPER_Z, _LOWER, _LOWER_Z
cdef int ANY, TEXT, MOVE, POINTS, CLEAR, LABELS, ARROWS, DOUBLE, NUMBER, NUMERIC, COLOUR, NOTHING
cdef int _HEADER, _FIELD, _STRANGE, _DEEPEST, _MOST_MOVES, _LONGEST, _DIGITS, NONE, MOST
cdef int _WHITE, _AB, _AW, _AE
cdef int DEEPEST_VARIATION, MAX_VALUES, MOST_VARIATIONS
cdef int[729] _FORMS, _OF_ROOT, _GROUPS
cdef long long[1] _NODES
cdef long long[729] _IN_NODE
cdef long long[2704] _SET
cdef long long[3] _ANNOTATED
cdef long long[10816] _MARKED

cdef class Scanner(Scan):
    cdef public int columns, rows, rooting, ply, move, player, turn, points
    cdef public long long node_number
    cdef public Py_ssize_t node_at, value_at, value_end
    cdef public int count, depth, deep, variations, pending
    cdef public bint is_setup
    cdef public dict fields
    cdef public list branches, plies, varies

    @cython.locals(byte=int)
    cdef bint game(self) except -1
    @cython.final
    cdef inline void space(self) noexcept:
        cdef unsigned char byte
        while self.at < self.end:
            byte = self.text[self.at]
            if byte != 32 and byte != 10 and byte != 13 and byte != 9:
                return
            self.at += 1
    @cython.final
    @cython.locals(depth=int)
    cdef bint _open(self) except -1
    @cython.final
    cdef bint _close(self) except -1
    cdef bint opened(self) except -1
    cdef bint closed(self) except -1
    @cython.final
    @cython.locals(first=Py_ssize_t)
    cdef bint root(self) except -1
    @cython.final
    cdef bint _sized(self) except -1
    cdef bint begun(self) except -1
    @cython.final
    cdef bint node(self) except -1
    cdef bint noded(self) except -1
    @cython.final
    @cython.locals(node=cython.longlong, first=Py_ssize_t, byte=int, key=int)
    cdef bint properties(self) except -1
    cdef bint noted(self, int key, Py_ssize_t first) except -1
    @cython.final
    @cython.locals(form=int, text="const unsigned char*", count=int, before=int, start=Py_ssize_t, at=Py_ssize_t, several=bint)
    cdef bint _values(self, int key) except -1
    @cython.locals(size=Py_ssize_t, text="const unsigned char*", one=int, other=int, is_pair=bint)
    cdef bint value(self, int key, int form, Py_ssize_t start, Py_ssize_t end) except -1
    @cython.final
    cdef bint _begins(self, Py_ssize_t at, Py_ssize_t end) noexcept
    @cython.final
    @cython.locals(text="const unsigned char*", at=Py_ssize_t, one=int, other=int)
    cdef bint _named(self, Py_ssize_t start, Py_ssize_t end) noexcept
    @cython.final
    cdef bint _moves(self, int key, Py_ssize_t start, Py_ssize_t size) except -1
    @cython.final
    @cython.locals(one=int, other=int, left=int, right=int, top=int, bottom=int, row=int, column=int, point=int)
    cdef bint _area(self, int key, Py_ssize_t start, Py_ssize_t size) except -1
    @cython.final
    @cython.locals(place=int)
    cdef bint _mark(self, int key, int point) noexcept
    @cython.final
    cdef bint _set(self, int key, int point) except -1
    cdef int put(self, int point, int stone) except -1
    @cython.final
    @cython.locals(digits=int, byte=int, place=Py_ssize_t)
    cdef bint _is_number(self, Py_ssize_t at, Py_ssize_t end, bint real) noexcept
    @cython.final
    @cython.locals(column=int, row=int)
    cdef int point(self, Py_ssize_t start) noexcept
    @cython.final
    @cython.locals(byte=int)
    cdef int line_at(self, Py_ssize_t at) noexcept
