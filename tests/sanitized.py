"""The compiled modules under AddressSanitizer and UndefinedBehaviorSanitizer.

    python -m tests.sanitized --cases 100000
    python -m tests.sanitized --tests tests/replayer tests/arena/players

Compile kifu into a new folder using gcc with both sanitizers and Cython's bounds checks, and run
`tests.differential` or some tests on it: an access outside memory, an excessive shift or an
overflow ends it with a report. This needs gcc with its sanitizers, and what the build needs
(setuptools and Cython).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import builds
from .imports import ROOT

FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O0"

_IGNORED = "pytest.PytestUnraisableExceptionWarning"
"""How pytest reports a failed bounds check in a function that cannot raise."""


def main() -> int:
    """Run the comparison given by the arguments, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.sanitized", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="how many texts in total")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notations", nargs="+", default=[])
    parser.add_argument("--tests", nargs="+", help="run these tests instead of the comparison")
    parser.add_argument("--only", nargs="+", default=[""], help="compile only these folders")
    options = parser.parse_args()
    runtime = library()
    if runtime is None:
        print("gcc has no libasan here")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        modules = build(Path(folder) / "source", site, options.only)
        print(f"{len(modules)} modules are compiled: {', '.join(modules)}", flush=True)
        command = [sys.executable, "-m", "tests.differential", "--jobs", "1"]
        command += ["--cases", str(options.cases), "--seed", str(options.seed)]
        command += ["--notations", *options.notations] if options.notations else []
        if options.tests:
            command = [sys.executable, "-m", "pytest", "-n", "auto", "-W", f"error::{_IGNORED}"]
            command += options.tests
        return subprocess.run(command, cwd=ROOT, env=environment(site, runtime)).returncode


def library() -> str | None:
    """Return the path of the sanitizer's library, or None."""
    if shutil.which("gcc") is None:
        return None
    command = ["gcc", "-print-file-name=libasan.so"]
    path = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    return path if os.path.isabs(path) else None


def build(source: Path, site: Path, only: Sequence[str]) -> list[str]:
    """Build a sanitized kifu in a folder, and return the names of the compiled modules.

    Modules whose path does not begin with one of `only` are compiled without their types.
    """
    out = shutil.ignore_patterns(".*", "tests", "__pycache__", "node_modules", "*.so")
    shutil.copytree(ROOT, source, ignore=out)
    for path in source.rglob("*.pxd"):
        if not path.relative_to(source).as_posix().startswith(tuple(only)):
            path.unlink()
    builds.build(site, source, CC="gcc", CFLAGS=FLAGS, LDFLAGS=FLAGS, KIFU_CHECKED="1")
    made = sorted(path.relative_to(site / "kifu") for path in site.rglob("*.so"))
    if not made:
        raise SystemExit("nothing was compiled")
    return [path.as_posix().partition(".")[0] for path in made]


def environment(site: Path, runtime: str) -> dict[str, str]:
    """Return an environment in which Python runs with the sanitizer and without memory pools."""
    settings = "detect_leaks=0:abort_on_error=0:exitcode=86"
    more = {"PYTHONPATH": str(site), "LD_PRELOAD": runtime, "ASAN_OPTIONS": settings}
    return os.environ | more | {"PYTHONMALLOC": "malloc"}


if __name__ == "__main__":
    sys.exit(main())
