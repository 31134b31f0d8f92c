"""Errors of the arena, each with a message of one line."""

from __future__ import annotations


class ArenaError(Exception):
    """A game or a tournament cannot go on; the message says why."""


class NotStarted(ArenaError):
    """The program of a seat could not be started."""


class NotIsolated(ArenaError):
    """Programs cannot be isolated on this system."""


class Spoiled(ArenaError):
    """A game does not count, because its arbiter or its log failed."""


class BadEntrants(ArenaError):
    """The file of entrants is not valid: it lists no entrants, say, or a command cannot be run."""


class BadSettings(ArenaError):
    """The deck and the deals do not fit each other."""


class BadFolder(ArenaError):
    """The folder of a tournament is in use, has other content, or holds a damaged plan."""
