# The types of regrets.py, for the compiler.

import cython

cdef class Side:
    cdef public object parent, first, count, taken
    cdef public object reach, policy, value, regret, plan, worth

    @cython.locals(
        k=cython.Py_ssize_t, parent=cython.int[::1], reach=cython.double[::1],
        policy=cython.double[::1], plan=cython.double[::1]
    )
    cpdef void down(self, Py_ssize_t start, Py_ssize_t stop, double weight)
    @cython.locals(
        k=cython.Py_ssize_t, a=cython.Py_ssize_t, begin=cython.Py_ssize_t,
        end=cython.Py_ssize_t, choices=cython.Py_ssize_t, updates=cython.Py_ssize_t,
        total=cython.double, mean=cython.double, more=cython.double,
        parent=cython.int[::1], first=cython.int[::1], count=cython.int[::1],
        taken=cython.char[::1], policy=cython.double[::1], value=cython.double[::1],
        regret=cython.double[::1], worth=cython.double[::1]
    )
    cpdef Py_ssize_t up(self, double weight)

@cython.locals(
    k=cython.Py_ssize_t, first=cython.int[::1], second=cython.int[::1],
    points=cython.double[::1], mine=cython.double[::1], theirs=cython.double[::1],
    my_reach=cython.double[::1], their_reach=cython.double[::1]
)
cpdef void add_ends(Side one, Side other, Ends ends)

cdef class Ends:
    cdef public object first, second, points
