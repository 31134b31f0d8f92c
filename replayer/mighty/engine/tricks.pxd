# The types of tricks.py, for the compiler.

import cython

from .variant cimport Trump, Variant

cdef unsigned long long _ONE, _OF_SPADES, OF_JOKER
cdef int CALL_UNIT, CARD, JOKER, NOBODY, SUIT_UNIT

@cython.locals(card=int, named=int)
cpdef int suit_led(int first, int second) noexcept
@cython.locals(best=cython.ulonglong, led=int)
cpdef unsigned long long winning_card(
    Variant variant, Trump special, int number, int first, int second, unsigned long long cards
) noexcept
