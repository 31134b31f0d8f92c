"""The configuration of one file, and where its values come from."""

from __future__ import annotations

import os
from collections.abc import Container
from functools import cache
from typing import Any

from msgspec import Struct

from .files import LINK_OUT, NEVER, left_out
from .globs import Glob
from .keys import KEYS
from .repository import NoAnswer, ignored, leads_out, shown, top, tree
from .settings import Entry, Project


class Explanation(Struct, frozen=True):
    """The configuration of a file.

    `configuration` is the configuration file, or None. `left_out` says why a
    search of its folder skips the file, or is None if it does not. `entries` has the values of each
    key that concern this file; `values` has the resulting values.
    """

    path: str
    configuration: str | None
    left_out: str | None
    entries: dict[str, list[Entry]]
    values: dict[str, Any]


def explain(project: Project, path: str) -> Explanation:
    """Return the configuration of a file or a folder, which need not exist.

    Raises ProjectError if a configuration cannot be used.
    """
    place = os.path.abspath(path)
    is_folder = os.path.isdir(place)
    settings = project.settings(place if is_folder else os.path.dirname(place))
    entries = {
        name: [each for each in settings.entries(name) if _concerns(name, each, place)]
        for name in KEYS
    }
    return Explanation(
        path,
        settings.configuration,
        why_left_out(project, place, is_folder),
        entries,
        {name: _value(name, each) for name, each in entries.items()},
    )


def _concerns(name: str, entry: Entry, place: str) -> bool:
    """Return whether an entry concerns a file: it has no pattern, or its pattern matches."""
    if entry.key is None or name == "severity":
        return True
    denied = name == "per-file-ignores" and entry.key.startswith("!")
    return Glob(entry.key.removeprefix("!"), entry.folder).covers(place) != denied


def _value(name: str, entries: list[Entry]) -> Any:
    default = KEYS[name].default
    if isinstance(default, dict):
        return {each.key: each.value for each in entries}
    if isinstance(default, list):
        return [each.value for each in entries]
    return entries[-1].value


def why_left_out(
    project: Project,
    place: str,
    is_folder: bool = False,
    asks_git: bool = True,
) -> str | None:
    """Return why a search would skip a file, or None if it would not.

    The search starts in the working directory, or for a file outside it, in the file's own folder.
    `place` is its absolute path. Files that git ignores are left out only if `asks_git` is set.
    """
    start = project.folder if _is_below(place, project.folder) else os.path.dirname(place)
    folder, names = start, os.path.relpath(place, start).split(os.sep)
    known = cache(_ignored)
    for number, name in enumerate(names):
        if name == os.curdir:
            continue
        settings, here = project.settings(folder), os.path.join(folder, name)
        about = "" if here == place else f"{shown(here)}: "
        if name in NEVER:
            return f"{about}never searched"
        is_last = number == len(names) - 1
        heeded = asks_git and settings.value("respect-gitignore")
        paths = known(top(folder)) if heeded else ()
        why = left_out(settings, here, is_folder or not is_last, paths)
        if why is not None:
            return f"{about}{why}"
        folder = here
    return LINK_OUT if os.path.islink(place) and leads_out(place, tree(start)) else None


def _is_below(place: str, folder: str) -> bool:
    return os.path.commonpath([place, folder]) == folder


def _ignored(repository: str | None) -> Container[str]:
    """Return what git ignores in a repository, or nothing if git does not answer."""
    try:
        return () if repository is None else ignored(repository)
    except NoAnswer:
        return ()
