# The types of legal.py, for the compiler.

import cython

from ...beliefs.dice cimport place
from .engine cimport Engine

cdef int MISDEAL, PASS, TRUMP_UNIT

@cython.locals(found=list, player=int, points=int, trumps=int)
cpdef list calls(Engine engine)
@cython.locals(found=list, cards=cython.ulonglong, card=int, number=int)
cpdef list plays(Engine engine)
