# The types of engine.py, for the compiler.

import cython

cdef int _SEEN
cdef int[2704] _STACK, _TAKEN
cdef unsigned long long[64] _EMPTY_SIEVE
cdef unsigned long long _ONE
cdef unsigned long long _WORD, _GOLDEN, _FIRST, _SECOND
cdef int EMPTY, BLACK, WHITE, EDGE, NONE, FORBIDDEN, ALLOWED, FREE, POSITIONAL, SITUATIONAL, UNKNOWN
cdef int LEGAL, OFF_BOARD, OCCUPIED, KO, SUICIDE, SUPERKO, SITUATION
cdef int COLOUR_FIRST, TWICE, GOES_ON, PERHAPS_SUICIDE, PERHAPS_SUPERKO, PASS_AFTER_END

@cython.locals(mixed=cython.ulonglong)
cdef unsigned long long _key(unsigned long long number) noexcept

@cython.final
cdef class Table:
    cdef public int columns, rows, stride, suicide, superko, turn, last, spot, ko, passes
    cdef public int moved, done, known, taken
    cdef public int[4] steps
    cdef public int[2] prisoners
    cdef public bytearray board, used
    cdef public unsigned long long zobrist
    cdef public dict past
    cdef public object older
    cdef unsigned long long[64] sieve
    cdef public bint repeated, certain

    @cython.locals(other=Table)
    cpdef Table copy(self)
    cpdef int at(self, int point) noexcept
    cpdef int point(self, int at) noexcept
    cpdef int stone(self, int point) noexcept
    @cython.locals(verdict=int, at=int, found=int, course=int)
    cpdef int breach(self, int player, int move) except -1
    cpdef list legal(self, int player)
    @cython.locals(board=bytearray, points=int, move=int, row=int, at=int, legal=bint)
    cpdef void mask(self, int player, bytearray out, int start) except *
    @cython.locals(at=int, found=bint)
    cpdef bint repeats(self, int player, int move) except -1
    cdef int _turn_breach(self, int player, int move) noexcept
    @cython.locals(board=bytearray, stride=int)
    cdef bint _is_quiet(self, int at) noexcept
    cdef int _stone_breach(self, int player, int at, int found) except -1
    @cython.locals(board=bytearray, own=int, other=int, free=bint, side=int, there=int)
    cdef int _put(self, int player, int at) noexcept
    @cython.locals(index=int, place=int)
    cdef void _take(self, int at, int stone) noexcept
    @cython.locals(stone=int, index=int, place=int)
    cdef void _undo(self, int player, int at) noexcept
    @cython.locals(board=bytearray, count=int, index=int, free=bint, place=int, side=int, near=int, there=int)
    cdef int _chain(self, int at, int stone) noexcept
    @cython.locals(again=bint, at=int)
    cpdef int act(self, int player, int move) except -1
    @cython.locals(points=int, at=int, found=int, repeats=bint)
    cpdef bint move(self, int player, int move) except -1
    cdef void _finish(self, int player, int at, int found) noexcept
    cdef int _next(self, int player) except -1
    cdef void _lift(self, int at) noexcept
    @cython.locals(at=int)
    cpdef int set_up(self, int point, int stone) except -1
    @cython.locals(black=bint, white=bint)
    cpdef int settle(self, int turn, bint handicap) except -1
    cpdef int forget(self) except -1
    cdef unsigned long long _situation(self, int turn) noexcept
    @cython.locals(number=int)
    cdef bint _occurred(self, unsigned long long key) except -1
    @cython.locals(key=cython.ulonglong, before=int)
    cdef int _remember(self) except -1
    @cython.locals(row=int, at=int)
    cpdef void write_stones(self, int stone, bytearray out, int start) noexcept
    @cython.locals(board=bytearray, total=int, at=int, there=int)
    cpdef int area(self) noexcept
    @cython.locals(board=bytearray, count=int, index=int, borders=int, place=int, side=int, near=int, there=int)
    cdef int _region(self, int at) noexcept

@cython.locals(taken=int)
cpdef int play(Table table, list players, list moves) except -1
