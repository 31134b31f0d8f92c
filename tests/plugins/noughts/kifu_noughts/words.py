"""Code shared by both text notations: games with variations, read word by word."""

import json
import re
from collections.abc import Iterator

from kifu.findings import Finding
from kifu.formats import codes
from kifu.formats.interface.notation import CannotHold
from kifu.formats.text.lines import LineOfText, Places
from kifu.formats.text.place import place
from kifu.formats.text.text import Text
from kifu.replayer.play.variations import Variation

from .noughts import Round

WORD = re.compile(r'\(|\)|(?P<ply>[0-9]+):|(?P<taken>[0-9]+)|(?P<name>"(?:\\.|[^"\\])*")|-|\S')


class Stuck(Exception):
    """Raised for a word that does not fit."""

    def __init__(self, text: Text, start: int, end: int, why: str) -> None:
        super().__init__(why)
        self.finding = place(Finding(rule=codes.TEXT_SYNTAX, message=why), text, start, end)


class Game:
    """Reads one game: its squares (`-` for none), then its variations, each in parentheses."""

    def __init__(self, text: Text, line: LineOfText, start: int, places: Places) -> None:
        self._text, self._places, self._end = text, places, line.end
        self._words = iter([*WORD.finditer(text.content, start, line.end)])
        self._word = next(self._words, None)

    def read(self, base: str) -> Round:
        """Read the game, whose place in the record is `base`."""
        word = self._take("squares", "taken", "-")
        self._places.add(base, *word.span())
        self._places.add(f"{base}/squares", *word.span())
        found = Round(squares=word["taken"] or "", variations=tuple(self._variations(base)))
        if self._word is not None:
            raise self._stuck("a variation or the end")
        return found

    def _variations(self, base: str) -> Iterator[Variation]:
        number = 0
        while self._is("("):
            here, number = f"{base}/variations/{number}", number + 1
            self._places.add(here, *self._take("(", "(").span())
            ply = self._take("a ply", "ply")
            self._places.add(f"{here}/ply", *ply.span("ply"))
            name = json.loads(self._take("a name", "name")[0]) if self._is("name") else None
            taken = self._take("squares", "taken")
            for at in range(len(taken[0])):
                start = taken.start() + at
                self._places.add(f"{here}/actions/{at}", start, start + 1)
            inner = tuple(self._variations(here))
            self._take(")", ")")
            yield Variation(
                ply=int(ply["ply"]), actions=tuple(taken[0]), name=name, variations=inner
            )

    def _is(self, *kinds: str) -> bool:
        word = self._word
        return word is not None and not {word.lastgroup, word[0]}.isdisjoint(kinds)

    def _take(self, what: str, *kinds: str) -> re.Match[str]:
        word = self._word
        if word is None or not self._is(*kinds):
            raise self._stuck(what)
        self._word = next(self._words, None)
        return word

    def _stuck(self, what: str) -> Stuck:
        start, end = (self._end, self._end) if self._word is None else self._word.span()
        found = "the line ends" if self._word is None else f"{self._word[0]!r} stands"
        return Stuck(self._text, start, end, f"{found} where {what} is expected")


def written(each: Round) -> str:
    """Write a game in words; raise CannotHold for squares that are not digits."""
    squares = each.squares or "-"
    return " ".join([_digits(squares), *map(_variation, each.variations)])


def _variation(each: Variation) -> str:
    name = "" if each.name is None else json.dumps(each.name) + " "
    inner = "".join(f" {_variation(one)}" for one in each.variations)
    if not all(len(one) == 1 for one in each.actions):
        raise CannotHold("a square is one digit")
    return f"({each.ply}: {name}{_digits(''.join(each.actions))}{inner})"


def _digits(squares: str) -> str:
    if not re.fullmatch("[0-9]+|-", squares):
        raise CannotHold(f"{squares!r} does not consist of digits")
    return squares
