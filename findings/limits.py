"""How much is read of what strangers send, stated once; each limit has a code.

Whatever lies behind a limit is refused with its place, in time and memory linear in what was read.
`docs/stability.md` has a table of them.
"""

from __future__ import annotations

# A file

LIMIT = 16 * 2**20
"""The most bytes of one record, of a line, and of a file that is not taken apart (F003)."""

BOMB_SIZE = 2**16
BOMB_RATIO = 100
"""A packed file may unpack to so many bytes, or to so many times its size (F005)."""

MOST_SLIPS, BYTES_A_SLIP = 1000, 20
"""A file may have so many slips in its texts, or one for so many bytes, packed as they are (F009).
"""

# A record

MAX_DEPTH = 64
"""So deep values may be nested in one another, in JSON and YAML (F106)."""

MAX_VALUES = 500_000
"""The most values of a record in JSON (F003)."""

MAX_EVENTS = 1_000_000
"""The most values of a record in YAML, their beginnings and ends (F003)."""

MAX_LENGTH = 100_000
"""The most characters that are parsed at once by a grammar, unless its notation says (F003)."""

MOST_FINDINGS = 1000
"""So many findings of each rule are listed of a record; the others are counted (F007)."""

MOST_EXPLAINED = 2000
"""So many places of a record that do not fit its schema are explained (F009)."""

# A round

MOST_PLIES = 30_000
"""The most plies of a round (R004), unless the rules of its game say `most_plies`.

A chess game has less than 18,000. All positions of a round are in memory while it is replayed.
"""

DEEPEST_VARIATION = 28
"""So deep variations may stand in one another (V004); one of the main line has depth 1.

Canonical JSON can be so deep, with annotations in it: whatever may be read can be converted.
"""

MOST_VARIATIONS = 10_000
"""The most variations of a round, those of variations among them (V005)."""
