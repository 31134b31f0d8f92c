"""Boards and pictures of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..findings.arguments import integer, optional_text
from .records import require_record

if TYPE_CHECKING:
    from ..browser.board import Board, Picture
    from ..browser.widget import Widget
    from ..replayer.record import GameRecord


def board(
    record: GameRecord[Any],
    player: int | None = None,
    language: str | None = None,
    guess: bool = False,
) -> Board:
    """Return a board for stepping through a record. Notebooks display it; its `html` is a page.

    With a `player` (from 0), it contains nothing hidden from that player. The `language` may be
    `en`, `ko`, `ja` or `pl`; without it, the reader's browser decides. With `guess`, the moves to
    come are hidden at first, so that readers can guess them.

    Raises ValueError if the language is not one of these, or there is no such view.

    >>> from kifu import loads
    >>> made = board(loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431"))
    >>> made.html.startswith("<!doctype html>")
    True
    """
    from ..browser.board import board as board_of

    require_record(record)
    seat = None if player is None else integer("player", player)
    return board_of(record, seat, _language(language), bool(guess))


def _language(language: str | None) -> str | None:
    """Return the given language. Raises ValueError if boards are not available in it."""
    from ..browser.page import LANGUAGES

    optional_text("language", language)
    if language not in (None, *LANGUAGES):
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    return language


def picture(
    record: GameRecord[Any], ply: int, round: int = 1, player: int | None = None
) -> Picture:
    """Return a picture of the position before a ply of a round. Notebooks display it.

    `svg` is the picture as text, `png()` as bytes. With a `player` (from 0), it shows only what
    that player knew at that point. The ply after the last one gives the final position.

    Raises ValueError if there is no such position or view, or it cannot be drawn.

    >>> from kifu import loads
    >>> made = picture(loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431"), ply=3)
    >>> made.svg[:4]
    '<svg'
    """
    from ..browser.board import picture as picture_of

    require_record(record)
    where, number = integer("ply", ply), integer("round", round)
    return picture_of(record, number, where, None if player is None else integer("player", player))


def widget(
    record: GameRecord[Any], player: int | None = None, language: str | None = None
) -> Widget:
    """Return a board like `board` that Python code in a notebook can control and listen to.

    `place` is the position shown, `show` shows another record, and `on_choice` registers a function
    to call with each legal action the reader chooses.

    Raises ValueError like `board`, and ImportError if anywidget is not installed; the extra
    `notebook` installs it.
    """
    require_record(record)
    seat, spoken = None if player is None else integer("player", player), _language(language)
    from ..browser.widget import Widget

    return Widget(record, seat, spoken)
