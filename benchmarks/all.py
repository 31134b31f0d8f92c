"""Measure everything, and write what was seen into `docs/speed.md`.

    python benchmarks/all.py [OLDER]

OLDER is the folder of an older kifu, which is called `kifu`; without it, what is beside it is left
out. It takes some minutes; run it with a compiled kifu, on a machine that does nothing else.
"""

import argparse
import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "speed.md"
SCRIPTS = (
    "archives",
    "command",
    "convert",
    "facts",
    "others",
    "playouts",
    "legal",
    "texts",
    "files",
    "wrong",
    "start_up",
)
HEAD = """# Speed

`python benchmarks/all.py` measured this and wrote this page. The programs that are compared take
turns on the same machine. Look at the ratios: machines differ. [The
benchmarks](../benchmarks/README.md) explain the goals.
"""


def main() -> None:
    """Run all scripts, one after the other, and write the page."""
    kind = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=kind)
    parser.add_argument("older", nargs="?", metavar="OLDER", help="a folder called kifu")
    named: str | None = parser.parse_args().older
    older = [] if named is None else [named]
    parts = [HEAD, f"Python {platform.python_version()} on {platform.machine()}, one core.\n"]
    for name in SCRIPTS:
        beside = [str(Path(each).parent) for each in older]
        arguments = {"legal": older, "texts": older, "command": beside, "facts": beside}
        if name in ("legal", "texts") and not older:
            print(f"{name}.py is left out: no older kifu is named", file=sys.stderr)
            continue
        print(f"{name}.py ...", file=sys.stderr)
        about = (import_module(name).__doc__ or "").strip().split("\n\n")
        command = [sys.executable, str(HERE / f"{name}.py"), *arguments.get(name, [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        told = "\n\n".join(each for each in about[2:] if not each.startswith(" "))
        parts.append(f"## {about[0].strip('.')}\n\n{told}\n\n```text\n{done.stdout.strip()}\n```\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
