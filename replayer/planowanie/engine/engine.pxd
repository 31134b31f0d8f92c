# The types of engine.py, for the compiler.

import cython

cdef unsigned long long _ONE
cdef int _TRUMP, _BITS, _SEATS
cdef int LEGAL, NO_PLAYER, OUT_OF_RANGE, OUT_OF_TURN, NO_CARD, NOT_HELD, MUST_FOLLOW, NONE

@cython.final
cdef class Pack:
    cdef public tuple deck, words
    cdef public int size
    cdef public str hidden
    cdef public dict numbers, bit_of
    cdef public unsigned long long[64] bits, suits
    cdef public int[64] suit, rank

    @cython.locals(mask=cython.ulonglong)
    cpdef unsigned long long mask(self, cards) except? 0
    @cython.locals(found=list, number=int)
    cpdef list named(self, unsigned long long mask)
    @cython.locals(suit=int)
    cpdef bint beats(self, int card, int best) noexcept
    @cython.locals(best=int, place=int, card=int)
    cpdef int winning(self, cards) except -1

cpdef int score(int cards, int taken, int declared) noexcept

@cython.final
cdef class Table:
    cdef public Pack pack
    cdef public tuple dealt, declarations, points
    cdef public list played, leads, winners
    cdef public bint written, over
    cdef public int players, cards, leader, turn, laid, led, best, taking, tricks
    cdef public unsigned long long unseen
    cdef public unsigned long long[4] hands
    cdef public int[4] hiding, taken, row

    @cython.locals(other=Table)
    cpdef Table copy(self)
    @cython.locals(player=int)
    cpdef int begin(self, int cards, int start) except -1
    cpdef int declaration_breach(self, int player, int said) noexcept
    @cython.locals(bit=cython.ulonglong)
    cpdef int breach(self, int player, int card) noexcept
    @cython.locals(player=int, held=cython.ulonglong, suit=cython.ulonglong)
    cpdef unsigned long long legal(self) noexcept
    cpdef unsigned long long could_hold(self, int player) noexcept
    @cython.locals(player=int, bit=cython.ulonglong)
    cpdef int play(self, int card) except -1
    cdef int _end_trick(self) except -1
    @cython.locals(card=int, _=int)
    cpdef bint play_row(self) except -1
