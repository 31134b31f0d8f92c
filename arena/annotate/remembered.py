"""Judgements that are kept in the user's cache folder, so that no decision is judged twice."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ...replayer.game import Game
from ...replayer.rules import Action
from ..players.player import Seen
from .evaluators import Evaluator, Judgement, Like

_DAYS = 30
"""How long judgements are kept after they were last used."""


class _Kept(Struct):
    """The judgements of a round by their decisions and actions, and facts about the evaluator."""

    name: str = ""
    spread: float | None = None
    judged: dict[str, Judgement] = {}


class Remembered(Like):
    """An evaluator that judges a round like another one, unless it has judged a decision before.

    `close` writes the new judgements. If that is impossible, or a file is damaged, it judges again
    next time.
    """

    def __init__(self, evaluator: Evaluator, path: Path) -> None:
        super().__init__(evaluator)
        self._path, self._is_changed, self._kept = path, False, _Kept()
        with suppress(OSError, msgspec.DecodeError):
            self._kept = msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
            os.utime(path)

    @property
    def name(self) -> str:
        """The name of the method with its budget."""
        return self._kept.name or super().name

    def judge(self, seen: Seen, action: Action, seed: str) -> Judgement:
        """Return the judgement of an action."""
        place = f"{seen.place}/{action}"
        if place not in self._kept.judged:
            self._kept.judged[place] = super().judge(seen, action, seed)
            self._is_changed = True
        return self._kept.judged[place]

    def spread(self, game: Game[Any, Any], record: Any) -> float:
        """Return the points in a round by which losses are measured."""
        if self._kept.spread is None:
            self._kept.spread, self._is_changed = super().spread(game, record), True
        return self._kept.spread

    def close(self) -> None:
        """End the programs of the other evaluator, and write the new judgements."""
        super().close()
        if self._is_changed:
            self._kept.name = super().name
            with suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
                new.write_bytes(msgspec.msgpack.encode(self._kept))
                new.replace(self._path)
            self._is_changed = False


def place_for(folder: Path, *parts: object) -> Path:
    """Return the file for a round, given everything on which its judgements depend."""
    return folder / blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def forget_old(files: Iterable[Path]) -> None:
    """Delete files that were not used for a while."""
    oldest = time.time() - _DAYS * 86400
    for each in files:
        with suppress(OSError):
            if each.stat().st_mtime < oldest:
                each.unlink()
