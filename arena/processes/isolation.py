"""Isolate programs: they cannot write files, see or signal other processes, or use the network.

Linux can give a process its own namespaces (namespaces(7)); bubblewrap (bwrap) sets them up, or
else unshare from util-linux. In its namespaces, a program cannot write anything, and can read only
system programs and the files that its command names. See "The arbiter" on the game's page in
`docs`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from errno import ENOENT
from pathlib import Path
from subprocess import DEVNULL

from msgspec import Struct

from ..errors import NotIsolated

SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/localtime",),
)
"""Paths that most programs need in order to run."""

_PATIENCE = 10.0
"""How many seconds a test of a tool may take."""

_STANDARD = "/usr/sbin:/usr/bin:/sbin:/bin"
_CALLED = ("mkdir", "mount", "pivot_root", "umount", "setpriv")
"""The tools that the script below calls."""

# Arguments: the paths of these tools, the folder to run in, the paths that the program may read,
# `--`, and the command's words. The new root is mounted over /sys, which programs do not need.
# Remounting tries several sets of flags, because flags already set on a mount cannot be removed.
_UNSHARED = """
mkdir=$1 mount=$2 pivot_root=$3 umount=$4 setpriv=$5 here=$6; shift 6
"$mount" -t tmpfs -o mode=755 kifu /sys
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then "$mkdir" -p "/sys$1"; else "$mkdir" -p "/sys${1%/*}"; : > "/sys$1"; fi
  "$mount" --rbind "$1" "/sys$1"
  for flags in ro ro,nosuid ro,nosuid,nodev ro,nosuid,nodev,noexec; do
    "$mount" -o "remount,bind,$flags" "/sys$1" 2>&- && break
  done
  test ! -w "/sys$1"
  shift
done
shift
"$mkdir" -p /sys/proc /sys/dev /sys/tmp "/sys$here"
"$mount" -t proc proc /sys/proc
"$mount" -o remount,bind,ro /sys/proc
for each in null zero full random urandom; do
  : > /sys/dev/$each
  "$mount" --bind /dev/$each /sys/dev/$each
done
"$mount" -o remount,bind,ro /sys
cd /sys
"$pivot_root" . .
"$umount" -l .
cd "$here"
exec "$setpriv" --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
"""


class Isolation(Struct, frozen=True):
    """A way to isolate programs: the tool, and additional paths that they may read."""

    tool: str
    readable: tuple[Path, ...] = ()

    def words(self, command: Sequence[str], folder: Path) -> list[str]:
        """Return the command line that runs a command in a folder in isolation.

        Raises FileNotFoundError if the program does not exist.
        """
        if _program(command, folder) is None:
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), command[0])
        return _TOOLS[self.tool](command, folder, self.seen(command, folder))

    def seen(self, command: Sequence[str], folder: Path) -> list[str]:
        """Return the files and folders that a command may read, none inside another."""
        named = map(str, (*_named(command, folder), *map(Path.absolute, self.readable)))
        paths = [each for each in (*SYSTEM, *named) if os.path.exists(each)]
        return [each for each in dict.fromkeys(paths) if not _is_below(each, paths)]

    def shows(self, path: Path, command: Sequence[str], folder: Path) -> bool:
        """Return whether a command may read a path."""
        target = os.path.realpath(path)
        seen = map(os.path.realpath, self.seen(command, folder))
        return any(target == each or _is_below(target, [each]) for each in seen)


def isolation(readable: Sequence[Path] = ()) -> Isolation:
    """Return a way to isolate programs that works on this system, or raise NotIsolated."""
    missing = [each for each in map(str, readable) if not os.path.exists(each)]
    if missing:
        raise NotIsolated(f"{missing[0]}: No such file or directory")
    why = "neither bubblewrap (bwrap) nor unshare from util-linux is installed"
    for tool in _TOOLS:
        if shutil.which(tool) is None:
            continue
        found = Isolation(tool, tuple(readable))
        error = trouble(found)
        if error is None:
            return found
        why = f"{tool} does not work here: {error}"
    raise NotIsolated(f"programs cannot be isolated: {why}")


def trouble(way: Isolation) -> str | None:
    """Return why a way to isolate programs does not work, or None if it does."""
    words = way.words(["sh", "-c", "test ! -w / && test ! -w /usr"], Path("/"))
    try:
        done = subprocess.run(words, stdin=DEVNULL, capture_output=True, timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return None
    errors = done.stderr.decode(errors="replace").strip().splitlines()
    return errors[-1] if errors else f"it exited with status {done.returncode}"


# Files that a command needs


def _program(command: Sequence[str], folder: Path) -> str | None:
    """Return the executable file of a command, or None."""
    name = command[0]
    return shutil.which(os.path.join(folder, name) if os.path.dirname(name) else name)


def _named(command: Sequence[str], folder: Path) -> Iterator[Path]:
    """Yield the folders of the files that a command names.

    If a folder has other contents, as a home folder does, only the file is yielded.
    """
    shared = [folder.absolute(), Path.home(), Path(tempfile.gettempdir())]
    shared += [above for each in shared for above in each.parents]
    program = _program(command, folder)
    if program is not None:
        for each in (Path(program).absolute(), Path(program).resolve()):
            yield each
            # An interpreter's modules are in a folder next to its executables.
            if (each.parents[1] / "lib").is_dir() and each.parents[1] not in shared:
                yield each.parents[1]
    for word in command:
        path = Path(os.path.normpath(folder.absolute() / word))
        if word and os.path.isfile(path):  # false for words too long to be file names
            yield path if path.parent in shared else path.parent
        elif word and os.path.isdir(path) and path not in shared:
            yield path


def _is_below(path: str, others: Sequence[str]) -> bool:
    return any(path.startswith(other.rstrip("/") + "/") for other in others)


# Tools


def _bubblewrap(command: Sequence[str], folder: Path, seen: Sequence[str]) -> list[str]:
    here = str(folder.absolute())
    return [
        *("bwrap", "--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL"),
        *(word for path in seen for word in ("--ro-bind", path, path)),
        *("--proc", "/proc", "--dev", "/dev", "--dir", "/tmp", "--dir", here, "--chdir", here),
        *(word for path in ("/proc", "/dev", "/") for word in ("--remount-ro", path)),
        *("--", *command),
    ]


def _unshare(command: Sequence[str], folder: Path, seen: Sequence[str]) -> list[str]:
    return [
        *("unshare", "--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts"),
        *("--fork", "--kill-child", "--", "sh", "-ec", _UNSHARED, "kifu"),
        *map(_system_tool, _CALLED),
        *(str(folder.absolute()), *seen, "--", *command),
    ]


def _system_tool(name: str) -> str:
    """Return the path of a tool, preferably one that still exists after isolation.

    A folder in PATH may not exist then, such as a folder of links in the home folder.
    """
    standard, found = shutil.which(name, path=_STANDARD), shutil.which(name)
    return standard or (name if found is None else os.path.realpath(found))


_TOOLS = {"bwrap": _bubblewrap, "unshare": _unshare}
"""The tools, in order of preference."""
