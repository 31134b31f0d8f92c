"""The common base of all classes of laws: the tested game and its parts."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from .. import replayer
from ..findings import Rule
from ..formats import Notation
from ..formats.interface import catalog
from ..replayer.discovery import load_module
from ..replayer.game import Game


class Laws:
    """Laws of a game, each one a test; a derived class sets the game's `name`.

    A law with an argument `notation` (or `other`) is run for each of the game's notations; one with
    an argument `rule` is run for each rule in its modules of codes.
    """

    name: ClassVar[str]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Create a test of a law for each notation or rule; called by pytest."""
        for argument in {"notation", "other"} & set(metafunc.fixturenames):
            metafunc.parametrize(argument, notation_ids(self.name), indirect=True)
        if "rule" in metafunc.fixturenames:
            metafunc.parametrize("rule", rules_of(self.name), ids=lambda rule: rule.code)

    @pytest.fixture
    def game(self) -> Game[Any, Any]:
        """Return the game."""
        require(self.name)
        return replayer.game(self.name)

    @pytest.fixture
    def notation(self, request: pytest.FixtureRequest) -> Notation[Any]:
        """Return one of the game's notations."""
        return catalog.notation(request.param)

    @pytest.fixture
    def other(self, request: pytest.FixtureRequest) -> Notation[Any]:
        """Return one of the game's notations, for laws about pairs of notations."""
        return catalog.notation(request.param)


def require(name: str) -> None:
    """Raise LookupError if the game does not exist."""
    known = replayer.games()
    if name not in known:
        raise LookupError(
            f"kifu cannot find the game {name!r}, only {', '.join(known)}: install its package "
            "(`pip install -e .`) with an entry point in the group 'kifu.games'"
        )


def require_views(game: Game[Any, Any]) -> None:
    """Skip a law about players' knowledge if nothing is hidden from anybody."""
    if not game.has_views:
        pytest.skip(f"{game.name} hides nothing from its players")


def notation_ids(name: str) -> list[str]:
    """Return the identifiers of a game's notations, the canonical one first."""
    require(name)
    return [each.id for each in catalog.formats()[name].notations]


def rules_of(name: str) -> list[Rule]:
    """Return the rules declared in a game's modules of codes, by code.

    A module of codes assigns each of its rules to a name.
    """
    require(name)
    modules = [replayer.games()[name].codes, catalog.formats()[name].codes]
    values = [value for each in modules if each for value in vars(load_module(each, name)).values()]
    found = {value.code: value for value in values if isinstance(value, Rule)}
    return [found[code] for code in sorted(found)]
