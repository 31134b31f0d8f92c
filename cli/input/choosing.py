"""Options that choose and configure files, for commands that read many."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from stat import S_ISREG
from typing import Any

import click
from msgspec import Struct

from ...archive.configuration import wrong
from ...archive.errors import ProjectError
from ...archive.files import STANDARD_INPUT, choose, listed
from ...archive.keys import KEYS
from ...archive.reading.inputs import Input
from ...archive.settings import Project
from ..errors import Failure, say
from ..options import any_file, any_folder, any_rules, any_severity, with_options

Command = Callable[..., Any]

MOST_NAMED = 10
"""The maximum number of paths listed in a message saying that no records were found."""

_COMMA = re.compile(r",(?![^{]*\})")
"""A comma between two values, outside the braces of a pattern."""


def _words(context: click.Context, parameter: click.Parameter, value: Sequence[str]) -> list[str]:
    """Return the values of an option, which may be repeated or separated by commas."""
    return [each.strip() for one in value for each in _COMMA.split(one) if each.strip()]


def _pairs(between: str) -> Callable[[click.Context, click.Parameter, Any], dict[str, str]]:
    """Return a callback that parses table entries: a key, a separator and a value."""

    def parse(context: click.Context, parameter: click.Parameter, value: Any) -> dict[str, str]:
        found: dict[str, str] = {}
        for each in _words(context, parameter, value):
            key, mark, of_it = each.rpartition(between)
            if not mark:
                expected = str(parameter.metavar)
                raise click.BadParameter(f"{each!r} has no {between!r}: write {expected}")
            found[key.strip()] = of_it.strip()
        return found

    return parse


def _ignores(context: click.Context, parameter: click.Parameter, value: Any) -> dict[str, Any]:
    """Return `PATTERN:CODE` pairs, one for each code."""
    found: dict[str, list[str]] = {}
    for each in value:
        for pattern, code in _pairs(":")(context, parameter, [each]).items():
            found.setdefault(pattern, []).append(code)
    return found


def _key(name: str, **more: Any) -> Callable[[Command], Command]:
    """Return the option for a configuration key, with its help."""
    return click.option(f"--{name}", help=KEYS[name].help, **more)


def _list(name: str, metavar: str, **more: Any) -> Callable[[Command], Command]:
    return _key(name, multiple=True, metavar=metavar, callback=_words, **more)


def _switch(name: str) -> Callable[[Command], Command]:
    """Return an option that switches a key on or off, or leaves it alone if not given."""
    default = "yes" if KEYS[name].default else "no"
    said = f"{KEYS[name].help}  [default: {default}]"
    return click.option(f"--{name}/--no-{name}", default=None, help=said)


_OF_FILES = (
    click.option(
        "--config",
        multiple=True,
        metavar="FILE|KEY=VALUE",
        shell_complete=any_file,
        help="A configuration file to use instead of those found, or a single key as TOML.",
    ),
    click.option("--isolated", is_flag=True, help="Ignore configuration files."),
    _list("include", "PATTERN"),
    _list("exclude", "PATTERN"),
    _list("extend-exclude", "PATTERN"),
    _switch("force-exclude"),
    _switch("respect-gitignore"),
    click.option(
        "--files-from",
        "lists",
        multiple=True,
        metavar="FILE",
        shell_complete=any_file,
        help="Also read the files in this list, one per line or each followed by NUL (-: standard "
        "input).",
    ),
    click.option(
        "--changed-since",
        "since",
        metavar="REV",
        help="Read only files that are new or have changed since this git revision.",
    ),
    click.option(
        "--stdin-filename",
        "name",
        metavar="NAME",
        shell_complete=any_folder,
        help="A name for standard input, which determines how it is read and configured.",
    ),
)

_OF_FINDINGS = (
    _list("select", "CODE", shell_complete=any_rules),
    _list("ignore", "CODE", shell_complete=any_rules),
    _key("per-file-ignores", multiple=True, metavar="PATTERN:CODE", callback=_ignores),
    _key("baseline", metavar="FILE", shell_complete=any_file),
    _key(
        "severity",
        multiple=True,
        metavar="CODE=SEVERITY",
        callback=_pairs("="),
        shell_complete=any_severity,
    ),
)


class Choice(Struct):
    """The choice of files on the command line; `keys` are configuration values.

    After a call of `inputs`, `names` has the paths that were named, `unchanged` is the number
    of unchanged files, and `found` has the chosen inputs.
    """

    config: Sequence[str]
    isolated: bool
    keys: dict[str, Any]
    lists: Sequence[str] = ()
    since: str | None = None
    name: str | None = None
    unchanged: int = 0
    names: Sequence[str] = ()
    found: Sequence[Input] = ()

    def project(self) -> Project:
        """Return the project; raises ProjectError if its configuration cannot be used."""
        problem = wrong(self.keys)
        if problem is not None:
            raise ProjectError(f"--{problem.path[0]}: {problem.message}")
        return Project(self.keys, self.config, self.isolated)

    def inputs(
        self,
        paths: Sequence[str],
        default: str | None = None,
        verbose: bool = False,
        targets: Container[str] = (),
    ) -> list[Input]:
        """Return the named files, including those in lists and named folders, each once.

        In commands that accept any file, `default` is used if nothing is named. If `verbose`, files
        left out are reported. `targets` are the real paths of files that will be written: an
        earlier run may have left them in a folder. Raises ProjectError like `choose`.
        """
        self.names = [*self._named(paths, default), *self._listed()]
        chosen = choose(
            self.project(),
            self.names,
            since=self.since,
            name=self.name,
            checked=default is not None,
            on_left_out=_tell if verbose else lambda path, why: None,
            note=say,
        )
        self.unchanged = chosen.unchanged
        self.found = [*_without_targets(chosen.files, targets)]
        return self.found

    @property
    def nothing(self) -> str:
        """The reason why there is no record to read."""
        if self.unchanged:
            return f"no records have changed since {self.since}"
        first, more = self.names[:MOST_NAMED], len(self.names) - MOST_NAMED
        if not first:
            return "no file was named"
        rest = f" and {more} more" if more > 0 else ""
        return f"no records found in {', '.join(first)}{rest}"

    @property
    def reads_standard_input(self) -> bool:
        """Whether standard input was chosen."""
        return any(each.path == STANDARD_INPUT for each in self.found)

    @property
    def configurations(self) -> set[str]:
        """The configuration files that apply to the chosen files, and those named by options."""
        found = {each.settings.configuration for each in self.found if each.settings}
        return {each for each in (*found, *self.config) if each is not None}

    def _named(self, paths: Sequence[str], default: str | None) -> Sequence[str]:
        if STANDARD_INPUT in self.lists and (STANDARD_INPUT in paths or self.name is not None):
            raise click.UsageError("standard input cannot be both a record and a list of files")
        if self.name is not None and paths and STANDARD_INPUT not in paths:
            raise click.UsageError("--stdin-filename needs standard input: name - as well")
        if paths or self.lists:
            return paths
        if self.name is not None:
            return [STANDARD_INPUT]
        if default is None:
            raise click.UsageError("no file is named")
        return [default]

    def _listed(self) -> list[str]:
        return [each for one in self.lists for each in listed(_content(one))]


def choosing(command: Command) -> Command:
    """Add the options that choose files; the command receives a `choice`."""
    return _with(command, _OF_FILES)


def choosing_and_selecting(command: Command) -> Command:
    """Add the options that choose files, and those that select findings."""
    return _with(command, (*_OF_FILES, *_OF_FINDINGS))


def _with(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    @wraps(command)
    def chosen(*arguments: Any, **values: Any) -> Any:
        taken = {
            name: values.pop(name) for name in ("config", "isolated", "lists", "since", "name")
        }
        known = {each: each.replace("-", "_") for each in KEYS}
        given = {each: values.pop(name) for each, name in known.items() if name in values}
        # An option that was not given is None or empty.
        keys = {each: value for each, value in given.items() if value not in (None, [], {})}
        return command(*arguments, choice=Choice(keys=keys, **taken), **values)

    return with_options(chosen, options)


def _content(path: str) -> bytes:
    """Return the content of a list of files."""
    if not path:
        raise Failure("--files-from: name a file, or - for standard input")
    if path != STANDARD_INPUT:
        with open(path, "rb") as stream:
            return stream.read()
    if sys.stdin is None:
        raise Failure("standard input is closed")
    return sys.stdin.buffer.read()


def _without_targets(files: Iterable[Input], targets: Container[str]) -> Iterator[Input]:
    """Yield the files, except those that are being written, such as standard output.

    Raises Failure if one of the latter is named as an input.
    """
    target = None
    with suppress(OSError, ValueError, AttributeError):
        target = os.fstat(sys.stdout.fileno())
    for each in files:
        if targets and os.path.realpath(each.path) in targets:
            if each.inside is None:
                raise Failure(f"{each.path}: a file cannot be both an input and its report")
            continue
        if each.inside is not None and target is not None and S_ISREG(target.st_mode):
            with suppress(OSError):
                if os.path.samestat(os.stat(each.path), target):
                    continue
        yield each


def _tell(path: str, why: str) -> None:
    say(f"{path}: left out, {why}")
