"""A file in canonical form: its records as their notation writes them, with nothing lost.

What was written is read back. Where it is not the same record, or where something of the text would
be gone, such as a comment, the file is left as it is, and the reason is given.
"""

from __future__ import annotations

import io
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ..findings import Finding, amount
from ..formats.files.reading import suffixes
from ..formats.interface.notation import CannotHold, Notation
from ..formats.text.comments import comments
from ..formats.text.comments_lost import missing
from ..formats.text.text import LINE_END
from ..validation.outcomes import outcomes
from .content import Content, unpacked


class Formed(Struct, frozen=True):
    """A file in canonical form.

    `data` are its bytes, packed as they were; `before` and `after` what is in them, unpacked. Where
    the file cannot be written in canonical form, it is as it was: it has `errors`, or `why` says
    what would be lost.
    """

    data: bytes
    before: bytes
    after: bytes
    errors: tuple[Finding, ...] = ()
    why: str | None = None
    is_packed: bool = False

    @property
    def changed(self) -> bool:
        """Whether the file is another one now."""
        return self.before != self.after


def formed(data: bytes, name: str = "", identifier: str | None = None) -> Formed:
    r"""A file as its notation writes it.

    Several records stand one behind the other as before: one a line where the file has lines of
    JSON. The line ends of the file, LF or CRLF, and a byte order mark stay. Raises UnknownNotation
    where the file is no record, and KeyError where `identifier` is no notation.

    >>> file = b'{"hands":[{"cards":["Js","Ks"],"actions":[]}],"version":1,"format":"leduc/json"}'
    >>> print(formed(file).after.decode(), end="")
    {"format": "leduc/json", "version": 1, "hands": [{"cards": ["Js", "Ks"], "actions": []}]}
    """
    content = unpacked(data)
    found = list(outcomes(io.BytesIO(data), name, identifier))
    errors = tuple(each for one in found for each in one.errors)
    if content is None or errors:
        return Formed(data, data, data, errors, None if errors else "it is too large")
    before, packing = content.data, content.packing
    notation = found[0].notation
    records = [each.reading.written for each in found]
    try:
        if notation is None or any(each is None for each in records):
            raise CannotHold("its records cannot be read whole")
        after = found[0].attempt(lambda: _in_form(before, records, notation, name))
    except CannotHold as why:
        return Formed(data, before, before, (), str(why), packing is not None)
    if after is None:
        return Formed(data, data, data, tuple(found[0].failures))
    packed = data if after == before else Content(after, packing).packed()
    return Formed(packed, before, after, is_packed=packing is not None)


def _in_form(before: bytes, records: Sequence[Any], notation: Notation[Any], name: str) -> bytes:
    """The text of records; raises CannotHold where something would be lost."""
    mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
    old = before[len(mark) :].decode()
    lines = notation.medium == "json" and (suffixes(name)[1] or len(records) > 1)
    new = "".join(notation.texts(records, lines))
    _require_comments(comments(old, notation.medium), comments(new, notation.medium))
    ends = LINE_END.search(old)
    if ends is not None and ends[0] == "\r\n":
        new = new.replace("\n", "\r\n")
    after = mark + new.encode("utf-8", "backslashreplace")
    back = [each.reading for each in outcomes(io.BytesIO(after), name)]
    same = len(back) == len(records) and all(
        one.written == other and one.notation is notation
        for one, other in zip(back, records, strict=True)
    )
    if not same:
        raise CannotHold("what is written would not be the same record")
    return after


def _require_comments(old: Sequence[str], new: Sequence[str]) -> None:
    """Raise CannotHold where comments would be lost."""
    lost = missing(old, new)
    if lost:
        raise CannotHold(f"it would lose {amount(len(lost), 'comment')}: {lost[0]}")
