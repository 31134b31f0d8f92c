"""The interface of a game that describes its positions as scenes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress
from sys import intern
from typing import Any, Generic, TypedDict, TypeVar, cast

from msgspec import Struct

from ..discovery import load_text
from .scene import Badge, Grid, Scene, Seat, Things
from .shapes import Card, Letter, Shape, name_of, sign_of
from .texts import SIGNS, Named, Place, Player, Say, Suit, Text, Thing, Words

PositionT = TypeVar("PositionT")


class Act(Struct, frozen=True, omit_defaults=True):
    """How actions are shown to people, and the things that make them up, in order.

    `match` is a regular expression for whole actions, in scenes with one of the `modes` (by
    default, in all); in texts and things, `{1}` stands for its first group. An action is shown as
    the words `said`, or as `picture`, in which the first `down` things are face-down. `takes` are
    things in the player's hand, or places of the grid; if `loose`, they can be picked in any order.
    `puts` is the thing that is put on the last place. `brief` is a shorter picture, used beside a
    hand. If there are many actions, those with the same `group` (a picture and a name) are shown
    together.
    """

    match: str
    said: Text
    picture: Text = ""
    takes: Things = ()
    loose: bool = False
    puts: str = ""
    down: int = 0
    brief: Text = ""
    group: tuple[Text, Text] | None = None
    modes: tuple[str, ...] = ()


class Looks(Struct, frozen=True, omit_defaults=True):
    """How a game looks, as plain data that is the same for all its records.

    `shapes` maps regular expressions for things, as in `Act`, to their looks; `acts` does so for
    actions. The first expression that matches applies; other things are letters, and other actions
    are shown as they are. `deck` has rows of things that a player may want to count, each with its
    name. `words` are the game's own words and sentences in each language, which override the shared
    ones: `game` is the name of the game, `player.0` is the label of player 0 if the record gives no
    name, and `properties.BR` is the label of a property of annotations. Properties in `unshown` are
    about the file, and are not shown to readers. `fills` are the actions of each player that put a
    thing on an empty place of the grid, with `{}` for the place (`B {}`). `occupied` is the code,
    the name and the message of the rule against putting a thing on an occupied place.
    """

    words: Words = {}
    shapes: tuple[tuple[str, Shape], ...] = ()
    acts: tuple[Act, ...] = ()
    deck: tuple[tuple[Text, Things], ...] = ()
    unshown: tuple[str, ...] = ()
    fills: Things = ()
    occupied: tuple[str, str, str] | None = None


class OptionWords(TypedDict):
    """Descriptions of options, and the words for their choices, in one language."""

    about: dict[str, str]
    choices: dict[str, str]


class Scenes(Generic[PositionT]):
    """Describes the positions of a game; its module `scene` defines an instance as `SCENES`."""

    looks: Looks = Looks()
    """The looks of the game."""

    language: str = ""
    """The language of the game's texts, used to choose fonts (`ja`)."""

    options: Mapping[str, OptionWords] = {}
    """The words of the game's options, by language; English descriptions are in the schema."""

    def scene(self, position: PositionT) -> Scene:
        """Return the scene of a position; by default, it is empty."""
        return Scene(seats=())

    def tries(self, position: PositionT, player: int) -> Iterable[str]:
        """Return actions that a player might try, besides those that fill an empty place.

        Boards explain why they are illegal.
        """
        return ()

    def fills(self, grid: Grid | None, player: int) -> list[str]:
        """Return a player's actions that fill the empty places of a grid, row by row."""
        if grid is None or not self.looks.fills:
            return []
        every = _fills(self.looks.fills[player], grid.columns, grid.lines)
        return [*compress(every, "".join(grid.rows).encode().translate(_IS_EMPTY))]

    def shape(self, thing: str) -> Shape:
        """Return the shape of a thing."""
        for pattern, shape in self.looks.shapes:
            found = re.fullmatch(pattern, thing)
            if found is not None:
                return filled(shape, found)
        return Letter(thing)

    def act(self, mode: str, action: str) -> Act:
        """Return how an action is shown in a scene with this mode."""
        for act in self.looks.acts:
            found = re.fullmatch(act.match, action) if mode in (act.modes or (mode,)) else None
            if found is not None:
                return filled(act, found)
        return Act("", action)

    @cached_property
    def words(self) -> Words:
        """The words of each language, including the shared ones."""
        shared, own = words_beside(__name__), self.looks.words
        return {language: {**words, **own.get(language, {})} for language, words in shared.items()}


_IS_EMPTY = bytes(sign == ord(".") for sign in range(256))


@cache
def _fills(action: str, columns: Things, lines: Things) -> Things:
    places = (column + line for line in lines for column in columns)
    return tuple(intern(action.replace("{}", place)) for place in places)


def filled(value: Any, found: re.Match[str]) -> Any:
    """Return a text, a shape or an action with its placeholders filled from a match."""
    if isinstance(value, str):
        return _PART.sub(lambda part: found[int(part[1])], value)
    if isinstance(value, tuple):
        return tuple(filled(each, found) for each in cast(tuple[Any, ...], value))
    if isinstance(value, Struct):
        fields = {name: filled(getattr(value, name), found) for name in value.__struct_fields__}
        return type(value)(**fields)
    return value


class Speaker:
    """Turns texts into plain text in one language, with the names of players and of places."""

    def __init__(
        self,
        scenes: Scenes[Any],
        players: Sequence[str] | None,
        language: str = "en",
        grid: Grid | None = None,
    ) -> None:
        self._labels = {} if grid is None else dict(zip(grid.places, grid.labels, strict=True))
        self.looks = scenes.looks
        self._scenes = scenes
        self._players = players or ()
        self._words = scenes.words[language]

    def name(self, seat: int) -> str:
        """Return the name of a player or, without one, the game's label or a number."""
        known = self._players[seat] if seat < len(self._players) else ""
        own = self._words.get(f"player.{seat}")
        return known or own or self.text(Say("player", (seat,)))

    def place(self, text: str) -> str:
        """Return a text in which names of places are replaced by their labels."""
        return _WORD.sub(lambda word: self._labels.get(word[0], word[0]), text)

    def word(self, key: str) -> str | None:
        """Return a word by its key, or None if there is none."""
        return self._words.get(key)

    def badges(self, seat: Seat, number: int) -> list[Badge]:
        """Return the badges of a seat that say more than the name beside them."""
        return [each for each in seat.badges if self.text(each.text) != self.name(number)]

    def thing(self, thing: str) -> str:
        """Return a thing as a short text."""
        shape = self._scenes.shape(thing)
        extra = shape.extra if isinstance(shape, Card) else ""
        return sign_of(shape) + self.text(extra)

    def text(self, text: Text) -> str:
        """Return a text as plain text."""
        if isinstance(text, tuple):
            return "".join(map(self.text, text))
        if isinstance(text, Say):
            return self._said(text)
        if isinstance(text, Player):
            return self.name(text.seat)
        if isinstance(text, Thing):
            return self.thing(text.thing)
        if isinstance(text, Place):
            return self.place(text.place)
        if isinstance(text, Named):
            return self.text(name_of(self._scenes.shape(text.named)))
        return SIGNS.get(text.suit, text.suit) if isinstance(text, Suit) else f"{text}"

    def _said(self, text: Say) -> str:
        parts = [self.text(each) for each in text.parts]
        sentence = self._words.get(text.key, text.key)
        return _PLACE.sub(lambda found: _in_form(parts[int(found[1])], found[2]), sentence)


def _in_form(part: str, forms: str) -> str:
    """Return a part of a sentence or, if there are `forms`, the form for its number.

    >>> [_in_form(each, "|point|points") for each in ("1", "−1", "2", "1/2")]
    ['point', 'point', 'points', 'points']
    >>> [_in_form(each, "|punkt|punkty|punktów") for each in ("1", "22", "12", "5")]
    ['punkt', 'punkty', 'punktów', 'punktów']
    """
    if not forms:
        return part
    one, *others = forms[1:].split("|")
    number = part.lstrip("+-−")
    if number == "1":
        return one
    return others[0 if re.fullmatch(r"(\d*[02-9])?[234]", number) else -1]


_WORD = re.compile(r"\w+")
_PART = re.compile(r"\{(\d)\}")
_PLACE = re.compile(r"\{(\d)((?:\|[^{}|]*)*)\}")
"""A part in a sentence, or a word that depends on its number: `{1|point|points}`."""


def words_beside(module: str) -> Words:
    """Return the words in `words.json`, in the package of a module; `ranks.A` is `A` in `ranks`."""
    found: dict[str, dict[str, Any]] = json.loads(_beside(module, "words.json"))
    return {language: dict(_flat(words)) for language, words in found.items()}


def _flat(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, word in words.items():
        if isinstance(word, str):
            yield key, word
        else:
            yield from ((f"{key}.{each}", text) for each, text in word.items())


def options_beside(module: str) -> Mapping[str, OptionWords]:
    """Return the words of options in `options.json`, in the package of a module."""
    return json.loads(_beside(module, "options.json"))


def _beside(module: str, name: str) -> str:
    package = module.rpartition(".")[0]
    return load_text(package, name, package)
