"""Board documents of examples, and how to unpack them."""

from pathlib import Path
from typing import Any, cast

import kifu
from kifu.browser.document import Shown, document

from ..campaign import TIMES
from ..imports import ROOT

EXAMPLES = sorted(
    path
    for game in ("goita", "leduc", "mighty", "planowanie")
    for path in (ROOT / "examples" / game).iterdir()
    if path.suffix not in (".py", ".toml") and (TIMES > 1 or path.name != "archive.jsonl")
)


def of_file(path: Path, player: int | None = None) -> dict[str, Any]:
    return document([Shown(path.name, each) for each in kifu.outcomes(path)], player)


def of_text(text: str, player: int | None = None) -> dict[str, Any]:
    return document([Shown("record", each) for each in kifu.outcomes(text)], player)


def unpacked(packed: list[Any]) -> list[Any]:
    """Unpack a list, as `browser/component/src/unpack.ts` does."""
    found = packed[:1]
    for change in packed[1:]:
        found.append(changed(found[-1], change))
    return found


def changed(before: Any, change: Any) -> Any:
    if isinstance(change, list):
        return cast(list[Any], change)[0]
    if isinstance(before, list):
        return _changed_list(cast(list[Any], before), change)
    kept = {key: value for key, value in before.items() if change.get(key) != 0}
    return kept | {key: changed(before.get(key), each) for key, each in change.items() if each != 0}


def _changed_list(before: list[Any], change: dict[str, Any]) -> list[Any]:
    length = change.get("n", len(before))
    after = before[:length] + [None] * (length - len(before))
    for index, each in change.items():
        if index != "n":
            after[int(index)] = changed(after[int(index)], each)
    return after
