"""The rule sets of Go, where they differ in ways that records can show.

An option that is None is unknown: then only actions that every rule set forbids are errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

Suicide = Literal["forbidden", "several", "allowed"]
Superko = Literal["none", "positional", "situational"]
Scoring = Literal["territory", "area"]
Placement = Literal["fixed", "free"]


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rules of a game; simple ko always holds.

    >>> PRESETS["aga"].superko, Options().superko
    ('situational', None)
    """

    preset: str | None = None
    """The name of the preset on which the options are based."""

    suicide: Suicide | None = None
    """Whether a player may take their own stones: never, several at once, or even a single one."""

    superko: Superko | None = None
    """Which repetitions of the whole board are forbidden: all, or with the same player to move."""

    scoring: Scoring | None = None
    """Whether territory and prisoners are counted, or territory and stones."""

    handicap: Placement | None = None
    """How handicap stones are placed: on fixed points, or freely."""


def _preset(
    name: str, suicide: Suicide, superko: Superko | None, scoring: Scoring, handicap: Placement
) -> Options:
    return Options(
        preset=name, suicide=suicide, superko=superko, scoring=scoring, handicap=handicap
    )


PRESETS = {
    each.preset or "": each
    for each in (
        # Nihon Ki-in rules of 1989, articles 5 and 12: no suicide; a repetition has no result.
        _preset("japanese", "forbidden", "none", "territory", "fixed"),
        _preset("korean", "forbidden", "none", "territory", "fixed"),
        # Chinese rules of 2002, articles 6 and 20.
        _preset("chinese", "forbidden", "positional", "area", "fixed"),
        # AGA rules of 1991, rule 6.
        _preset("aga", "forbidden", "situational", "area", "fixed"),
        # New Zealand rules of 1986, rule 5.
        _preset("nz", "allowed", "situational", "area", "free"),
        # Ing's ko rule distinguishes kinds of repetition, which no option can express.
        _preset("goe", "several", None, "area", "free"),
        _preset("tromp-taylor", "allowed", "positional", "area", "free"),
    )
}
"""The rule sets by their names, in lower case."""

_NAMES = {
    "ing": "goe",
    "ingrules": "goe",
    "goeing": "goe",
    "newzealand": "nz",
    "bga": "aga",
    "french": "aga",
    "ffg": "aga",
    "japan": "japanese",
    "jp": "japanese",
    "korea": "korean",
    "kr": "korean",
    "china": "chinese",
    "cn": "chinese",
    "tromptaylor": "tromp-taylor",
    "日本": "japanese",
    "中国": "chinese",
    "中國": "chinese",
    "韩国": "korean",
    "韓国": "korean",
}
"""Other names in records, in lower case and without spaces or hyphens."""


def named(name: str) -> Options | None:
    """Return the options for the name of a rule set in a record, or None if it is unknown.

    >>> [named(each).preset for each in ("Japanese", "New Zealand", "AGA rules")]
    ['japanese', 'nz', 'aga']
    >>> named("our own")
    """
    simple = re.sub(r"[\s_-]|rules?$|规则$|ルール$", "", name.strip().lower())
    return PRESETS.get(_NAMES.get(simple, simple))


def stated(options: Options) -> dict[str, str]:
    """Return the options that a record needs to state: its preset, and those that differ from it.

    >>> stated(PRESETS["aga"]), stated(Options(suicide="allowed"))
    ({'preset': 'aga'}, {'suicide': 'allowed'})
    """
    own: dict[str, str] = msgspec.to_builtins(options)
    base: dict[str, str] = msgspec.to_builtins(PRESETS.get(options.preset or "", Options()))
    if not base.keys() <= own.keys():  # it cannot state that an option is unknown
        return {key: value for key, value in own.items() if key != "preset"}
    return {k: value for k, value in own.items() if k == "preset" or base.get(k) != value}


def resolved(values: Mapping[str, Any]) -> Options:
    """Return the options of a preset, with the given options changed.

    Raises ValueError if there is no such preset, option or value.
    """
    preset = values.get("preset")
    if preset is not None and preset not in PRESETS:
        raise ValueError(f"there is no preset {preset!r}: presets are {', '.join(PRESETS)}")
    base = Options() if preset is None else PRESETS[preset]
    return msgspec.convert(msgspec.to_builtins(base) | dict(values), Options)
