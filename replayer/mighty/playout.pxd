# The types of playout.py, for the compiler.

import cython

from ..beliefs.dice cimport Dice, place, size
from .engine.engine cimport Engine

cdef int ALONE, MISDEAL, PASS, TRUMP_UNIT, AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER

@cython.locals(least=int, most=int, passes=int, number=int, points=int, left=int, trumps=int)
cpdef int draw_call(Engine engine, Dice dice) except -9
@cython.locals(
    hand=cython.ulonglong, hand_left=cython.ulonglong, found=cython.ulonglong, cards=int,
    left=int, wanted=int, with_it=int,
)
cpdef unsigned long long draw_burial(Engine engine, Dice dice) except? 0
@cython.locals(contracts=list)
cpdef int draw_contract(Engine engine, Dice dice) except -9
@cython.locals(cards=cython.ulonglong, rest=cython.ulonglong, number=int, left=int)
cpdef int draw_play(Engine engine, Dice dice) except -9
@cython.locals(decisions=int, contract=int)
cpdef int play_out(Engine engine, Dice dice) except -1
@cython.locals(engine=Engine, decisions=long, ends=list, points=int)
cpdef tuple play_outs(Engine start, long times, Dice dice)
