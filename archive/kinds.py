"""Kinds of values in a configuration: their checks and JSON Schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import fields

from .. import replayer

if TYPE_CHECKING:
    from .toml_places import Path


class Problem(Struct, frozen=True):
    """An error, and the path to it in the values."""

    path: Path
    message: str


class Kind(Struct, frozen=True):
    """A kind of value: a description, its type, and the kinds of its elements or keys and values.

    `wrong` returns the error in a value of this type at a path. `pattern` or `choices` describe a
    string, as far as JSON Schema can express that.
    """

    what: str
    type: type
    wrong: Callable[[Any, Path], Iterator[Problem]] = lambda value, path: iter(())
    keys: Kind | None = None
    values: Kind | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()

    def problems(self, value: Any, path: Path) -> Iterator[Problem]:
        """Yield the errors in a value at a path."""
        if type(value) is not self.type:
            hint = f': write ["{value}"]' if self.type is list and isinstance(value, str) else ""
            why = f"this must be {self.what}, not {_called(value)}{hint}"
            yield Problem(path, why)
            return
        yield from self.wrong(value, path)
        if self.values is not None:
            for key, each in value.items() if self.keys else enumerate(value):
                if self.keys is not None:
                    yield from self.keys.problems(key, (*path, key))
                yield from self.values.problems(each, (*path, key))

    def schema(self) -> dict[str, Any]:
        """Return the kind's JSON Schema."""
        if self.choices:
            return {"enum": list(self.choices)}
        found: dict[str, Any] = {"type": _TYPES[self.type]}
        if self.pattern is not None:
            found["pattern"] = self.pattern
        if self.values is not None:
            found["additionalProperties" if self.keys else "items"] = self.values.schema()
        if self.keys is not None and self.keys.pattern is not None:
            found["propertyNames"] = self.keys.schema()
        return found


_TYPES = {bool: "boolean", str: "string", list: "array", dict: "object"}
"""The names of types in JSON Schema."""

FLAG = Kind("true or false", bool)


def word(
    what: str,
    wrong: Callable[[str], str | None],
    pattern: str | None = None,
    choices: tuple[str, ...] = (),
) -> Kind:
    """Return a kind of string; `what` describes it, and `wrong` returns an error or None."""

    def problems(value: str, path: Path) -> Iterator[Problem]:
        why = wrong(value)
        yield from [] if why is None else [Problem(path, why)]

    return Kind(what, str, problems, pattern=pattern, choices=choices)


def many(of: Kind) -> Kind:
    """Return the kind of an array whose elements are of one kind."""
    return Kind(f"an array, each element {of.what}", list, values=of)


def table(keys: Kind, values: Kind) -> Kind:
    """Return the kind of a table, with keys of one kind and values of another."""
    return Kind(f"a table, each key {keys.what}", dict, keys=keys, values=values)


def _wrong_options(values: dict[str, Any], path: Path) -> Iterator[Problem]:
    """Yield errors in options of the game named by the path: in each, or in their combination."""
    game = str(path[-1])
    if wrong_game(game) is not None:
        return
    make = replayer.game(game).options
    try:
        known = [field.name for field in fields(make({}))]
    except ValueError as why:
        yield Problem(path, str(why))
        return
    for name, value in values.items():
        if name not in known:
            hint = nearest(name, known)
            why = f"{_quoted(name)} is not an option of {game}{hint}"
            yield Problem((*path, name), f"{why}: expected one of {', '.join(known)}")
            continue
        try:
            make({name: value})
        except (ValueError, LookupError) as error:
            why = str(error).partition(" - at ")[0].replace("`", "")
            yield Problem((*path, name), f"not a value of this option: {why}")


OPTIONS = Kind("a table of options of this game", dict, _wrong_options)


def wrong_game(name: str) -> str | None:
    """Return the error in the name of a game, if any."""
    return one_of(list(replayer.games()), "game")(name)


def _called(value: object) -> str:
    """Return the name of a value's type in TOML.

    >>> _called(True), _called([1]), _called("x")
    ('a boolean', 'an array', 'a string')
    """
    names: dict[type, str] = {
        bool: "a boolean", int: "an integer", float: "a float", str: "a string",
        list: "an array", dict: "a table",
    }  # fmt: skip
    return names.get(type(value), "a date or a time")


def nearest(value: str, known: Sequence[str]) -> str:
    """Return a hint at similar names, such as ` (did you mean "exclude"?)`, or ""."""
    from difflib import get_close_matches  # slow to import

    close = get_close_matches(value, known, n=2, cutoff=0.5)
    if close and close[0].startswith(value[:1]):
        close = close[:1]
    return f" (did you mean {' or '.join(_quoted(each) for each in close)}?)" if close else ""


def _quoted(name: str) -> str:
    return f'"{name}"'


# Text checks


def wrong_glob(pattern: str) -> str | None:
    """Return the error in a path pattern, if any."""
    from .globs import BadGlob
    from .globs import check as check_glob

    try:
        check_glob(pattern)
    except BadGlob as why:
        return f"the pattern {_quoted(pattern)} is invalid: {why}"
    return None


def wrong_denial(pattern: str) -> str | None:
    """Return the error in a path pattern that may begin with `!`, if any."""
    return wrong_glob(pattern.removeprefix("!"))


def wrong_file(path: str) -> str | None:
    """Return the error in the path of a file, if any."""
    return "a path cannot contain NUL" if "\0" in path else None


def wrong_address(address: str) -> str | None:
    """Return the error in the address of a site, if any."""
    from urllib.parse import urlsplit  # slow to import

    try:
        found = urlsplit(address)
    except ValueError:
        found = urlsplit("")
    if found.scheme in ("http", "https") and found.hostname and address.isprintable():
        return None
    return f"{_quoted(address)} is not an address: write one such as https://example.org/kifu"


def wrong_version(text: str) -> str | None:
    """Return the error in a required range of versions, if any."""
    from .version import BadVersion, requirements

    try:
        requirements(text)
    except BadVersion as why:
        return str(why)
    return None


def wrong_selector(selector: str) -> str | None:
    """Return the error in a rule's code, name or prefix, if any."""
    from .selection import ALL, known_codes

    known = known_codes()
    if selector == ALL or any(code.startswith(selector) for code in known if selector):
        return None
    names = list(known.values())
    if selector in names:
        return None
    upper = selector.upper()
    is_other = upper == ALL or any(each.startswith(upper) for each in known)
    other = upper if is_other else ""
    close = nearest(selector, [*known, *names])
    hint = f' (did you mean "{other}"?)' if other and selector else close
    why = f"{_quoted(selector)} is not a code, a name or a prefix of codes"
    return f"{why}{hint}: `kifu rule` lists all rules"


def wrong_notation(identifier: str) -> str | None:
    """Return the error in the name of a notation, if any."""
    from ..formats.interface.catalog import described

    known = list(described())
    if identifier in known:
        return None
    hint = nearest(identifier, known)
    return f"{_quoted(identifier)} is not a notation{hint}: `kifu formats` lists them"


def wrong_encoding(name: str) -> str | None:
    """Return the error in the name of an encoding, if any."""
    from ..formats.files.encodings import plain_name

    known, plain = encodings(), plain_name(name)
    if plain in map(plain_name, known):
        return None
    why = f"not an encoding{nearest(name, known)}"
    why = "not an encoding of any notation" if plain else why
    return f"{_quoted(name)} is {why}: expected one of {', '.join(known)}"


def encodings() -> list[str]:
    """Return the encodings that notations allow."""
    from ..formats.interface.catalog import described

    return list(dict.fromkeys(name for each in described().values() for name in each.encodings))


def one_of(known: Sequence[str], what: str) -> Callable[[str], str | None]:
    """Return a function that checks whether a string is one of the known names."""

    def wrong(text: str) -> str | None:
        if text in known:
            return None
        why = f"{_quoted(text)} is not a {what}{nearest(text, known)}"
        return f"{why}: expected one of {', '.join(known)}"

    return wrong
