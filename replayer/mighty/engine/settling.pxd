# The types of settling.py, for the compiler.

cdef int PLAYERS

cpdef int share(int player, int president, int friend) noexcept
cpdef int next_dealer(int dealer, int president, int friend) noexcept
