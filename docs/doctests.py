"""A griffe extension that marks examples in docstrings as code, wherever they appear."""

import re

import griffe

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
"""Lines from a prompt up to the next empty line."""


class Doctests(griffe.Extension):
    """Fence the examples of every docstring."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: object) -> None:
        """Fence the examples in the package's own docstring."""
        _fence(pkg)

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Fence the examples in the docstring of a member."""
        _fence(obj)


def _fence(obj: griffe.Object) -> None:
    if obj.docstring is not None:
        obj.docstring.value = _EXAMPLE.sub(_fenced, obj.docstring.value)


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].rstrip()}\n```\n"
