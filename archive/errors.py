"""Errors in the set-up of an archive."""

from __future__ import annotations


class ProjectError(ValueError):
    """A configuration, a list of files or a repository cannot be used; one line says why."""

    __module__ = "kifu"  # people import it from there
