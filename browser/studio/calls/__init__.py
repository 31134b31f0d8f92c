"""The calls that the page can make, about the studio or one of its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .analysing import Analysed, analyse, judged
from .annotating import Annotated, edit
from .call import Body, Call, Changing
from .looking import Show, Texts, check, show, texts
from .playing import (
    At,
    Line,
    Moved,
    Named,
    Playing,
    Varied,
    deal,
    delete,
    move,
    play,
    play_line,
    rename,
    respond,
    stop,
)
from .saving import Save, close, save_file
from .seats import Estimate, Seats, estimate, seats
from .studio import New, Options, begin, choices, opened, overview, seats_of
from .text import Back, Convert, Typed, convert_text, redo, typed, undo

CALLS: Mapping[str, Call[Any]] = {
    "show": Call(Show, show),
    "check": Call(Body, check, waits=False),
    "texts": Call(Texts, texts),
    "text": Call(Typed, typed),
    "undo": Call(Back, undo),
    "redo": Call(Back, redo),
    "convert": Call(Convert, convert_text),
    "play": Call(Playing, play),
    "respond": Call(At, respond, waits=False),
    "stop": Call(Body, stop, waits=False),
    "line": Call(Line, play_line),
    "deal": Call(Changing, deal),
    "delete": Call(Varied, delete),
    "name": Call(Named, rename),
    "move": Call(Moved, move),
    "annotate": Call(Annotated, edit),
    "analyse": Call(Analysed, analyse, waits=False),
    "judged": Call(Body, judged, waits=False),
    "seats": Call(Seats, seats),
    "estimate": Call(Estimate, estimate, waits=False),
    "save": Call(Save, save_file),
    "close": Call(Body, close),
}

__all__ = [
    "CALLS",
    "Call",
    "New",
    "Options",
    "begin",
    "choices",
    "opened",
    "overview",
    "seats_of",
]
