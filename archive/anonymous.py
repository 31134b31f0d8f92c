"""Records without the names of their players."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any, TypeVar, cast

import msgspec

from .. import replayer
from ..formats.interface.catalog import canonical_notation
from ..replayer.record import GameRecord
from .cache import own_key
from .errors import ProjectError

RecordT = TypeVar("RecordT", bound=GameRecord[Any])

_IN_WORDS = ("title", "annotations", "ended")
"""The keys of texts in which a player's name may occur."""


def pseudonyms_key() -> bytes:
    """Return the user's own key, so that only they get the same pseudonyms for the same names.

    Raises ProjectError if it cannot be stored.
    """
    key = own_key()
    if key is None:
        raise ProjectError("--anonymise needs a key in ~/.cache/kifu, which cannot be written")
    return key


def pseudonym(name: str, key: bytes) -> str:
    """Return the pseudonym of a player.

    >>> pseudonym("Sen", b"key"), pseudonym("Sen", b"key") == pseudonym("Rikyu", b"key")
    ('player-dcc89b9c0213', False)
    """
    said = name.encode("utf-8", "surrogatepass")
    return f"player-{blake2b(said, key=key, digest_size=6).hexdigest()}"


def anonymous(record: RecordT, key: bytes) -> RecordT:
    """Return a record with pseudonyms for its players, also where comments name them."""
    names: list[str | None] = [*(getattr(record, "players", None) or ())]
    known = {name: pseudonym(name, key) for name in names if name}
    if not known:
        return record
    notation = canonical_notation(replayer.game_of(record).name)
    assert notation.record is not None
    longest_first = sorted(known, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    values = msgspec.json.decode(notation.write(record))
    values["players"] = [known[name] if name else name for name in names]
    changed = _changed(values, pattern, known, in_words=False)
    made: RecordT = notation.record(msgspec.json.encode(changed))
    return made


def _changed(value: Any, names: re.Pattern[str], known: dict[str, str], in_words: bool) -> Any:
    """Return a value with pseudonyms for the names in its texts."""
    match value:
        case str() if in_words:
            return names.sub(lambda found: known[found[0]], value)
        case list():
            listed = cast("list[Any]", value)
            return [_changed(each, names, known, in_words) for each in listed]
        case dict():
            return {
                key: _changed(each, names, known, in_words or key in _IN_WORDS)
                for key, each in cast("dict[str, Any]", value).items()
            }
        case _:
            return value
