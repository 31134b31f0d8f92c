"""Board documents of examples."""

from pathlib import Path
from typing import Any

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
