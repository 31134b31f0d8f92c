"""Files: what is opened, and saving, never over a file unasked."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from contextlib import suppress
from io import BytesIO

from msgspec import Struct

from ...formats.files.encodings import as_was, chosen, declaring, may_be
from ...formats.files.encodings import encoded as encode
from ...formats.files.reading import UnknownNotation, notation_of
from ...formats.files.seen import see
from ...formats.files.source import UTF_8, CannotEncode, Source, Unreadable, decode
from ...formats.files.target import write_file
from ...formats.interface.catalog import described
from .errors import Refused
from .sheet import Kept

_LONE = re.compile(r"\r(?!\n)|(?<!\r)\n")
"""A line end other than that of Windows."""


class Read(Struct, frozen=True):
    """A text with newlines as its line ends, and how its file wrote it.

    `told` is what there is to say about that; it `is_changed` if it cannot be written so again.
    """

    text: str
    newline: str
    bom: bool
    told: str | None = None
    encoding: str = "utf-8"
    is_changed: bool = False


def read(data: bytes, name: str = "") -> Read:
    """The text of a file, unpacked; raises Refused where it is none."""
    source = Source(BytesIO(data))
    try:
        with suppress(UnknownNotation):
            notation_of(source, name, None)
        whole = source.whole()
        encoding = source.encoding
        text = decode(whole, encoding=encoding.name).content
    except Unreadable as why:
        raise Refused(str(why)) from None
    told = [each.message for each in encoding.findings]
    newline, plain, is_changed = "\n", text, False
    if "\r" in text:
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        if _LONE.search(text) is None:
            newline = "\r\n"
        else:
            is_changed = True
            told.append("its line ends differed from one another: all are written in one way now")
    bom = whole.startswith(BOM_UTF8) or bool(encoding.mark)
    return Read(plain, newline, bom, "; ".join(told) or None, encoding.name, is_changed)


def encoded(kept: Kept, text: str, notation: str | None) -> bytes:
    """The bytes of a text in a notation as the file of a sheet has them.

    They are in its encoding, or where the notation is never in that, in the notation's default.
    Raises Refused where the encoding cannot hold them.
    """
    kind = None if notation is None else described()[notation]
    lines, encoding = text.replace("\n", kept.newline), as_was(kept.encoding)
    try:
        if kind is not None:
            encoding = encoding if may_be(kind, encoding) else chosen(kind)
            lines = declaring(lines, kind, encoding)
        if encoding == UTF_8:
            return BOM_UTF8 * kept.bom + lines.encode("utf-8", "surrogatepass")
        return encoding.mark + encode(lines, encoding)
    except CannotEncode as why:
        raise Refused(f"{kept.name}: {why}") from None


def size(kept: Kept, text: str) -> int:
    """How many bytes a text with the line ends of its file has in UTF-8, as records are read."""
    return len(text.replace("\n", kept.newline).encode("utf-8", "surrogatepass"))


def stamp(path: str) -> str | None:
    """What tells a file from what it is after a change; None if there is none."""
    try:
        return str(see(path))
    except FileNotFoundError:
        return None


def target(folder: str, name: str) -> str:
    """The path of a file of this name within a folder; raises Refused where it is outside."""
    if "\0" in name or not os.path.basename(name).strip():
        raise Refused("name the file")
    path = os.path.realpath(os.path.join(folder, name))
    within = os.path.realpath(folder)
    if os.path.isabs(name) or os.path.commonpath([within, path]) != within:
        raise Refused(f"{name}: files are saved in {folder}, and below")
    if os.path.isdir(path):
        raise Refused(f"{name}: this is a folder, and a file is due")
    return path


def save(path: str, name: str, data: bytes, replaces: str | None) -> None:
    """Write a file; over another one only if `replaces` is the stamp that this still has."""
    try:
        there = stamp(path)
        if there is not None and there != replaces:
            again = "it was changed meanwhile" if replaces else "there is such a file already"
            raise Refused(f"{name}: {again}", 409, exists=True, stamp=there)
        write_file(path, data, force=there is not None)
    except FileExistsError:
        raise Refused(f"{name}: there is such a file already", 409, stamp=stamp(path)) from None
    except OSError as why:
        raise Refused(f"{name}: {why.strerror or why}") from None
