"""The choice of files to read: named files, and files in folders, as configured."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from ..formats.files import is_remote
from .reading.inputs import STANDARD_INPUT as STANDARD_INPUT
from .reading.inputs import Input
from .repository import NoAnswer, Revision, ignored, leads_out, top, tree
from .settings import Entry, Project, Settings

PLAYING = ".playing"
"""The subfolder for games in progress in a tournament's folder."""

SPOILED = ".spoiled"
"""The subfolder for the last logs of games set aside in a tournament's folder."""

NEVER = frozenset({".git", ".hg", ".svn", PLAYING, SPOILED})
"""Version control folders and folders of unfinished games, searched only if named."""

LINK_OUT = "a link out of the tree"
"""The reason for leaving out such a link: it could reveal any file on the machine."""

LeftOut = Callable[[str, str], None]
"""A function called with a path that is left out, and the reason."""


class Chosen(Struct):
    """The files to read, in order, and how many were left out because they have not changed."""

    files: list[Input] = field(default_factory=list[Input])
    unchanged: int = 0


def choose(
    project: Project,
    paths: Iterable[str],
    *,
    since: str | None = None,
    name: str | None = None,
    checked: bool = False,
    on_left_out: LeftOut = lambda path, why: None,
    note: Callable[[str], None] = lambda message: None,
) -> Chosen:
    """Return the named files and those in the named folders, each once.

    With `since`, only files that changed since that revision are chosen. Standard input is named
    `name`. Files and folders with a name in `NEVER` are left out, whatever a configuration says.
    `note` is called with a message if git cannot say what it ignores. `checked` is explained in
    `Input`.

    Raises ProjectError if a configuration cannot be used, or there is no such revision.
    """
    return _Chooser(project, since, name, checked, on_left_out, note).choose(list(paths))


Found = tuple[Input, str, bool]
"""A file in a folder, its real path, and whether it is a link."""


class _Chooser:
    def __init__(
        self,
        project: Project,
        since: str | None,
        name: str | None,
        checked: bool,
        on_left_out: LeftOut,
        note: Callable[[str], None],
    ) -> None:
        self._project = project
        self._since = since
        self._name = name
        self._checked = checked
        self._on_left_out = on_left_out
        self._note = note
        self._ignored: dict[str, frozenset[str]] = {}
        self._revisions: dict[str, Revision] = {}
        self._tops: dict[str, str | None] = {}
        self._found = Chosen()

    def choose(self, paths: Sequence[str]) -> Chosen:
        """Return the files."""
        below = {path: [*found] for path in paths if (found := self._found_in(path)) is not None}
        folders = below.keys()
        real = {path: _real(path) for path in paths if path not in folders}
        named = set(real.values())
        links = {path for path in real if path != STANDARD_INPUT and os.path.islink(path)}
        by_own_name = {where for path, where in real.items() if path not in links}
        # A file goes by its own name, even if there is a link to it.
        own = {where for found in below.values() for _, where, is_link in found if not is_link}
        seen: set[str] = set()
        for path in paths:
            if path in folders:
                for file, where, is_link in below[path]:
                    is_other = where in own and is_link
                    if not (is_other or where in seen or where in named):
                        seen.add(where)
                        self._add(file)
            elif real[path] not in seen and not (path in links and real[path] in by_own_name):
                seen.add(real[path])
                self._add_named(path)
        return self._found

    def _add(self, file: Input) -> None:
        if (
            self._since is not None
            and file.trouble is None
            and not self._has_changed(file.place or "")
        ):
            self._found.unchanged += 1
            self._on_left_out(file.path, f"not changed since {self._since}")
        else:
            self._found.files.append(file)

    def _add_named(self, path: str) -> None:
        """Add a named file, unless it is excluded and exclusion is forced."""
        called = self._name if path == STANDARD_INPUT else path
        place, settings = self._project.located(called or path)
        file = self._input(path, place, settings)
        if path == STANDARD_INPUT and self._name is None:
            self._found.files.append(file)
        elif not self._forced_out(path, place, settings):
            if path == STANDARD_INPUT:
                self._found.files.append(file)
            else:
                self._add(file)

    def _input(self, path: str, place: str, settings: Settings, *inside: Any) -> Input:
        called = self._name if path == STANDARD_INPUT else None
        return Input(path, place, settings, *inside, name=called, checked=self._checked)

    def _forced_out(self, path: str, place: str, settings: Settings) -> bool:
        if not settings.value("force-exclude"):
            return False
        why = settings.why_excluded(place)
        if why is not None:
            self._on_left_out(path, excluded(why))
        return why is not None

    def _has_changed(self, place: str) -> bool:
        """Return whether a file has changed; a file outside a repository counts as changed."""
        if is_remote(place):
            return True
        folder = os.path.dirname(place)
        if folder not in self._tops:
            self._tops[folder] = top(folder)
        repository = self._tops[folder]
        if repository is None:
            return True
        if repository not in self._revisions:
            self._revisions[repository] = Revision(repository, self._since or "")
        return self._revisions[repository].differs(place)

    # Folders

    def _found_in(self, path: str) -> Iterator[Found] | None:
        """Return the files below a path, or None if the path is a file."""
        if is_remote(path):
            return self._found_remote(path)
        return self._below(path) if path != STANDARD_INPUT and os.path.isdir(path) else None

    def _found_remote(self, path: str) -> Iterator[Found] | None:
        """Return the files below a remote path, without links or configurations of their own."""
        from ..formats.files.remote import files_in

        settings = self._project.settings(self._project.folder)
        try:
            found = files_in(path)
        except OSError as error:
            return iter([(self._input(path, path, settings, "", error), path, False)])
        if found is None:
            return None
        return (
            (self._input(name, name, settings, inside), name, False)
            for name, inside in found
            if not self._leaves_out(settings, name, inside)
        )

    def _leaves_out(self, settings: Settings, path: str, inside: str) -> bool:
        """Return whether a remote file, or a folder that contains it, is left out."""
        from ..formats.files.target import is_unfinished

        *folders, name = inside.split("/")
        if is_unfinished(name) or not NEVER.isdisjoint(folders):
            return True
        why = next((why for each in folders if (why := left_out(settings, each, True, ()))), None)
        why = why or left_out(settings, path, False, ())
        if why is not None:
            self._on_left_out(path, why)
        return why is not None

    def _below(self, folder: str) -> Iterator[Found]:
        """Yield the files in a folder, sorted, each with its real path."""
        from ..formats.files.target import is_unfinished  # not needed for named files

        start = os.path.abspath(folder)
        if self._forced_out(folder, start, self._project.settings(start)):
            return
        within = len(os.path.join(folder, ""))
        repository, root = top(start), tree(start)
        folders = [(folder, start, os.path.realpath(folder), repository)]
        while folders:
            here, place, real, repository = folders.pop()
            settings = self._project.settings(place)
            try:
                with os.scandir(here) as scan:
                    entries = sorted(scan, key=lambda entry: entry.name)
            except OSError as error:
                yield self._input(_plain(here), place, settings, here, error), real, False
                continue
            if place != start and any(entry.name == ".git" for entry in entries):
                repository = place
            ignored = self._ignored_in(repository, settings)
            begin, real_begin = os.path.join(place, ""), os.path.join(real, "")
            deeper: list[tuple[str, str, str, str | None]] = []
            for entry in entries:
                name = entry.name
                its_place, its_real = f"{begin}{name}", f"{real_begin}{name}"
                if name in NEVER or is_unfinished(name):
                    continue
                is_folder = entry.is_dir(follow_symlinks=False)
                if not (is_folder or _is_file(entry)):
                    self._on_left_out(_plain(entry.path), "not a regular file")
                    continue
                why = left_out(settings, its_place, is_folder, ignored)
                if why is None and entry.is_symlink() and leads_out(its_place, root):
                    why = LINK_OUT
                if why is not None:
                    self._on_left_out(_plain(entry.path), why)
                elif is_folder:
                    deeper.append((entry.path, its_place, its_real, repository))
                else:
                    path, inside = _plain(entry.path), entry.path[within:]
                    is_link = entry.is_symlink()
                    if is_link:
                        its_real = os.path.realpath(entry.path)
                    yield self._input(path, its_place, settings, inside), its_real, is_link
            folders += reversed(deeper)

    def _ignored_in(self, repository: str | None, settings: Settings) -> frozenset[str]:
        """Return what git ignores in a repository, or nothing if the settings say to read it."""
        if repository is None or not settings.value("respect-gitignore"):
            return frozenset()
        if repository not in self._ignored:
            try:
                self._ignored[repository] = ignored(repository)
            except NoAnswer as why:
                self._ignored[repository] = frozenset()
                self._note(
                    f"{repository}: files that git ignores are unknown, so they are not "
                    f"left out: {why}"
                )
        return self._ignored[repository]


def left_out(
    settings: Settings, place: str, is_folder: bool, ignored: Container[str]
) -> str | None:
    """Return why a search leaves out a file or folder, or None if it does not.

    `place` is its absolute path, and `ignored` has the paths that git ignores.
    """
    if settings.excluded.match(place, os.path.basename(place)):
        why = settings.why_excluded(place)
        return None if why is None else excluded(why)
    if place in ignored:
        return "ignored by git"
    if not (is_folder or settings.includes(place)):
        return "not included"
    return None


def excluded(why: Entry) -> str:
    """Return in words why a path is excluded."""
    return f'excluded by "{why.value}" ({why.origin})'


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a regular file or a link to one, but not a link to itself."""
    return os.path.isfile(entry.path) if entry.is_symlink() else entry.is_file()


def _real(path: str) -> str:
    return path if path == STANDARD_INPUT or is_remote(path) else os.path.realpath(path)


def _plain(path: str) -> str:
    """Return a path without a leading `./`, unless that distinguishes a file from `-`."""
    plain = path.removeprefix(os.path.join(os.curdir, ""))
    return path if plain == STANDARD_INPUT else plain


def listed(data: bytes) -> list[str]:
    r"""Return the paths in a list, separated by NULs if there are any, otherwise by line breaks.

    >>> listed(b"a b\nc\r\n"), listed(b"a\nb\0-\0")
    (['a b', 'c'], ['a\nb', './-'])
    """
    separator = b"\0" if b"\0" in data else b"\n"
    names = data.split(separator)
    if separator == b"\n":
        names = [each.removesuffix(b"\r") for each in names]
    found = [os.fsdecode(each) for each in names if each]
    return [os.path.join(os.curdir, each) if each == STANDARD_INPUT else each for each in found]
