# The types of playouts.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice
from ....replayer.go.engine.engine cimport Table

cdef int _LONGEST, BLACK, WHITE, EMPTY, EDGE, LEGAL, NONE

@cython.locals(board=bytearray, side=int, there=int, wrong=int, edge=int, across=int, corner=int)
cpdef bint is_eye(Table table, int player, int at) noexcept
@cython.locals(points=int, player=int, move=int, at=int, empty=bint)
cpdef list candidates(Table table)
@cython.locals(
    points=int, taken=int, most=int, player=int, left=int, move=int, place=int, empty=list,
)
cpdef int finish(Table table, Dice dice, list firsts) except -1
@cython.locals(move=int)
cdef list _empty(Table table)
@cython.locals(board=bytearray, borders=int, place=int, side=int, near=int, there=int, seen=set, found=list)
cpdef int owner(Table table, int at) except -1
