"""What is wrong with how an archive is set up."""

from __future__ import annotations


class ProjectError(ValueError):
    """A configuration, a list of files or a repository cannot be used; one line says why."""

    __module__ = "kifu"  # where people import it from
