# The types of playout.py, for the compiler.

import cython

from ...beliefs.dice cimport Dice, size
from .engine cimport Table

cdef int _PASS, _HIDDEN
cdef unsigned long long _ONE

@cython.locals(attacks="unsigned long long[9]", passes=int, number=int, left=int, first=int, second=int)
cpdef int draw(Table table, Dice dice) except -1
@cython.locals(decisions=int)
cpdef int play_out(Table table, Dice dice) except -1
@cython.locals(table=Table, decisions=long, ends=list)
cpdef tuple play_outs(Table start, long times, Dice dice)
