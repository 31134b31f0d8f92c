"""The parts of a panel that only one game needs: texts, choices, things to pick, and buttons.

A game's folder here has a call named `panel` in its `CALLS`, and the words of the panel in `WORDS`.
The page sends the user's answers so far, by the keys of the parts, and the button that was pressed.
The call returns the answers, perhaps changed, and the parts to draw.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from ...arena.players.estimates import Estimate
from ...replayer.scene.texts import Text

Answers: TypeAlias = dict[str, Any]


class _Part(Struct, frozen=True, omit_defaults=True, tag=str.lower, tag_field="is"):
    """A part, whose kind is the name of its class."""


class Note(_Part, frozen=True):
    """A sentence."""

    text: Text


class Section(_Part, frozen=True):
    """Parts below one another, with a heading; an `inner` section can be folded away."""

    name: Text
    parts: tuple[Part, ...]
    inner: bool = False


class Row(_Part, frozen=True):
    """Parts beside one another."""

    parts: tuple[Part, ...]


class Choice(_Part, frozen=True):
    """One of several values; clicking the chosen one clears it, unless one `must` be chosen.

    With a `menu`, the values are listed in a menu under this text.
    """

    key: str
    name: Text
    values: tuple[tuple[Any, Text], ...]
    must: bool = False
    off: bool = False
    menu: Text = ""


class Pick(_Part, frozen=True):
    """Things, up to `most` of which can be picked, with a word for those; some are marked."""

    key: str
    name: Text
    things: tuple[str, ...]
    most: int
    picked: Text
    marked: tuple[str, ...] = ()
    mark: Text = ""


class Field(_Part, frozen=True):
    """A text, or a number with a minimum, a maximum and an initial value."""

    key: str
    name: Text
    range: tuple[int, int, int] | None = None
    hint: Text = ""
    off: bool = False


class Piles(_Part, frozen=True):
    """Things of the game's deck, put into piles with names and sizes; `full` says one is full."""

    key: str
    name: Text
    piles: tuple[tuple[Text, int], ...]
    full: Text


class Button(_Part, frozen=True):
    """A button that sets answers, is pressed on the server, makes a call, or goes to a step."""

    text: Text
    press: str = ""
    sets: Answers = {}
    call: tuple[str, dict[str, Any]] | None = None
    goes: int | None = None
    main: bool = False
    off: bool = False
    on: bool | None = None


class Plan(Struct, frozen=True):
    """A row in a table of plans: a text, more text below it, the answers it sets, its value."""

    text: Text
    below: tuple[Text, ...]
    sets: Answers
    mine: bool
    estimate: Estimate


class Plans(_Part, frozen=True):
    """Plans with estimates, best first; clicking one sets its answers."""

    name: Text
    use: Text
    plans: tuple[Plan, ...]


Part: TypeAlias = Note | Section | Row | Choice | Pick | Field | Piles | Button | Plans
