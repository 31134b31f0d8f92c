"""Measure the speed of kifu, and write the results to `docs/speed.md`.

    python benchmarks/all.py

This takes a few minutes; run it with a compiled kifu, on an idle machine.
"""

import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "speed.md"
SCRIPTS = (
    "archives",
    "others",
    "sgf",
    "files",
    "wrong",
    "start_up",
)
HEAD = """# Speed

`python benchmarks/all.py` took these measurements and wrote this page. The programs being compared
take turns on the same machine. Look at the ratios, since machines differ. The goals are explained
in [the benchmarks](../benchmarks/README.md).
"""


def main() -> None:
    """Run the scripts and write the page."""
    parts = [HEAD, f"Python {platform.python_version()} on {platform.machine()}, one core.\n"]
    for name in SCRIPTS:
        print(f"{name}.py ...", file=sys.stderr)
        about = (import_module(name).__doc__ or "").strip().split("\n\n")
        command = [sys.executable, str(HERE / f"{name}.py")]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        text = "\n\n".join(each for each in about[2:] if not each.startswith(" "))
        parts.append(f"## {about[0].strip('.')}\n\n{text}\n\n```text\n{done.stdout.strip()}\n```\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
