# The types of encoder.py, for the compiler.

import cython

from ...beliefs.dice cimport place
from ...encoding.encoder cimport Encoder
from .engine cimport Engine

cdef unsigned long long _ONE
cdef int NOBODY, CALL_ID, CARD_ID, CLUB_CALLER, CONTRACT_ID, MISDEAL_ID, PASS_ID, SUIT_ID
cdef int TRUMP_COUNT, CALL_UNIT, CARD, JOKER, MISDEAL, PASS, SUIT_UNIT, TRUMP_UNIT
cdef int AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER, _SEATS, _CARDS, _SUITS
cdef int _HAND, _BURIED, _TABLE, _ORDER, _PLAYED, _CALLS, _PRESIDENT, _FRIEND, _DEALER, _WON
cdef int _TRUMP, _POINTS, _NAMED, _CALLED, _LED

cdef class MightyEncoder(Encoder):
    cdef public Engine engine
    cdef public object settled
    cdef public int least
    cdef public unsigned long long chosen
    cdef public bytearray calls
    cdef public list burying

    cdef void _find_seat(self) noexcept
    @cython.locals(engine=Engine, cards=cython.ulonglong, contract=int)
    cpdef void mask(self, bytearray out, Py_ssize_t at) except *
    cdef int _contract_id(self, int contract) noexcept
    @cython.locals(engine=Engine, lowest=int, points=int, trumps=int, trump=int, number=int)
    cdef void _mask_calls(self, bytearray out, Py_ssize_t at) except *
    cdef void _mask_cards(self, bytearray out, Py_ssize_t at, unsigned long long cards) noexcept
    @cython.locals(engine=Engine, caller=int, suit=int)
    cdef void _mask_marks(self, bytearray out, Py_ssize_t at, unsigned long long cards) noexcept
    @cython.locals(
        engine=Engine, player=int, there=Py_ssize_t, number=int, trick=int, lead=int, card=int
    )
    cpdef void observe(self, bytearray out, Py_ssize_t at, int seat) except *
    cdef void _write(self, bytearray out, Py_ssize_t at, unsigned long long cards) noexcept
    @cython.locals(engine=Engine, player=int, out_of_play=cython.ulonglong)
    cpdef void reveal(self, bytearray out, Py_ssize_t at) except *
    @cython.locals(
        engine=Engine, player=int, contract=int, points=int, trump=int, call=int, caller=int
    )
    cpdef void step(self, int number) except *
