"""Helpers for steering a page and its board in a browser."""

from typing import Any


def go(shown: Any, number: int, step: int) -> None:
    place: dict[str, Any] = {"round": number, "path": [], "step": step}
    shown.eval_on_selector("kifu-board", "(board, place) => board.place = place", place)


def place(shown: Any) -> dict[str, Any]:
    found: dict[str, Any] = shown.eval_on_selector("kifu-board", "board => board.place")
    return found


def press(shown: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        shown.keyboard.press(key)
    return place(shown)


def focus(shown: Any) -> None:
    shown.locator(".playground").first.focus()


def resize(page: Any, width: int, height: int) -> None:
    """Resize the window, and draw a frame, so that listeners to its size have run."""
    page.set_viewport_size({"width": width, "height": height})
    page.screenshot()
