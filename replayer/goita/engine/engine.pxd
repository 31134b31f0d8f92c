# The types of engine.py, for the compiler.

import cython

cdef unsigned long long _ONE, _DIGIT, _OF_HIDDEN, _EACH, _POINTS, _DECK
cdef int _KING, _LANCE, _SHI, _HIDDEN, _ZERO
cdef int _OUT, _BY_SHI, _BY_DOUBLE_GOSHI, _THROWN_IN
cdef int _PASS, _NOBODY, _UNKNOWN, _UNFINISHED
cdef int[4] _TEAM, _PARTNER
cdef int LEGAL, MUST_ATTACK, NOT_IN_HAND, RECEIVES_HIDDEN, OTHER_PIECE, KING_RECEIVES
cdef int NO_ATTACK, ATTACK_NOT_IN_HAND, KING_ATTACKS

@cython.final
cdef class Table:
    cdef public object options, dealt
    cdef public bint partial, exposed, deciding
    cdef public bint face_down_exposes, last_king_attacks, dealt_kings_attack, received_pair_doubles
    cdef public unsigned int turn
    cdef public int dealer, attack, attacker, ended, side, winner, points
    cdef public unsigned long long unseen
    cdef public unsigned long long[4] hands
    cdef public bint[4] hiding, both_kings, five_shi

    @cython.locals(seat=int, count=int, most=int, richest=int, hand=cython.ulonglong)
    cpdef int deal(
        self, int dealer,
        unsigned long long first, unsigned long long second,
        unsigned long long third, unsigned long long fourth,
    ) except -1
    @cython.locals(first=int)
    cdef int _decide_by_deal(self, int richest, int most) except -1
    @cython.locals(others=int, best=int, kind=int, count=int, pair=bint)
    cdef int _shi_points(self, unsigned long long hand) except -2
    @cython.locals(fives=int, seat=int)
    cpdef bint may_play_on(self) except -1
    cpdef redeal(self)
    cpdef play_on(self)
    cdef void _end(self, int how, int side, int winner, int points) noexcept
    @cython.locals(mask=cython.ulonglong, second=int)
    cpdef unsigned long long attacks(self, int first) except? 1
    @cython.locals(found=list, first=int, second=int, attacks=cython.ulonglong)
    cpdef list actions(self)
    cdef bint _leads(self) noexcept
    cpdef int breach(self, int action) except -1
    @cython.locals(player=cython.uint, attack=int)
    cpdef int first_breach(self, int piece) except -1
    @cython.locals(player=cython.uint)
    cpdef int second_breach(self, int first, int second) except -1
    @cython.locals(hand=cython.ulonglong)
    cdef bint _could_hold(self, int player, int piece, int beside=*) except -1
    @cython.locals(hand=cython.ulonglong, could_be=int)
    cdef bint _king_may_attack(self, int player, int first) except -1
    cpdef int play(self, int action) except -1
    @cython.locals(
        player=cython.uint, leading=bint, seen=bint, hidden=bint,
        hand=cython.ulonglong, left=cython.ulonglong,
    )
    cdef int _lay(self, int first, int second) except -1
    cpdef bint doubles(self, int first, int second, bint leading) except -1
    @cython.locals(points=int)
    cdef int _finish(self, int player, int first, int second, bint leading) except -1

cdef int _size(unsigned long long hand) noexcept
cdef int _points(int kind) noexcept
@cython.locals(plies=int, action=int)
cpdef int play_digits(Table table, const unsigned char* digits, Py_ssize_t at, Py_ssize_t end) except -2
