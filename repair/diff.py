"""The difference between two files as a patch that `patch` and `git apply` accept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import takewhile

_CONTEXT = 3
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
_NO_END = b"\n\\ No newline at end of file\n"


def patch(before: bytes, after: bytes, name: str) -> bytes:
    r"""Return a patch that makes the file `name` contain `after`; empty if nothing changes.

    Lines end with LF; anything before it, such as CR, is part of the line. The file is named so
    that `patch -p0`, `patch -p1` and `git apply` all find it.

    >>> print(patch(b"a\nb\n", b"a\nc\n", "x.txt").decode(), end="")
    --- ./x.txt
    +++ ./x.txt
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    if before == after:
        return b""
    path = os.fsencode(name.replace(os.sep, "/").lstrip("/"))
    head = b"--- %b\n+++ %b\n" % ((_quoted(b"./" + path),) * 2)
    return b"".join([head, *_hunks(_lines(before), _lines(after))])


def _lines(data: bytes) -> list[str]:
    """Return the lines with their endings, each byte as a character."""
    *lines, last = data.decode("latin-1").split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _hunks(before: Sequence[str], after: Sequence[str]) -> Iterator[bytes]:
    """Return the hunks; the common beginning is skipped, except for the context."""
    from difflib import unified_diff  # slow to import

    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after)))  # noqa: B905
    skipped = max(0, same - _CONTEXT)
    for line in list(unified_diff(before[skipped:], after[skipped:], n=_CONTEXT))[2:]:
        written = line.encode("latin-1")
        if line.startswith("@@"):
            yield _moved(line, skipped).encode()
        else:
            yield written if written.endswith(b"\n") else written + _NO_END


def _moved(head: str, lines: int) -> str:
    """Return the header of a hunk, moved down by `lines` lines."""
    marks = head.split(" ")
    for at in (1, 2):
        start, comma, count = marks[at][1:].partition(",")
        marks[at] = f"{marks[at][0]}{int(start) + lines}{comma}{count}"
    return " ".join(marks)


def _is_plain(path: bytes) -> bool:
    return all(each >= 32 and each not in b'"\\\x7f' for each in path)


def _quoted(path: bytes) -> bytes:
    """Return a path as git writes it: quoted if necessary, with a tab after spaces."""
    if _is_plain(path):
        return path + b"\t" if b" " in path else path
    return _in_quotes(path)


def _in_quotes(path: bytes) -> bytes:
    inner = "".join(
        f"\\{_ESCAPES.get(each, f'{each:03o}')}"
        if each in _ESCAPES or not 32 <= each < 127
        else chr(each)
        for each in path
    )
    return f'"{inner}"'.encode()
