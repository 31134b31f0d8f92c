"""Builds of kifu other than the installed one, in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .imports import ROOT


def build(site: Path, sources: Path = ROOT, **settings: str) -> None:
    """Build kifu into a folder as pip would, with these environment variables."""
    command = [sys.executable, "setup.py", "-q", "build", "--build-lib", str(site)]
    subprocess.run(
        command, cwd=sources, env=os.environ | settings, stdout=subprocess.DEVNULL, check=True
    )


def plain(site: Path) -> dict[str, str]:
    """Build plain Python, and return an environment in which it is imported."""
    build(site, KIFU_PLAIN="1")
    return os.environ | {"PYTHONPATH": str(site)}
