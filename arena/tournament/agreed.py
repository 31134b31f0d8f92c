"""Make sure that a folder holds the requested tournament."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from ...formats.interface.protocol import protocol
from ..errors import BadFolder, BadSettings
from ..seeds import any_seed
from .entrants import Entrants, difference
from .pairing import SIZE
from .plan import Plan, Settings, load


def agreed(
    folder: Path, entrants: Entrants, given: Mapping[str, object], usual: Mapping[str, object]
) -> Plan:
    """Return a folder's plan, or a new one with the given settings and defaults.

    Raises BadFolder if the folder holds a different tournament, and BadSettings if the deck does
    not match the deals.
    """
    plan = load(folder)
    if plan is None:
        values = {"seed": any_seed(), **usual}
        asked = {name: value for name, value in given.items() if value is not None}
        plan = Plan(msgspec.convert(values | asked, Settings), entrants.commands)
    changed = difference(plan.entrants, entrants.commands)
    if changed is not None:
        raise BadFolder(f"{folder}: this folder holds a different tournament: {changed}")
    for name, value in given.items():
        there = getattr(plan.settings, name)
        if value is not None and value != there:
            setting = "was not given" if there is None else f"is {there}"
            raise BadFolder(f"{folder}: in this folder's tournament, --{name} {setting}")
    _check_game(plan)
    return plan


def _check_game(plan: Plan) -> None:
    try:
        protocol().set_up(SIZE, plan.settings.deck, plan.settings.game)
    except ValueError as why:
        raise BadSettings(str(why)) from None
