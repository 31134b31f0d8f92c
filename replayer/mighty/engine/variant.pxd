# The types of variant.py, for the compiler.

import cython

cdef unsigned long long _ONE
cdef int CHANGED_TOO_HIGH, LEGAL, FORBIDDEN_FRIEND, UNKNOWN_TRUMP, NOT_RAISED, OWN_SEAT
cdef int RAISED_TOO_HIGH, WRONG_COST, NO_TRUMP, SEAT, HAND_SIZE, TRUMP_UNIT

@cython.final
cdef class Trump:
    cdef public unsigned long long trumps, mighty, banned
    cdef public unsigned long long[4] followers
    cdef public int mighty_suit, caller
    cdef public tuple stuck

@cython.final
cdef class Variant:
    cdef public object options
    cdef public tuple trumps
    cdef public bint left_bids_first, president_bids_first, no_trump_beats, pass_final
    cdef public bint minimum_is_played, misdeals, raise_same_suit, joker_follows_first
    cdef public bint mighty_before_joker, second_sets_suit, second_wins, mighty_defence
    cdef public bint buried_to_president
    cdef public int bid_max, change_cost, change_to_nt_cost, change_cap
    cdef public int[5] lowest
    cdef public unsigned long long friends, dead_tricks

    cpdef Trump trump(self, int trump)
    cpdef bint beats(self, int points, int trump, int other_points, int other_trump) noexcept
    @cython.locals(highest=int, other=int)
    cpdef bint can_be_beaten(self, int points, int trump) noexcept
    cpdef int least_bid(self) noexcept
    @cython.locals(found=list, points=int, other=int)
    cpdef list contracts(self, int bid, int trump)
    @cython.locals(due=int)
    cpdef int changed(self, int points, int trump) noexcept
    @cython.locals(due=int)
    cpdef int contract_breach(self, int bid, int bid_trump, int points, int trump) noexcept
    cpdef unsigned long long friends_of(self, int president) noexcept
    cpdef int friend_breach(self, int president, int friend) noexcept
    cpdef bint joker_is_dead(self, int number) noexcept
    @cython.locals(last=bint)
    cpdef bint joker_names_suit(self, int number) noexcept
