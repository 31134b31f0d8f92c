"""Boards as notebook widgets that Python can control and listen to (the extra `notebook`)."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from ..replayer.replay.trajectory_step import JsonObject
from .board import Board, board
from .page import component, embedded


class NotInstalled(ImportError):
    """Raised if the widget library is not installed; the message says how to install it."""


try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    if error.name not in ("anywidget", "traitlets"):
        raise
    why = "a widget needs anywidget: pip install 'kifu[notebook]' (the extra `notebook`)"
    raise NotInstalled(why) from None

_THEMES = """
body[data-jp-theme-light="true"] kifu-board, .vscode-light kifu-board { color-scheme: light; }
body[data-jp-theme-light="false"] kifu-board, .vscode-dark kifu-board { color-scheme: dark; }
"""
"""A board follows the theme of JupyterLab or VS Code, or else the browser's theme."""


def _as_text(document: JsonObject, widget: Any) -> str:
    """Return a document as JSON text, since messages cannot hold everything that it may contain."""
    return embedded(document)


class Widget(anywidget.AnyWidget):
    """A board of a record in a notebook.

    `place` is the position shown, `{"record", "round", "path", "step", "seat"}`. It changes as the
    reader steps through the record. Setting it, even with only some of these keys, moves the board
    there. It is a trait: `observe(function, "place")` reports every step.
    """

    _esm = component() + files(__name__.rpartition(".")[0]).joinpath("widget.js").read_text("utf-8")
    _css = _THEMES
    document: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True, to_json=_as_text)
    place: traitlets.Dict[str, Any] = traitlets.Dict(
        per_key_traits={
            "record": traitlets.Int(),
            "round": traitlets.Int(),
            "path": traitlets.List(traitlets.Int()),
            "step": traitlets.Int(),
            "seat": traitlets.Int(allow_none=True),
        },
        default_value={"record": 1, "round": 1, "path": [], "seat": None},
    ).tag(sync=True)
    language = traitlets.Unicode("").tag(sync=True)

    def __init__(self, record: Any, player: int | None = None, language: str | None = None) -> None:
        self._player = player
        super().__init__(document=board(record, player).document, language=language or "")

    def show(self, record: Any) -> None:
        """Show another record, or another state of the same one, at the same place if possible.

        Raises ValueError if the player has no view of it.
        """
        self.document = board(record, self._player).document

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[JsonObject, JsonObject] | None:
        """Return the widget, and a page for exported notebooks, in which no program runs."""
        untyped: Any = super()
        found = untyped._repr_mimebundle_(**kwargs)
        if found is None:
            return None
        title = self.document["records"][0]["label"] or "kifu"
        shown = Board(self.document, title, self.language or None)
        return found[0] | {"text/html": shown.frame}, found[1]

    def on_choice(self, function: Callable[[JsonObject], object]) -> None:
        """Register a function to be called with every legal action that the reader chooses.

        Its argument is the place with its `ply`, the `player` and the `action`.
        """

        def received(widget: Any, message: Any, buffers: Any) -> None:
            function(message["chosen"])

        untyped: Any = super()
        untyped.on_msg(received)
