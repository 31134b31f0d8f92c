"""Errors in an archive's setup."""

from __future__ import annotations


class ProjectError(ValueError):
    """Raised if a configuration, list of files or repository cannot be used; one line says why."""

    __module__ = "kifu"  # users import it from there
