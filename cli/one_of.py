"""The type of an option that is one of some words."""

from __future__ import annotations

from typing import Any

import click

from .errors import unknown


class OneOf(click.Choice[str]):
    """One of some words; to another, it answers with those that are close."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word."""
        known = list(self.choices)
        if value in known:
            return str(value)
        what = self.name if param is None else param.opts[0]
        raise unknown(what, str(value), known, f"known are {', '.join(known)}")
