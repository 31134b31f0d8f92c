# The types of skim.py, for the compiler.

import cython

from ...replayer.mighty.engine.engine cimport Engine
from ...replayer.mighty.engine.settling cimport next_dealer, share
from ...replayer.mighty.scores cimport Scores
from ..document.scan cimport Lines

cdef unsigned long long _ONE, ALL
cdef int ALONE, CALL_UNIT, FIRST, JOKER, LAST, MISDEAL, NO_TRUMP, NOBODY, PASS, SEAT, SUIT_UNIT
cdef int TRUMP_UNIT, AUCTION, HAND_SIZE, KITTY_SIZE, PLAYERS, NO_INTEGER
cdef int _COMMA, _OPENING, _CLOSING, _QUOTE, _CALL, _N, _RANKS, _JOKER
cdef tuple _FIRST_LED_BY, _WON_AND_LED_BY, _LAST_WON_BY, _PASSED_BY

@cython.locals(lines=Matches)
cpdef tuple skim(bytes block, Py_ssize_t at)

cdef class Matches(Lines):
    cdef public list matches
    cdef public bytes rules
    cdef public Engine engine
    cdef public Scores scores
    cdef const unsigned char* suits
    cdef const unsigned char* ranks
    cdef public int[5] plays
    cdef public long[5] totals
    cdef public int dealer, last_president

    @cython.locals(names=int)
    cdef bint line(self) except -1
    @cython.final
    cdef bint _play_under(self, bytes rules) except -1
    @cython.locals(end=Py_ssize_t, rules=bytes)
    @cython.final
    cdef bint _rules(self) except -1
    @cython.locals(engine=Engine, friend=int)
    @cython.final
    cdef bint _deal(self) except -1
    @cython.locals(first=bint, whole=long, dealer=int, seat=int, total=int)
    @cython.final
    cdef bint _follows(self) except -1
    @cython.locals(
        engine=Engine, first=cython.ulonglong, second=cython.ulonglong,
        third=cython.ulonglong, fourth=cython.ulonglong, fifth=cython.ulonglong,
        kitty=cython.ulonglong,
    )
    @cython.final
    cdef bint _dealt(self) except -1
    @cython.locals(
        found=cython.ulonglong, bit=cython.ulonglong, at=Py_ssize_t,
        text="const unsigned char*", suits="const unsigned char*",
        ranks="const unsigned char*", place=int, card=int,
    )
    @cython.final
    cdef unsigned long long _cards(self, int size) except? 0
    @cython.locals(engine=Engine, player=int, call=int)
    @cython.final
    cdef bint _auction(self) except -1
    @cython.locals(points=int, letter=int, suit=int)
    @cython.final
    cdef int _contract(self) except -2
    @cython.locals(
        engine=Engine, buried=cython.ulonglong, contract=int, points=int, trump=int,
        friend=int,
    )
    @cython.final
    cdef bint _decisions(self) except -1
    @cython.locals(
        seat=int, card=int, at=Py_ssize_t, text="const unsigned char*",
    )
    @cython.final
    cdef int _friend(self) except -2
    @cython.locals(engine=Engine, number=int)
    @cython.final
    cdef bint _tricks(self) except -1
    @cython.locals(
        text="const unsigned char*", suits="const unsigned char*",
        ranks="const unsigned char*", seat=int, at=Py_ssize_t, card=int, mark=int,
    )
    @cython.final
    cdef bint _five_plays(self) except -1
    @cython.locals(
        engine=Engine, scores=Scores, president=int, friend=int, points=int, place=int,
        value=long, paid=long, seat=int,
    )
    @cython.final
    cdef bint _result(self) except -1
