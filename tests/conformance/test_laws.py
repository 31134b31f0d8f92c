"""Every game that is found obeys the laws of `kifu.testing`: in the suite two of them obey all."""

from typing import Any

from kifu import replayer
from kifu.testing import AllLaws, CodeLaws

from ..campaign import few

GAMES = sorted(replayer.games(), reverse=True)
WHOLE = few(GAMES, 2)


def laws_of(name: str) -> type[Any]:
    """The laws of one game, as a class that pytest collects; those of its rules in any case."""
    laws = AllLaws if name in WHOLE else CodeLaws
    return type(f"Test{name.capitalize()}", (laws,), {"name": name})


globals().update({each.__name__: each for each in map(laws_of, GAMES)})
