"""The start and end times of matches in skimmed lines."""

import kifu
from kifu import formats, replayer

from ..loops import all_of


def _line(game: str, times: str) -> bytes:
    notation = formats.notation(f"{game}/json")
    assert notation.compact is not None
    text = notation.compact(replayer.generate(game, 1))
    declared = f'{{"format":"{game}/json","version":1,'
    assert text.startswith(declared)
    return (declared + times + text.removeprefix(declared)).encode()


@all_of("game", ["goita", "leduc", "mighty", "planowanie"])
@all_of(
    ("start", "end", "is_skimmed"),
    [
        ("2026-03-01T13:00+09:00", "2026-03-01T13:40+09:00", True),
        ("2026-03-01T13:00", "2026-03-01T13:00:01", True),
        ("2026-02-28T13:00", None, True),
        ("2026-03-01T13:40+09:00", "2026-03-01T13:00+09:00", False),
        ("2026-03-01T13:00+09:00", "2026-03-01T13:40+08:00", False),
        ("2026-02-29T13:00", None, False),
        ("2026-04-31T13:00", None, False),
        ("2026-03-01T24:00", None, False),
        ("2026-03-01", None, False),
    ],
)
def test_usual_times_are_skimmed_and_none_that_is_wrong(
    game: str, start: str, end: str | None, is_skimmed: bool
) -> None:
    times = f'"start_time":"{start}",' + (f'"end_time":"{end}",' if end else "")
    line = _line(game, times)
    skim = formats.notation(f"{game}/json").skim
    assert skim is not None
    assert (skim(line, 0)[0] == len(line)) is is_skimmed
    if is_skimmed:
        text = line.decode()
        assert not [found for reading in kifu.read(text) for found in kifu.check(reading)]
