"""An extension of griffe: examples in docstrings are code, wherever they stand."""

import re

import griffe

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
"""Lines from a prompt up to the next empty line."""


class Doctests(griffe.Extension):
    """Fence the examples of every docstring."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: object) -> None:
        """Change the docstring of the package itself."""
        _fence(pkg)

    def on_object(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Change the docstring of what is in it."""
        _fence(obj)


def _fence(obj: griffe.Object) -> None:
    if obj.docstring is not None:
        obj.docstring.value = _EXAMPLE.sub(_fenced, obj.docstring.value)


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].rstrip()}\n```\n"
