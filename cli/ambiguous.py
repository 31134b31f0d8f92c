"""Arguments that are both an option and the name of a file, which are refused as git refuses them.

Who may add a file to an archive could otherwise choose the options of `kifu validate *`, and of
whatever else puts the names of files behind a command, as pre-commit does.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from .errors import Failure

STANDARD_INPUT, END_OF_OPTIONS = "-", "--"


def require_plain(arguments: Sequence[str]) -> None:
    """Raise Failure if an argument that is taken as an option is the name of a file here."""
    for at, each in enumerate(arguments):
        # Where `--` is there twice, the second one is a file.
        if each == END_OF_OPTIONS and each in arguments[at + 1 :]:
            return
        if each.startswith("-") and each != STANDARD_INPUT and os.path.lexists(each):
            why = f"`{each}` is an option and a file"
            raise Failure(f"{why}: write ./{each} for the file, and -- before names of files")
        if each == END_OF_OPTIONS:
            return
