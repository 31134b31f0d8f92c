"""Findings on standard error, for commands whose output is something else."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ...findings import Finding
from ..report import Summary, fitting
from ..report.text import render
from .output import show_error
from .terminal import columns


def tell(findings: Iterable[Finding]) -> None:
    """Show findings on standard error."""
    for piece in render(fitting(findings, columns(sys.stderr)), Summary()):
        show_error(piece)
