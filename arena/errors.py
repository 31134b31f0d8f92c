"""Errors raised by the arena, each with a one-line message."""

from __future__ import annotations


class ArenaError(Exception):
    """A game or tournament cannot continue; the message says why."""


class NotStarted(ArenaError):
    """A seat's program could not be started."""

    WHAT = "cannot be started"
    """Part of every message, by which a tournament recognises the failure of an arbiter."""


class NotIsolated(ArenaError):
    """Programs cannot be isolated on this system."""


class Spoiled(ArenaError):
    """A game does not count because its arbiter failed or its log is unusable."""


class BadEntrants(ArenaError):
    """The file of entrants is invalid: it lists no entrants, say, or a command cannot be run."""


class BadSettings(ArenaError):
    """The deck does not match the deals."""


class BadFolder(ArenaError):
    """A tournament folder is in use, has other content, or holds a damaged plan."""
