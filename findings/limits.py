"""Limits on input that kifu does not trust, each with its code.

Input that exceeds a limit is refused with its place, in time and memory linear in the input.
`docs/stability.md` lists the limits.
"""

from __future__ import annotations

# A file

LIMIT = 16 * 2**20
"""The most bytes in a record, in a line, and in a file that is read as a whole (F003)."""

BOMB_SIZE = 2**16
BOMB_RATIO = 100
"""A compressed file may unpack to BOMB_SIZE bytes, or to BOMB_RATIO times its size (F005)."""

MOST_SLIPS, BYTES_A_SLIP = 1000, 20
"""The texts of a file may have MOST_SLIPS slips, or one for BYTES_A_SLIP bytes of the file (F009).
"""

# A record

MAX_DEPTH = 64
"""The greatest depth of nested values in JSON and YAML (F106)."""

MAX_VALUES = 500_000
"""The most values in a record in JSON (F003)."""

MAX_EVENTS = 1_000_000
"""The most YAML events in a record (F003)."""

MAX_LENGTH = 100_000
"""The most characters that a grammar parses at once, unless its notation sets a limit (F003)."""

MOST_FINDINGS = 1000
"""The most findings of a rule that are listed for a record; the others are counted (F007)."""

MOST_EXPLAINED = 2000
"""The most places of a record that are explained if they do not fit its schema (F009)."""

# A round

MOST_PLIES = 30_000
"""The most plies in a round (R004), unless the rules of its game set `most_plies`.

No chess game can have 18,000. All positions of a round are in memory while it is replayed.
"""

DEEPEST_VARIATION = 28
"""The greatest depth of nested variations (V004); those of the main line have depth 1.

With annotations, these still fit into canonical JSON, so every readable record can be converted.
"""

MOST_VARIATIONS = 10_000
"""The most variations in a round, nested ones included (V005)."""
