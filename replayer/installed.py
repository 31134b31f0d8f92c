"""Whether any installed package may have entry points of a group, told from its files alone.

To import `importlib.metadata` takes longer than to check a record, and most people have no game
that is a package of its own. So it is only asked where the answer here is not no.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import PathFinder


def may_offer(group: str) -> bool:
    """Whether a package may have entry points of a group; no is certain, yes is not.

    >>> may_offer("console_scripts")
    True
    """
    others = (each for each in sys.meta_path if hasattr(each, "find_distributions"))
    if any(each is not PathFinder for each in others):
        return True
    return any(data is None or group.encode() in data for data in _entry_points())


def _entry_points() -> Iterator[bytes | None]:
    """What the files of entry points hold, None for a place where they may be packed."""
    for folder in dict.fromkeys(sys.path):
        if os.path.isfile(folder):
            yield None
        with suppress(OSError), os.scandir(folder or os.curdir) as entries:
            for each in entries:
                if each.name.endswith(".egg"):
                    yield None
                elif each.name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError), open(f"{each.path}/entry_points.txt", "rb") as file:
                        yield file.read()
