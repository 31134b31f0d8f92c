# The types of search.py, for the compiler.

import cython

from ....replayer.beliefs.dice cimport Dice
from ....replayer.go.engine.engine cimport Table
from .playouts cimport candidates, finish, owner

cdef int _GROWS_AT, BLACK, WHITE, EMPTY, NONE
cdef double _EQUIVALENCE, _MARGIN, _SURE

@cython.final
cdef class Node:
    cdef public int player
    cdef public list moves, tries, sums, later_tries, later_sums, children

    @cython.locals(found=int, highest=double, index=int, tries=int, later=double, value=double, share=double)
    cpdef int best(self) except -1

@cython.final
cdef class Search:
    cdef public Table table
    cdef public Dice dice
    cdef public double komi
    cdef public Node root
    cdef public int playouts
    cdef public list owned

    @cython.locals(
        table=Table, node=Node, child=Node, points=int, firsts=list, nodes=list, chosen=list, index=int, move=int,
        value=double, gain=double, place=int, other=int, there=int,
    )
    cpdef int run(self) except -1
    @cython.locals(margin=double, value=double, share=double)
    cdef double _value(self, Table table) except -1
    @cython.locals(table=Table, pass_=int, margin=double, best=int, index=int)
    cpdef int found(self) except -1
    @cython.locals(table=Table, needed=double, move=int, stone=int, mine=int)
    cdef bint _is_settled(self) except -1
