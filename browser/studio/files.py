"""Files: what is opened, and saving, never over a file unasked."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from io import BytesIO

from msgspec import Struct

from ...formats.files.seen import see
from ...formats.files.source import Source, Unreadable, decode
from ...formats.files.target import write_file
from .errors import Refused
from .sheet import Kept

_LONE = re.compile(r"\r(?!\n)|(?<!\r)\n")
"""A line end other than that of Windows."""


class Read(Struct, frozen=True):
    """A text with newlines as its line ends, and how its file wrote them."""

    text: str
    newline: str
    bom: bool
    told: str | None = None


def read(data: bytes) -> Read:
    """The text of a file, unpacked; raises Refused where it is none."""
    try:
        whole = Source(BytesIO(data)).whole()
        text = decode(whole).content
    except Unreadable as why:
        raise Refused(str(why)) from None
    bom = whole.startswith(BOM_UTF8)
    if "\r" not in text:
        return Read(text, "\n", bom)
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if _LONE.search(text) is None:
        return Read(plain, "\r\n", bom)
    told = "its line ends differed from one another: all are written in one way now"
    return Read(plain, "\n", bom, told)


def encoded(kept: Kept, text: str) -> bytes:
    """The bytes of a text as the file of a sheet has them."""
    lines = text.replace("\n", kept.newline)
    return BOM_UTF8 * kept.bom + lines.encode("utf-8", "surrogatepass")


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
