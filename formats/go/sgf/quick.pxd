# The types in quick.py, for the compiler.

import cython

from .scan cimport Scanner

cdef int _BLACK, _WHITE, _NAME, _OTHER, NONE

cdef class Line:
    cdef public int ply
    cdef public list actions, annotations, variations

cdef class Quick(Scanner):
    cdef public str content, colour, action
    cdef public bint is_ascii, is_open, is_odd, has_odd
    cdef public tuple words
    cdef public list lines, items, more, fresh, of_root
    cdef public Line line

    cdef bint begun(self) except -1
    @cython.locals(is_tt=bint, said=str)
    cdef bint noted(self, int key, Py_ssize_t first) except -1
    cdef bint noded(self) except -1
    cdef bint opened(self) except -1
    @cython.locals(line=Line)
    cdef bint closed(self) except -1
    @cython.final
    @cython.locals(line=Line, nodes=list)
    cdef void flush(self) except *

@cython.locals(
    others=list, marks=list, kept=list, raws=tuple, last=int, place=int, is_kept=bint, is_usual=bint
)
cdef object plain(list items, object ply, str colour)
cdef bint _is_shortest(str raw) except -1
