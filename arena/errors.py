"""What the arena cannot do, each in one line."""

from __future__ import annotations


class ArenaError(Exception):
    """Something about a game or a tournament cannot be done; the message says what, and why."""


class NotStarted(ArenaError):
    """The program of a seat could not be started."""


class NotIsolated(ArenaError):
    """Programs cannot be isolated on this system."""


class Spoiled(ArenaError):
    """A game came to no end that counts: its arbiter or its log failed."""


class BadEntrants(ArenaError):
    """The file of entrants has none, or something in it is no command."""


class BadSettings(ArenaError):
    """The deck and the deals that were asked for make no possible game."""


class BadFolder(ArenaError):
    """The folder of a tournament is in use, or holds something else or a damaged plan."""
