"""Read and save files, and never overwrite a file without being asked to."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from contextlib import suppress
from io import BytesIO

from msgspec import Struct

from ...formats.files.encodings import as_was, chosen, declaring, may_be
from ...formats.files.encodings import encoded as encode
from ...formats.files.recognition import UnknownNotation, notation_of
from ...formats.files.seen import see
from ...formats.files.source import UTF_8, CannotEncode, Encoding, Source, Unreadable, decode
from ...formats.files.target import packed, replace_file, write_file
from ...formats.interface.catalog import described
from .errors import Refused
from .sheet import Kept

_LONE = re.compile(r"\r(?!\n)|(?<!\r)\n")
"""A line ending other than CRLF."""


class Read(Struct, frozen=True):
    """A text with LF line endings, and the line endings and encoding of its file.

    `notice` is a message for the user; `is_changed` means that writing the text back would change
    the file.
    """

    text: str
    newline: str
    bom: bool
    notice: str | None = None
    encoding: str = "utf-8"
    is_changed: bool = False


def read(data: bytes, name: str = "") -> Read:
    """Return the text of a file, decompressed if needed. Raises Refused if it is not text."""
    source = Source(BytesIO(data))
    try:
        with suppress(UnknownNotation):
            notation_of(source, name, None)
        whole = source.whole()
        encoding = source.encoding
        text = decode(whole, encoding=encoding.name).content
    except Unreadable as why:
        raise Refused(str(why)) from None
    notices = [each.message for each in encoding.findings]
    newline, plain, is_changed = "\n", text, False
    if "\r" in text:
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        if _LONE.search(text) is None:
            newline = "\r\n"
        else:
            is_changed = True
            notices.append("the file had mixed line endings; they are now all LF")
    bom = whole.startswith(BOM_UTF8) or bool(encoding.mark)
    return Read(plain, newline, bom, "; ".join(notices) or None, encoding.name, is_changed)


def encoded(kept: Kept, text: str, notation: str | None, is_chosen: bool = False) -> bytes:
    """Return a text as bytes, with the line endings and encoding of a sheet's file.

    If the notation does not allow that encoding, its default is used; if the notation was chosen,
    also if that encoding cannot represent the text, and for the sheet from then on. Raises Refused
    if the encoding cannot represent the text.
    """
    kind = None if notation is None else described()[notation]
    lines, encoding = text.replace("\n", kept.newline), as_was(kept.encoding)
    try:
        if kind is not None:
            encoding = encoding if may_be(kind, encoding) else chosen(kind)
            if is_chosen and not _holds(encoding, lines):
                encoding = chosen(kind)
                kept.encoding = encoding.name
            lines = declaring(lines, kind, encoding)
        if encoding == UTF_8:
            return BOM_UTF8 * kept.bom + lines.encode("utf-8", "surrogatepass")
        return encoding.mark + encode(lines, encoding)
    except CannotEncode as why:
        usual = None if kind is None else chosen(kind).name
        hint = f": choose {notation} as the notation to save it in {usual}" if usual else ""
        raise Refused(f"{kept.name}: {why}{hint}") from None


def _holds(encoding: Encoding, text: str) -> bool:
    try:
        encode(text, encoding)
    except CannotEncode:
        return False
    return True


def size(kept: Kept, text: str) -> int:
    """Return the size of a text in bytes, in UTF-8 with the line endings of its file."""
    return len(text.replace("\n", kept.newline).encode("utf-8", "surrogatepass"))


def stamp(path: str) -> str | None:
    """Return a string that changes whenever a file does, or None if the file does not exist."""
    try:
        return str(see(path))
    except FileNotFoundError:
        return None


def target(folder: str, name: str) -> str:
    """Return the path of a file in a folder. Raises Refused if it would be outside the folder."""
    if "\0" in name or not os.path.basename(name).strip():
        raise Refused("enter a file name")
    path = os.path.realpath(os.path.join(folder, name))
    within = os.path.realpath(folder)
    if os.path.isabs(name) or os.path.commonpath([within, path]) != within:
        raise Refused(f"{name}: files can be saved only in {folder} or below")
    if os.path.isdir(path):
        raise Refused(f"{name}: this is a folder, not a file")
    return path


def save(path: str, name: str, data: bytes, replaces: str | None) -> None:
    """Write a file, replacing an existing one only if `replaces` is still its stamp."""
    try:
        there = stamp(path)
        if there is not None and there != replaces:
            why = "the file was changed in the meantime" if replaces else "the file already exists"
            raise Refused(f"{name}: {why}", 409, exists=True, stamp=there)
        if there is None:
            write_file(path, data)
        else:
            with open(path, "rb") as old:
                before = old.read()
            replace_file(path, before, packed(data, path.rpartition(".")[2]))
    except FileExistsError:
        raise Refused(f"{name}: the file already exists", 409, stamp=stamp(path)) from None
    except OSError as why:
        raise Refused(f"{name}: {why.strerror or why}") from None
