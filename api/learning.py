"""Numbers for programs that learn: action ids, masks and observations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..findings.arguments import require
from .records import require_record

if TYPE_CHECKING:
    from ..replayer.encoding.encoding import Encoding
    from ..replayer.record import GameRecord


def encoding(
    game: str | GameRecord[Any], options: Mapping[str, Any] | None = None
) -> Encoding[Any, Any]:
    """Return action ids, masks and observations for programs that learn.

    The subject is a game, with the given options of a match (JSON values), or a record.

    Raises KeyError if there is no such game, and ValueError if it has no such option or no
    encoding.

    >>> from kifu import loads
    >>> leduc = encoding("leduc")
    >>> leduc.names, leduc.observation.size, leduc.max_game_length
    (('fold', 'call', 'raise'), 39, 8)
    >>> record = loads('''{"format": "leduc/json", "version": 1, "hands": [
    ...   {"cards": ["Ks", "Jh"], "actions": ["raise", "fold"]}]}''')
    >>> rows = leduc.rows(record)
    >>> rows.count, list(rows.arrays["action"]), list(rows.arrays["return"])
    (2, [2, 0], [1.0, -1.0])
    """
    from .. import replayer
    from ..validation.beginning import begun

    require("options", options, "a mapping or None", Mapping, type(None))
    if not isinstance(game, str):
        require_record(game)
    record = begun(game, options or {}) if isinstance(game, str) else game
    found = replayer.game_of(record)
    made: Encoding[Any, Any] = found.encoding(found.rules(record))
    return made
