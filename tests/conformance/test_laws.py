"""Every installed game obeys the laws of `kifu.testing`; the suite checks two games in full."""

from typing import Any

from kifu import replayer
from kifu.testing import AllLaws, CodeLaws, EncodingLaws

from ..campaign import few

GAMES = sorted(replayer.games(), reverse=True)
WHOLE = few(GAMES, 2)


def laws_of(name: str) -> type[Any]:
    """Return a class that tests a game against all laws, or only against the fastest ones."""
    laws = (AllLaws,) if name in WHOLE else (CodeLaws, EncodingLaws)
    return type(f"Test{name.capitalize()}", laws, {"name": name})


globals().update({each.__name__: each for each in map(laws_of, GAMES)})
