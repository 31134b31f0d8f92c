# The types of encoder.py, for the compiler.

import cython

from ...encoding.encoder cimport Encoder
from .engine cimport Table

cdef unsigned long long _ONE, _DIGIT, _EACH
cdef int NOBODY, PASS, REDEAL, PLAY_ON, _KINDS, _SEATS, _PLAYS, _HIDDEN
cdef int _LEFT, _FIVE, _ATTACKER, _DEALER, _ATTACK, _DECIDING, _SCORE, _PLAYER
cdef int _FIRST, _SECOND, _DOWN

cdef class GoitaEncoder(Encoder):
    cdef public Table table
    cdef public int plays
    cdef public bytearray score, who, firsts, seconds, downs

    cdef void _find_seat(self) noexcept
    @cython.locals(
        table=Table, hand=cython.ulonglong, attacks=cython.ulonglong, first=int, second=int
    )
    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(
        table=Table, kind=int, player=int, place=Py_ssize_t, play=int, hidden=bint
    )
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    @cython.locals(player=int, kind=int, play=int)
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(table=Table, first=int, second=int, play=int)
    cpdef void step(self, int number) except *
