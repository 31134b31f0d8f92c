"""What git knows: which files it ignores, and which have changed.

git is asked, and not imitated. A repository may come from anywhere, and its own configuration can
name programs. So that none of them is run, the monitor of files is off, no hook is found, nothing
is fetched, and files are compared here and not by git, which might filter them first.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator, Sequence

from .errors import ProjectError

PATIENCE = 120
"""Seconds within which git must answer."""

_QUIET = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",  # the index is not written
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_OF_ONE_REPOSITORY = {
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"),
    *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"),
}
"""Variables that git sets for its hooks. They hold for the repository of the hook, and no other."""


class NoAnswer(Exception):
    """git does not answer; says why."""


def top(folder: str) -> str | None:
    """The folder of the repository that an absolute path lies in, None outside of any."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def ignored(repository: str) -> frozenset[str]:
    """The absolute paths of files and folders that git ignores, without what is in such folders.

    Raises NoAnswer.
    """
    listed = _ask(
        repository,
        ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"],
    )
    return frozenset(_absolute(repository, listed.split("\0")))


def changed(repository: str, revision: str) -> frozenset[str]:
    """The absolute paths of files that are not as they were in a revision, and of new ones.

    Those that git ignores are not among them. Raises ProjectError if git does not say.
    """
    name = f"{revision}^{{tree}}"
    try:
        tree = _ask(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
    except NoAnswer as why:
        if str(why) != _FAILED:
            raise ProjectError(f"--changed-since {revision}: {why}") from None
        raise ProjectError(
            f"--changed-since {revision}: there is no such revision in {repository} "
            "(a shallow clone has only the last ones)"
        ) from None
    compared = ["diff-index", "-z", "--raw", "--no-renames", "--ignore-submodules=dirty"]
    try:
        since = _ask(repository, [*compared, tree.strip(), "--"])
        new = _ask(repository, ["ls-files", "-z", "--others", "--exclude-standard"])
    except NoAnswer as why:
        raise ProjectError(f"--changed-since {revision}: {why}") from None
    found = [*_differing(repository, since.split("\0")), *new.split("\0")]
    return frozenset(_absolute(repository, found))


def _differing(repository: str, fields: Sequence[str]) -> Iterator[str]:
    """The names of changed files among those of `git diff-index --raw`.

    git lists a file as perhaps changed if only its times are new; then its content is compared.
    """
    for about, name in zip(fields[::2], fields[1::2], strict=False):
        before_mode, mode, before, after, _ = about.lstrip(":").split(" ")
        unknown = not after.strip("0") and before_mode == mode
        if not (unknown and _blob(os.path.join(repository, name), len(before)) == before):
            yield name


def _blob(path: str, digits: int) -> str | None:
    """The name that git would give to the content of a file, None if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            made = hashlib.new("sha1" if digits == 40 else "sha256", usedforsecurity=False)
            made.update(b"blob %d\0" % size)
            while chunk := stream.read(2**20):
                made.update(chunk)
    except OSError:
        return None
    return made.hexdigest()


def _absolute(repository: str, names: Sequence[str]) -> Iterator[str]:
    return (os.path.join(repository, each.removesuffix("/")) for each in names if each)


_FAILED = "git failed"


def _ask(repository: str, arguments: Sequence[str]) -> str:
    """What git prints; raises NoAnswer if it fails."""
    inherited = {key: value for key, value in os.environ.items() if key not in _OF_ONE_REPOSITORY}
    try:
        done = subprocess.run(
            ["git", *_QUIET, "-C", repository, *arguments],
            env=inherited | _ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except FileNotFoundError:
        raise NoAnswer("git is not installed") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoAnswer(str(error)) from None
    if done.returncode:
        said = os.fsdecode(done.stderr).strip().splitlines() or [_FAILED]
        raise NoAnswer(said[0].removeprefix("fatal: "))
    return os.fsdecode(done.stdout)
