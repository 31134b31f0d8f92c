"""Files in which an earlier run found nothing, so that they need not be checked again.

A file is recognised by its content, its name and the settings by which it is read. Files with
findings are always checked, as are all files after kifu or a game changes.

An archive may come from strangers, and so may a cache in it. A cache is used only if it is signed
with a key that is kept in the user's own cache folder.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from stat import S_ISREG
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ..formats.files import is_remote
from ..formats.files.source import open_file, size_of
from ..formats.files.target import write_file
from ..formats.interface.notation import Counts
from ..validation.bulk.work import together
from ..validation.outcome import Outcome
from .reading.inputs import Input
from .reading.to_read import STANDARD_INPUT
from .repository import top
from .version import kind

Outcomes: TypeAlias = Iterator[Outcome[Any] | Counts]

FOLDER = ".kifu_cache"
LEAST = 100
"""The minimum number of files for which a cache is worth the space it takes."""
_NAME = "sound"
_TAG = b"Signature: 8a477f597d28d172789f06886806bc55\n# See https://bford.info/cachedir/\n"
"""The content of CACHEDIR.TAG, which makes backup programs skip a folder."""
_DAYS = 30
"""How long a file is remembered after it was last seen."""
_MOST = 2**28
"""The maximum size of a cache in bytes."""
_SIGNATURE = 32
_BLOCK = 2**20


class Sound(Struct, frozen=True, array_like=True):
    """The counts of a file with nothing wrong, and the day on which it was last seen."""

    records: int
    rounds: int
    plies: int
    day: int

    @property
    def counts(self) -> Counts:
        """The counts as a check returns them."""
        return Counts(self.rounds, self.plies, self.records)


class _Content(Struct, frozen=True, array_like=True):
    """The content of a cache: the version that wrote it, and sound files by their digests."""

    kind: str
    files: dict[bytes, Sound]


class _Looked(Struct, frozen=True):
    """A file that was looked up, and its state at that time."""

    digest: bytes
    mark: tuple[int, int, int]


class Cache:
    """The sound files of earlier runs, kept in a `folder`; an unusable cache is ignored."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, _NAME)
        self._folder = folder
        self._today = int(time.time() // 86400)
        self._key = None if os.path.islink(folder) else own_key()
        self._files = self._read()
        self._is_changed = False

    def items(
        self,
        inputs: Sequence[Input],
        notation: str | None,
        read: Callable[[Sequence[Input]], Iterable[tuple[Input, Outcomes]]],
    ) -> Iterator[tuple[Input, Outcomes]]:
        """Yield inputs with their outcomes, using `read` only for those not in the cache.

        The outcomes of an input must be consumed before the next one.
        """
        looked = [self._look(each, notation) for each in inputs]
        known = [None if each is None else self._files.get(each.digest) for each in looked]
        pairs = zip(inputs, known, strict=True)
        left = iter(read([each for each, sound in pairs if sound is None]))
        for each, before, sound in zip(inputs, looked, known, strict=True):
            if before is not None and sound is not None:
                self._keep(before.digest, sound.counts)
                yield each, iter([sound.counts])
            else:
                source, outcomes = next(left)
                yield source, outcomes if before is None else self._kept(before, source, outcomes)

    def write(self) -> None:
        """Write the cache, if it can be written and anything has changed."""
        old = [key for key, each in self._files.items() if each.day < self._today - _DAYS]
        if self._key is None or not (old or self._is_changed) or os.path.islink(self._path):
            return
        for each in old:
            del self._files[each]
        body = msgspec.msgpack.encode(_Content(kind(), self._files))
        with suppress(OSError):
            with suppress(FileExistsError):
                os.mkdir(self._folder)
                write_file(os.path.join(self._folder, ".gitignore"), b"*\n")
                write_file(os.path.join(self._folder, "CACHEDIR.TAG"), _TAG)
            write_file(self._path, _signature(body, self._key) + body, force=True)

    def _read(self) -> dict[bytes, Sound]:
        if self._key is None:
            return {}
        with suppress(OSError, msgspec.DecodeError):
            found = os.lstat(self._path)
            if S_ISREG(found.st_mode) and found.st_size <= _MOST:
                with open(self._path, "rb") as file:
                    signature, body = file.read(_SIGNATURE), file.read()
                if compare_digest(signature, _signature(body, self._key)):
                    content = msgspec.msgpack.decode(body, type=_Content)
                    return content.files if content.kind == kind() else {}
        return {}

    def _look(self, source: Input, notation: str | None) -> _Looked | None:
        """Return what identifies a file, or None if it is not an ordinary file."""
        path = source.path
        if path == STANDARD_INPUT or source.trouble is not None or is_remote(path):
            return None
        settings = source.to_read(notation)
        said = (os.path.basename(path), settings.notation, settings.encoding)
        digest = blake2b(repr((*said, settings.options, settings.is_optional)).encode())
        try:
            if size_of(path) is None:
                return None
            with open_file(path) as stream:
                mark = _mark(stream.fileno())
                while block := stream.read(_BLOCK):
                    digest.update(block)
        except (OSError, ValueError):
            return None
        return _Looked(digest.digest()[:16], mark)

    def _kept(self, looked: _Looked, source: Input, outcomes: Outcomes) -> Outcomes:
        """Yield the outcomes of a file; if there is nothing wrong, remember that."""
        counts, is_sound = list[Counts](), True
        for each in outcomes:
            yield each
            found = each if isinstance(each, Counts) else each.counts
            if isinstance(each, Outcome) and (each.all_findings or each.comments is not None):
                is_sound = False
            elif found is not None:
                counts.append(found)
        with suppress(OSError):
            if is_sound and counts and _mark(source.path) == looked.mark:
                self._keep(looked.digest, together(counts))

    def _keep(self, digest: bytes, counts: Counts) -> None:
        now = Sound(counts.records, counts.rounds, counts.plies, self._today)
        if self._files.get(digest) != now:
            self._files[digest] = now
            self._is_changed = True


def cache_here() -> Cache:
    """Return the cache of the repository, or else the folder, in which kifu runs."""
    here = os.getcwd()
    return Cache(os.path.join(top(here) or here, FOLDER))


def _mark(file: str | int) -> tuple[int, int, int]:
    found = os.stat(file)
    return found.st_ino, found.st_size, found.st_mtime_ns


def _signature(body: bytes, key: bytes) -> bytes:
    return blake2b(body, key=key, digest_size=_SIGNATURE).digest()


def own_folder() -> str:
    """Return the folder for caches of kifu in the user's own cache folder."""
    own = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(own, "kifu")


def own_key() -> bytes | None:
    """Return the user's key, creating it on first use, or None if it cannot be stored."""
    path = os.path.join(own_folder(), "key")
    with suppress(OSError):
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            with suppress(FileExistsError), open(path, "xb", opener=_private) as file:
                file.write(os.urandom(_SIGNATURE))
        with open(path, "rb") as file:
            key = file.read(_SIGNATURE)
        return key if len(key) == _SIGNATURE else None
    return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
