# The types of playout.py, for the compiler.

import cython

from ...beliefs.dice cimport Dice
from .engine cimport Table

@cython.locals(table=Table, moves=long, taken=long, areas=list, legal=list)
cpdef tuple play_outs(Table start, long times, long most, Dice dice)
