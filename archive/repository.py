"""Queries to git: which files it ignores, and which have changed.

kifu asks git instead of imitating it. A repository may come from anywhere, and its configuration
can name programs. To avoid running them, the file monitor is off, no hooks are found, nothing is
fetched, and git is never made to read files, since it might filter them first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from .errors import ProjectError

PATIENCE = 120
"""The number of seconds that git has to answer."""

_QUIET = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath=/dev/null"),
)
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",  # do not write the index
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_OF_ONE_REPOSITORY = {
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"),
    *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"),
}
"""Variables that git sets for hooks. They apply only to the hook's own repository."""


class NoAnswer(Exception):
    """Raised if git does not answer; the message says why."""


def top(folder: str) -> str | None:
    """Return the folder of the repository that contains an absolute path, or None."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def shown(path: str) -> str:
    """Return a path as a user would type it: relative if it is below the working directory."""
    here = os.path.join(os.getcwd(), "")
    return path.removeprefix(here)


def tree(folder: str) -> str:
    """Return the real path of the repository around a folder, or else of the folder itself."""
    return os.path.realpath(top(folder) or folder)


def leads_out(path: str, root: str) -> bool:
    """Return whether a path leads out of the tree with this real path, through a link.

    git's own files do not belong to the tree: they may contain passwords for servers.
    """
    target = os.path.realpath(path)
    if os.path.commonpath([root, target]) != root:
        return True
    return os.path.islink(path) and ".git" in os.path.relpath(target, root).split(os.sep)


def require_inside(path: str, advice: str) -> None:
    """Refuse a link that leads out of its repository, or out of its folder if it is in none.

    Otherwise, anybody who can add a file to an archive could have any file on the machine read and
    quoted in a message, or overwritten. Raises ProjectError, with the advice.
    """
    root = tree(os.path.dirname(path))
    if leads_out(path, root):
        raise ProjectError(f"{shown(path)}: this link leads out of {shown(root)}: {advice}")


def ignored(repository: str) -> frozenset[str]:
    """Return the paths of files and folders that git ignores, without their contents.

    Raises NoAnswer.
    """
    listed = _ask(
        repository,
        ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"],
    )
    names = filter(None, listed.split("\0"))
    return frozenset(os.path.join(repository, each.removesuffix("/")) for each in names)


class Revision:
    """The files of a repository as of a revision.

    git itself would compare them with its index, and might filter them first; here only their
    content counts. A file that git stores in another form counts as changed.

    Raises ProjectError if git does not know the revision.
    """

    def __init__(self, repository: str, revision: str) -> None:
        self._blobs = dict(_blobs(_tree(repository, revision)))
        self._start = len(os.path.join(repository, ""))

    def differs(self, path: str) -> bool:
        """Return whether the file at an absolute path is new, or has changed since then."""
        before = self._blobs.get(path[self._start :])
        return before is None or os.path.islink(path) or _blob(path, len(before)) != before


def _tree(repository: str, revision: str) -> str:
    """Return git's list of the files in a revision."""
    name = f"{revision}^{{tree}}"
    try:
        found = _ask(repository, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
        return _ask(repository, ["ls-tree", "-r", "-z", found.strip()])
    except NoAnswer as failure:
        why = str(failure)
    if why == _FAILED:
        why = f"there is no such revision in {repository} (a shallow clone has only the last ones)"
    raise ProjectError(f"--changed-since {revision}: {why}")


def _blobs(listed: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each file in the output of `git ls-tree`, with the hash of its content."""
    for entry in filter(None, listed.split("\0")):
        about, _, name = entry.partition("\t")
        _, kind, content = about.split(" ")
        if kind == "blob":
            yield name, content


def _blob(path: str, digits: int) -> str | None:
    """Return git's hash of a file's content, or None if the file cannot be read."""
    import hashlib  # as slow to import as `subprocess`, and as rarely needed

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


_FAILED = "git failed"


def _ask(repository: str, arguments: Sequence[str]) -> str:
    """Return git's output; raises NoAnswer if it fails."""
    import subprocess

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
