"""The settings for the files in a folder: defaults, its configuration, and options."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from msgspec import Struct

from .. import replayer
from ..findings import Severity
from ..formats.files import is_remote
from .configuration import Layer, find, load, pair
from .errors import ProjectError
from .globs import Glob, Globs
from .keys import KEYS
from .selection import FileIgnores, Selection, Step


class Entry(Struct, frozen=True):
    """A value, or one element of it, and its source.

    `key` is the key in a table, or None if the value is not in a table. Patterns are relative to
    `folder`.
    """

    key: str | None
    value: Any
    origin: str
    folder: str


class Settings:
    """The settings for the files in a folder, and their sources. Later layers take precedence."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = tuple(layers)
        self._globs: dict[tuple[str, ...], list[tuple[Glob, Entry]]] = {}

    def value(self, name: str) -> Any:
        """Return the value of a key in the last layer that has it."""
        return self._last(name).values[name]

    def entries(self, name: str) -> list[Entry]:
        """Return the values of a key in all layers; if they conflict, the last one wins."""
        layers = [self._last(name)]
        if KEYS[name].merged:
            layers = [each for each in self._heeded(name) if name in each.values]
        return [entry for layer in layers for entry in _entries(layer, name)]

    def _last(self, name: str) -> Layer:
        return next(each for each in reversed(self.layers) if name in each.values)

    def _heeded(self, name: str) -> tuple[Layer, ...]:
        """Return the layers that apply: a new `select` discards earlier `ignore`s."""
        if name != "ignore":
            return self.layers
        return self.layers[self.layers.index(self._last("select")) :]

    @property
    def configuration(self) -> str | None:
        """The configuration file, or None."""
        return next((each.origin for each in self.layers if each.is_file), None)

    def globs(self, *names: str) -> list[tuple[Glob, Entry]]:
        """Return the patterns under the given keys, in order of precedence."""
        if names not in self._globs:
            self._globs[names] = [
                (Glob(each.value if each.key is None else each.key, each.folder), each)
                for name in names
                for each in self.entries(name)
            ]
        return self._globs[names]

    @cached_property
    def excluded(self) -> Globs:
        """The patterns for files and folders to leave out."""
        return Globs(glob for glob, _ in self.globs("exclude", "extend-exclude"))

    @cached_property
    def included(self) -> Globs | None:
        """The patterns for the files to read, or None if all are read."""
        found = self.globs("include")
        return None if any(glob.pattern == "*" for glob, _ in found) else Globs(g for g, _ in found)

    def why_excluded(self, path: str) -> Entry | None:
        """Return the pattern that leaves out an absolute path, or a folder above it."""
        found = self.globs("exclude", "extend-exclude")
        return next((entry for glob, entry in found if glob.covers(path)), None)

    def includes(self, path: str) -> bool:
        """Return whether a file should be read."""
        return self.included is None or any(each.covers(path) for each in self.included.all)

    def of_file(self, name: str, path: str) -> str | None:
        """Return a key's value for a file, from the last pattern that matches."""
        found = [entry for glob, entry in self.globs(name) if glob.covers(path)]
        return str(found[-1].value) if found else None

    @cached_property
    def baseline(self) -> str | None:
        """The absolute path of the file of known findings, or None if none is configured."""
        layer = self._last("baseline")
        name = layer.values["baseline"]
        return os.path.abspath(os.path.join(layer.folder, name)) if name else None

    def options(self, path: str) -> list[object]:
        """Return the options of each game for records in a file that state none."""
        found: dict[str, Mapping[str, Any]] = {}
        for glob, entry in self.globs("rule-options"):
            if glob.covers(path):
                found.update(entry.value)
        return [replayer.game(name).options(values) for name, values in found.items()]

    @cached_property
    def selection(self) -> Selection:
        """The findings to report."""
        steps = [
            Step(layer.values.get("select"), layer.values.get("ignore", ()))
            for layer in self._heeded("ignore")
            if "select" in layer.values or "ignore" in layer.values
        ]
        in_files = [
            FileIgnores(
                Glob((each.key or "").removeprefix("!"), each.folder),
                (each.key or "").startswith("!"),
                each.value,
            )
            for each in self.entries("per-file-ignores")
        ]
        severities: dict[str, Severity] = {
            each.key or "": each.value for each in self.entries("severity")
        }
        defaults = all(step.select in (None, ["ALL"]) and not step.ignore for step in steps)
        return Selection(() if defaults else steps, in_files, severities)


def _entries(layer: Layer, name: str) -> Iterator[Entry]:
    value: object = layer.values[name]
    if isinstance(value, dict):
        for key, each in cast(dict[str, Any], value).items():
            yield Entry(key, each, layer.place(name, key), layer.folder)
    elif isinstance(value, list):
        for index, each in enumerate(cast(list[Any], value)):
            yield Entry(None, each, layer.place(name, index), layer.folder)
    else:
        yield Entry(None, value, layer.place(name), layer.folder)


class Project:
    """Find the settings for folders.

    `options` are values of keys given on the command line; `config` lists files or `KEY=VALUE` in
    TOML, whose paths are relative to the working directory, or to `folder` if given. An `isolated`
    project reads no configuration file.
    """

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        config: Sequence[str] = (),
        isolated: bool = False,
        folder: str | None = None,
    ) -> None:
        self.folder = folder or os.getcwd()
        self._named: Layer | None = None
        self._looks = not isolated
        above: list[Layer] = []
        for each in config:
            if "=" in each and not os.path.lexists(each):
                above.append(pair(each, self.folder))
            elif isolated:
                raise ProjectError(f"--isolated and --config {each} cannot be used together")
            elif self._named is not None:
                raise ProjectError(f"--config {each}: only one file can be named")
            else:
                self._named = load(os.path.abspath(each), self.folder, named=True)
        if options:
            above.append(Layer(options, self.folder, "option"))
        self._above = above
        self._found: dict[str, Settings] = {}
        self._default = self._settings(self._named)

    def settings(self, folder: str) -> Settings:
        """Return the settings for the files in a folder, given as an absolute path.

        Raises ProjectError if its configuration cannot be used.
        """
        if self._named is not None or not self._looks:
            return self._default
        passed: list[str] = []
        while folder not in self._found:
            found, above = find(folder), os.path.dirname(folder)
            if found is not None:
                self._found[folder] = self._settings(found)
            elif above == folder:
                self._found[folder] = self._default
            else:
                passed.append(folder)
                folder = above
        known = self._found[folder]
        self._found.update(dict.fromkeys(passed, known))
        return known

    def located(self, path: str) -> tuple[str, Settings]:
        """Return the place of a named file, and its settings.

        The settings of a remote file are those of the working directory. Raises ProjectError if
        its configuration cannot be used.
        """
        if is_remote(path):
            return path, self.settings(self.folder)
        place = os.path.abspath(path)
        return place, self.settings(os.path.dirname(place))

    def _settings(self, found: Layer | None) -> Settings:
        folder = self.folder if found is None else found.folder
        defaults = Layer({key.name: key.default for key in KEYS.values()}, folder, "default")
        return Settings([defaults, *([] if found is None else [found]), *self._above])
