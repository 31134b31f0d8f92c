"""Fill in the examples on the pages: the output of commands, and files.

python docs/make_examples.py

An example follows a comment with its command, such as `<!-- kifu new goita --to yaml -->`, or with
its file, such as `<!-- file examples/goita/won.yaml -->`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGES = Path(__file__).parent
MOST = 48
"""The maximum number of lines of an example; the rest is left out."""

_EXAMPLE = re.compile(
    r"^(<!-- (kifu|file) ([^\n]*) -->\n\n```\w+\n).*?(?=^```$)", re.MULTILINE | re.DOTALL
)


def filled(page: str) -> str:
    """Return the text of a page with its examples."""
    return _EXAMPLE.sub(lambda found: found[1] + _example(found[2], found[3].split()), page)


def _example(kind: str, arguments: list[str]) -> str:
    if kind == "file":
        return (PAGES.parent / arguments[0]).read_text("utf-8")
    command = [sys.executable, "-m", "kifu", *arguments]
    lines = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    found = lines.splitlines()
    return "".join(f"{line}\n" for line in [*found[:MOST], *["…"] * (len(found) > MOST)])


if __name__ == "__main__":
    for path in sorted(PAGES.glob("*.md")):
        text = path.read_text("utf-8")
        if text != filled(text):
            path.write_text(filled(text), "utf-8")
