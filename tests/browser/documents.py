"""Board documents, and pages, of examples."""

from pathlib import Path
from typing import Any

import kifu
from kifu.browser.document import Shown, document
from kifu.browser.page import page

from ..campaign import TIMES
from ..imports import ROOT

EXAMPLES = sorted(
    path
    for game in ("goita", "leduc", "mighty", "planowanie")
    for path in (ROOT / "examples" / game).iterdir()
    if path.suffix not in (".py", ".toml") and (TIMES > 1 or path.name != "archive.jsonl")
)

GAMES = {
    "leduc": "leduc/match.json",
    "goita": "goita/match.json",
    "mighty": "mighty/deal.json",
    "planowanie": "planowanie/game.json",
}


def of_file(path: Path, player: int | None = None) -> dict[str, Any]:
    return document([Shown(path.name, each) for each in kifu.outcomes(path)], player)


def of_text(text: str, player: int | None = None) -> dict[str, Any]:
    return document([Shown("record", each) for each in kifu.outcomes(text)], player)


def example(name: str) -> dict[str, Any]:
    return of_file(ROOT / "examples" / name)


def of_example(name: str) -> str:
    return page(example(name), "example")
