"""Every game that is found obeys the laws of `kifu.testing`."""

from kifu import replayer
from kifu.testing import AllLaws


def laws_of(name: str) -> type[AllLaws]:
    """The laws of one game, as a class that pytest collects."""
    return type(f"Test{name.capitalize()}", (AllLaws,), {"name": name})


globals().update({each.__name__: each for each in map(laws_of, replayer.games())})
