"""A file in canonical form: its records as their notation writes them, with nothing lost.

The new text is read back. If it is not the same record, or if part of the old text, such as a
comment, would be lost, the file is not changed, and the reason is given.
"""

from __future__ import annotations

import io
from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from ..findings import Finding, amount
from ..formats.document.json.members import members
from ..formats.files.recognition import suffixes
from ..formats.files.source import CannotEncode, Encoding
from ..formats.interface.catalog import described
from ..formats.interface.notation import CannotHold, Notation, Reading
from ..formats.text.comments import comments
from ..formats.text.comments_lost import missing
from ..formats.text.text import LINE_END, Text
from ..validation.outcome import Outcome
from ..validation.outcomes import outcomes
from .content import Content, unpacked


class Formed(Struct, frozen=True):
    """A file in canonical form.

    `data` holds its bytes, compressed like the original; `before` and `after` are the decompressed
    content. If the file cannot be written in canonical form, it is unchanged: it has `errors`, or
    `why` says what would be lost. `is_silent`: whether nothing tells another reader its encoding.
    """

    data: bytes
    before: bytes
    after: bytes
    errors: tuple[Finding, ...] = ()
    why: str | None = None
    is_packed: bool = False
    is_silent: bool = False

    @property
    def changed(self) -> bool:
        """Whether the file has changed."""
        return self.before != self.after


def formed(
    data: bytes, name: str = "", identifier: str | None = None, *, encoding: str | None = None
) -> Formed:
    r"""Return a file as its notation writes it.

    Several records stay in one file: one per line if the file has lines of JSON. Line endings (LF
    or CRLF) and a byte order mark are kept, as is the encoding unless another one is named. Raises
    UnknownNotation if the file is not a record, KeyError if there is no notation `identifier`, and
    CannotEncode (a ValueError) if its notation does not allow that encoding.

    >>> file = b'{"hands":[{"cards":["Js","Ks"],"actions":[]}],"version":1,"format":"leduc/json"}'
    >>> print(formed(file).after.decode(), end="")
    {"format": "leduc/json", "version": 1, "hands": [{"cards": ["Js", "Ks"], "actions": []}]}
    """
    from ..formats.files.encodings import chosen, declaring, tells  # not needed for validation

    content = unpacked(data, name, identifier)
    if content is None:
        found = outcomes(io.BytesIO(data), name, identifier)
        errors = _errors(found)
        return Formed(data, data, data, errors, None if errors else "it is too large")
    found = list(outcomes(content.source(content.data), name, identifier))
    errors = _errors(found)
    notation = found[0].notation
    kind = None if notation is None else described()[notation.id]
    chosen_one = None if encoding is None or kind is None else chosen(kind, encoding)
    is_packed, before = content.packing is not None, content.raw
    if any(each.errors for each in found):
        why = None if errors else "a comment in it ignores errors"
        return Formed(data, before, before, errors, why, is_packed)
    records = [each.reading.written for each in found]
    try:
        if notation is None or kind is None or any(each is None for each in records):
            raise CannotHold("its records cannot be read completely")
        _require_all_held(each.reading for each in found)
        target = chosen_one or content.encoding
        games = {each.notation.game for each in found if each.notation is not None}
        if len(games) > 1:
            raise CannotHold(f"its records belong to different games: {', '.join(sorted(games))}")
        texts = found[0].attempt(lambda: _in_form(content, records, notation, name))
        if texts is None:
            return Formed(data, data, data, tuple(found[0].failures))
        made = "".join(declaring(each, kind, target) for each in texts)
        after = _encoded(made, content, target)
    except (CannotHold, CannotEncode) as why:
        if encoding is not None and isinstance(why, CannotEncode):
            raise  # the encoding was asked for
        return Formed(data, before, before, (), str(why), is_packed)
    silent = chosen_one is not None and not tells(kind, after, suffixes(name)[0], chosen_one)
    packed = data if after == before else content.packed(after)
    return Formed(packed, before, after, is_packed=is_packed, is_silent=silent)


def _errors(found: Iterable[Outcome[Any]]) -> tuple[Finding, ...]:
    """Return the errors that no comment ignores."""
    return tuple(each for one in found for each in one.findings if each.severity == "error")


def _encoded(text: str, content: Content, target: Encoding) -> bytes:
    """Return the bytes of the file's new text, perhaps in another encoding; raises CannotEncode."""
    marked = target.name == "utf-8" and content.data.startswith(BOM_UTF8)
    mark = BOM_UTF8 if marked else b""
    if target == content.encoding:
        return content.written(mark + text.encode("utf-8", "backslashreplace"))
    from ..formats.files.encodings import encoded

    return (mark or target.mark) + encoded(text, target)


def _in_form(
    content: Content, records: Sequence[Any], notation: Notation[Any], name: str
) -> list[str]:
    """Return the texts of consecutive records; raises CannotHold if something would be lost."""
    before = content.data
    mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
    old = before[len(mark) :].decode()
    if notation.medium == "json" and members(Text(old), notation.schema) is not None:
        raise CannotHold("its records are in one list: `kifu convert` writes them one per line")
    lines = notation.medium == "json" and (suffixes(name)[1] or len(records) > 1)
    texts = list(notation.texts(records, lines))
    new = "".join(texts)
    _require_comments(comments(old, notation.medium), comments(new, notation.medium))
    ends = LINE_END.search(old)
    if ends is not None and ends[0] == "\r\n":
        texts = [each.replace("\n", "\r\n") for each in texts]
    after = mark + "".join(texts).encode("utf-8", "backslashreplace")
    back = [each.reading for each in outcomes(content.source(after), name)]
    same = len(back) == len(records) and all(
        one.written == other and one.notation is notation
        for one, other in zip(back, records, strict=True)
    )
    if not same:
        raise CannotHold("the written text would not be the same record")
    return texts


def _require_all_held(readings: Iterable[Reading[Any]]) -> None:
    """Raise CannotHold if a text contains anything its records cannot hold, apart from comments."""
    beside = [one for each in readings for one in each.beside]
    if beside:
        kind, said = beside[0]
        number = sum(each == kind for each, _ in beside)
        raise CannotHold(f"it would lose {kind} ({number}): {said}")


def _require_comments(old: Sequence[str], new: Sequence[str]) -> None:
    """Raise CannotHold if comments would be lost."""
    lost = missing(old, new)
    if lost:
        raise CannotHold(f"it would lose {amount(len(lost), 'comment')}: {lost[0]}")
