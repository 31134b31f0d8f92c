"""Helpers for navigating a board in a browser."""

from typing import Any


def go(shown: Any, number: int, step: int) -> None:
    place: dict[str, Any] = {"round": number, "path": [], "step": step}
    shown.eval_on_selector("kifu-board", "(board, place) => board.place = place", place)
