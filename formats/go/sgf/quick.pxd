# The types in quick.py, for the compiler.

import cython

from .scan cimport Scanner

cdef int _BLACK, _WHITE, _NAME, NONE

cdef class Line:
    cdef public int ply
    cdef public list actions, annotations, variations

cdef class Quick(Scanner):
    cdef public str content, colour
    cdef public bint is_ascii, is_odd, is_open, is_strange
    cdef public object read
    cdef public tuple words
    cdef public list lines, items, fresh, of_root
    cdef public Line line
    cdef public Py_ssize_t first_at, root_end, group_at, group_end

    @cython.final
    cdef str said(self, Py_ssize_t start, Py_ssize_t end)
    cdef bint begun(self) except -1
    @cython.locals(is_tt=bint, said=str)
    cdef bint noted(self, int key, Py_ssize_t first) except -1
    cdef bint noded(self) except -1
    cdef bint opened(self) except -1
    @cython.locals(line=Line)
    cdef bint closed(self) except -1
    @cython.final
    @cython.locals(line=Line)
    cdef bint flushed(self) except -1

@cython.locals(said=dict)
cdef object root(list items)

@cython.locals(
    others=list, marks=list, kept=set, raws=tuple, usual=tuple, last=int, number=int, first=int, is_usual=bint, is_kept=bint
)
cdef object annotation(list items, object ply, str colour, dict said=?)
cdef bint _is_shortest(str raw) except -1
