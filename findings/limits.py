"""Limits on untrusted input, each with its code.

Input that exceeds a limit is refused in time and memory linear in its size, and the place is
reported. `docs/stability.md` lists the limits.
"""

from __future__ import annotations

# A file

LIMIT = 16 * 2**20
"""The maximum size in bytes of a record, a line, and a file that is read as a whole (F003)."""

BOMB_SIZE = 2**16
BOMB_RATIO = 100
"""A compressed file may expand to BOMB_SIZE bytes, or to BOMB_RATIO times its size (F005)."""

MOST_SLIPS, BYTES_A_SLIP = 1000, 20
"""A file may have MOST_SLIPS slips, or one per BYTES_A_SLIP bytes if that is more (F009).
"""

# A record

MAX_DEPTH = 250
"""The maximum depth of nested values in JSON and YAML (F106); jsonschema-rs takes up to 255."""

MAX_VALUES = 500_000
"""The maximum number of values in a JSON record (F003)."""

MAX_EVENTS = 1_000_000
"""The maximum number of YAML events in a record (F003)."""

MAX_LENGTH = 100_000
"""The maximum number of characters parsed at once, unless the notation sets a limit (F003)."""

MOST_FINDINGS = 1000
"""The maximum number of findings listed per rule and record; others are counted (F007)."""

MOST_EXPLAINED = 2000
"""The maximum number of misfits between a record and its schema that are explained (F009)."""

# A round

MOST_PLIES = 30_000
"""The maximum number of plies in a round (R004), unless the rules of a game set `most_plies`.

No chess game can reach 18,000. While a round is replayed, all its positions are in memory.
"""

DEEPEST_VARIATION = 120
"""The maximum depth of nested variations (V004); those of the main line have depth 1.

Even with annotations, these fit into canonical JSON, so every readable record can be converted.
"""

MOST_VARIATIONS = 10_000
"""The maximum number of variations in a round, including nested ones (V005)."""
