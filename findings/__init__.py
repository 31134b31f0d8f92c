"""Findings: what is wrong with a record, and the registry of all rules that can be broken.

Each `Rule` is declared once, by the layer that checks it, under a code and a name that never change
meaning. A `Finding` says that one rule is broken in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import currentframe
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import astuple, force_setattr, replace

from .shown import short, short_struct, visible

IGNORE = "ignore"
"""The word after `kifu:` in a comment that ignores findings; codes or names of rules follow."""

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The severities, worst first."""


def amount(number: int, noun: str) -> str:
    """Return a number with its noun for messages: `1 file`, `2 files`.

    >>> amount(1, "card"), amount(2, "card"), amount(0, "ply")
    ('1 card', '2 cards', '0 plies')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


class Example(Struct, frozen=True):
    """A minimal file that breaks one rule, and no others.

    `text` is a function if the file is too large to write out. `name` is the name of the file if it
    matters, as for a compressed file.
    """

    notation: str | None
    text: str | bytes | Callable[[], bytes]
    name: str = "example"

    def content(self) -> bytes:
        """Return the bytes of the file."""
        if callable(self.text):
            return self.text()
        return self.text if isinstance(self.text, bytes) else self.text.encode()


class Rule(Struct, frozen=True):
    """One way for a record to be wrong.

    `code` and `name` identify it forever. `means` says what is wrong, `why` says where the rule
    comes from, and `mend` says what to do. `reasons` are message templates with named facts, one
    for each way to break the rule.
    """

    code: str
    name: str
    severity: Severity
    means: str
    why: str
    mend: str
    reasons: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Rule {self.code} {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., Rule], tuple[Any, ...]]:
        """Pickle the rule so that another process uses its own copy, if it has declared it."""
        return _restored, (_MODULES[self.code], *astuple(self))

    def page(self, site: str | None) -> str | None:
        """Return the address of the rule's page in a copy of kifu's site (`docs-url`).

        Return None without a site, or if another package declares the rule.

        >>> from kifu.formats import codes
        >>> codes.EMPTY.page("https://example.org/kifu/")
        'https://example.org/kifu/rules/F006/'
        """
        from . import arguments  # slow to import

        arguments.optional_text("site", site)
        if site is None or not self.module.startswith("kifu."):
            return None
        return f"{site.removesuffix('/')}/rules/{self.code}/"

    @property
    def example(self) -> Example:
        """A minimal file that breaks the rule.

        Raises LookupError if there is none, or if the module that provides it has not been imported
        (`kifu.rules` imports them all).
        """
        if not self.has_example:
            raise LookupError(f"{self.code} has no example: pass one to `declare`")
        return _EXAMPLES[self.code]

    @property
    def has_example(self) -> bool:
        """Whether the rule has an example."""
        return self.code in _EXAMPLES

    @property
    def module(self) -> str:
        """The module that declares the rule."""
        return _MODULES[self.code]


_RULES: dict[str, Rule] = {}
_NAMES: dict[str, Rule] = {}
_EXAMPLES: dict[str, Example] = {}
_MODULES: dict[str, str] = {}


def _restored(module: str, code: str, *fields: Any) -> Rule:
    """Return an unpickled rule, even if the module that declares it is not imported here."""
    if code in _RULES:
        return _RULES[code]
    _MODULES.setdefault(code, module)
    return Rule(code, *fields)


class Taken(ValueError):
    """Two `modules` declare rules with the same code or name."""

    def __init__(self, what: str, *modules: str) -> None:
        where = " and ".join(dict.fromkeys(modules))
        super().__init__(f"{what} is taken: two rules in {where} have it; choose another")
        self.modules = modules


COMPARE = "Compare with the source."


def declare(
    title: str = "",
    means: str = "",
    why: str = "",
    mend: str = COMPARE,
    example: Example | None = None,
    severity: Severity = "error",
    reason: str | tuple[str, ...] = (),
    *,
    code: str = "",
    name: str = "",
) -> Rule:
    """Add a rule to the registry, and return it.

    `title` is its code and name, which may also be given separately. A rule shared by several games
    gets its `example` from one of them, through `illustrate`.

    Raises Taken (a ValueError) if its code or name is taken.
    """
    if title or not code:
        code, name = title.split()
    here = currentframe()
    caller = here and here.f_back
    module = str(caller and caller.f_globals.get("__name__"))
    for what, taken, key in (("code", _RULES, code), ("name", _NAMES, name)):
        if key in taken:
            raise Taken(f"the {what} {key}", module, taken[key].module)
    reasons = (reason,) if isinstance(reason, str) else reason
    _RULES[code] = _NAMES[name] = Rule(code, name, severity, means, why, mend, reasons)
    _MODULES[code] = module
    if example is not None:
        illustrate(_RULES[code], example)
    return _RULES[code]


def rule_of(code: str) -> Rule:
    """Return the rule with a code. Raises KeyError if no module imported so far declares it."""
    return _RULES[code]


def illustrate(rule: Rule, example: Example) -> None:
    """Give a rule its example.

    Raises ValueError if it already has one.
    """
    if rule.code in _EXAMPLES:
        raise ValueError(f"{rule.code} already has an example")
    _EXAMPLES[rule.code] = example


def declared() -> list[Rule]:
    """Return all rules declared by the modules imported so far, sorted by code."""
    return [_RULES[code] for code in sorted(_RULES)]


class Edit(Struct, frozen=True):
    """Replace the text between two positions (lines and columns count from 1) with `text`."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    __repr__ = short_struct


class Fix(Struct, frozen=True):
    """A way to fix a finding. A `safe` fix does not change the meaning of the record.

    It respells a value as kifu reads it, or fills in a value that follows from others. A fix that
    changes a statement, removes one, or guesses is unsafe (`docs/fixes.md`).

    In the canonical record, `changes` are new values (JSON pointer, value), `renames` are new names
    of keys (JSON pointer, name), and `removals` are items to remove from lists (JSON pointers).
    When the finding is placed in a text, they become `edits` to the text, to be made together.
    Edits of two fixes may overlap: apply one fix, and read the text again.
    """

    message: str
    changes: tuple[tuple[str, Any], ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    edits: tuple[Edit, ...] = ()
    safe: bool = True
    removals: tuple[str, ...] = ()

    __repr__ = short_struct


class Excerpt(Struct, frozen=True):
    """The source line of a finding, or part of it; underlining begins at `start` (from 0)."""

    text: str
    start: int
    length: int
    more_before: bool = False
    more_after: bool = False


class Twin(Struct, frozen=True):
    """Another record of the same match: a digest of its play, and the path of its file.

    Both records have the same digest.
    """

    digest: str
    path: str


class LeftOut(Struct, frozen=True):
    """The number of findings for a rule that are not listed."""

    rule: Rule
    count: int


class Finding(Struct, frozen=True, kw_only=True):
    """One rule broken in one place.

    Lines, columns, rounds and plies count from 1, players from 0. `pointer` is a JSON pointer into
    the canonical JSON of the record; once the finding is placed in a JSON or YAML file, it points
    into that file. `offset` and `length` select characters in the string there. `record` is the
    number of the record in its file, from 1. `excerpt` is the source line, if the finding is placed
    in one. Each of the `suggestions` would make everything right. `twin` is the other record, if
    the finding is about two. `left_out` counts the findings that this one represents.

    `str` returns one line: place, severity, code and name, round, ply and player, and message.
    """

    rule: Rule
    message: str
    severity: Severity | None = None
    path: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    pointer: str | None = None
    offset: int | None = None
    length: int | None = None
    record: int | None = None
    round: int | None = None
    ply: int | None = None
    player: int | None = None
    fix: Fix | None = None
    excerpt: Excerpt | None = None
    suggestions: tuple[Fix, ...] = ()
    twin: Twin | None = None
    left_out: LeftOut | None = None

    def __post_init__(self) -> None:
        if self.severity is None:
            force_setattr(self, "severity", self.rule.severity)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"{place}{self.severity} {self.code} {self.name}{self.play}: {visible(self.message)}"

    def __repr__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"<Finding {place}{self.severity} {self.code}: {short(self.message)}>"

    @property
    def place(self) -> str:
        """The place in a file, if known: `games/match.json:5:3`."""
        known = [self.path, self.line, self.column]
        return visible(":".join(str(each) for each in known if each is not None))

    @property
    def play(self) -> str:
        """The place in the play, in brackets: ` (round 2, ply 5)`; empty if unknown."""
        known = {"round": self.round, "ply": self.ply, "player": self.player}
        found = [f"{name} {number}" for name, number in known.items() if number is not None]
        return f" ({', '.join(found)})" if found else ""

    @property
    def code(self) -> str:
        """The code of the broken rule."""
        return self.rule.code

    @property
    def about(self) -> Rule:
        """The rule that selects the finding: its own, or the rule of the findings it represents."""
        return self.rule if self.left_out is None else self.left_out.rule

    @property
    def name(self) -> str:
        """The readable name of the broken rule."""
        return self.rule.name

    def but(self, **changes: Any) -> Finding:
        """Return a copy of this finding with some fields changed."""
        return replace(self, **changes)

    def without_advice(self) -> Finding:
        """Return a copy of this finding without its fix and the advice that ends its message."""
        return replace(self, fix=None, message=_ADVICE.sub("", self.message))


_ADVICE = re.compile(r": write \S+\Z")
