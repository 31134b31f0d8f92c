# The types of plays.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice, place, size
from ....replayer.mighty.engine.engine cimport Engine
from ....replayer.mighty.engine.tricks cimport winning_card
from ....replayer.mighty.engine.variant cimport Trump, Variant

cdef unsigned long long _ONE, _SUIT, OF_JOKER, OF_POINTS
cdef int _PLAYERS, CARD, JOKER, NOBODY, OVER, SUITS

@cython.locals(card=int)
cpdef int any_play(Engine engine, Dice dice) except -1
@cython.locals(plays=int, play=int)
cpdef int play_on(Engine engine, Dice dice, int slips) except -1
@cython.locals(legal=cython.ulonglong, leads=bint)
cpdef int sensible(Engine engine) except -1
@cython.locals(number=int, variant=Variant)
cdef bint _is_last_chance(Engine engine) noexcept
@cython.locals(friend=int, held=bint)
cpdef bint is_ally(Engine engine, int player, int other) noexcept
@cython.locals(bit=cython.ulonglong, rank=int)
cdef int _cost(Engine engine, int card) noexcept
@cython.locals(hand=cython.ulonglong, special=Trump)
cdef bint _guards(Engine engine, int card) noexcept
@cython.locals(higher=cython.ulonglong)
cdef bint _is_boss(Engine engine, int card) noexcept
@cython.locals(
    player=int, special=Trump, attacks=bint, best=int, found=int, rest=cython.ulonglong,
    card=int, bit=cython.ulonglong, value=int,
)
cdef int _lead(Engine engine, unsigned long long legal) except -1
@cython.locals(located=bint, friendly=bint)
cdef int _marked(Engine engine, int card) except -1
@cython.locals(hand=cython.ulonglong, most=int, found=int, suit=int, count=int)
cdef int _longest(Engine engine) noexcept
@cython.locals(
    player=int, first=int, laid=int, opening=int, second=int, variant=Variant, special=Trump,
    number=int, best=cython.ulonglong, at=int, ours=bint, unbeaten=bint, sure=bint,
    points=int, thrown=int, least=int, taking=int, cheapest=int, rest=cython.ulonglong, card=int,
    bit=cython.ulonglong, after=int, cost=int, point=int, spent=int, worth=int, attacks=bint,
    limit=int,
)
cdef int _follow(Engine engine, unsigned long long legal) except -1
