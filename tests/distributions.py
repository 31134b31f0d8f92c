"""kifu's distributions, actually built: the sdist from a copy, the wheel from the sdist."""

import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from .imports import ROOT

LEFT_OUT = ("__pycache__", ".*", "build", "dist", "*.egg-info", "*.so", "node_modules")
"""Files that may be in a clone but are not part of it."""

_BUILD = "import sys; from setuptools import build_meta as b; getattr(b, sys.argv[1])(sys.argv[2])"


@dataclass(frozen=True)
class Distributions:
    """The two files, and the folder of the unpacked sdist."""

    sdist: Path
    wheel: Path
    unpacked: Path


def built(folder: Path) -> Distributions:
    """Return both distributions from a folder, building them if they are missing."""
    done = folder / "done"
    if not done.exists():
        made = _build(folder)
        done.write_text("\n".join(map(str, (made.sdist, made.wheel, made.unpacked))))
    return Distributions(*map(Path, done.read_text().splitlines()))


def _build(folder: Path) -> Distributions:
    """Build both, from sources with leftovers of an earlier build and a stray file beside them."""
    clone, out = folder / "clone", folder / "dist"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(*LEFT_OUT))
    _litter(clone)
    sdist = _built("build_sdist", clone, out)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    _litter(unpacked)
    return Distributions(sdist, _built("build_wheel", unpacked, out), unpacked)


def _litter(sources: Path) -> None:
    """Add files that an earlier build or a user might leave behind."""
    stale = sources / "build" / "lib" / "kifu" / "formats"
    stale.mkdir(parents=True)
    (stale / "stale.py").touch()
    (sources / "stray.json").write_text("{}")


def _built(what: str, sources: Path, out: Path) -> Path:
    out.mkdir(exist_ok=True)
    before = set(out.iterdir())
    command = [sys.executable, "-c", _BUILD, what, str(out)]
    quick = os.environ | {"KIFU_PLAIN": "1"}  # compilation is tested when kifu is installed
    done = subprocess.run(
        command, cwd=sources, env=quick, capture_output=True, encoding="utf-8", timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = set(out.iterdir()) - before
    return found
