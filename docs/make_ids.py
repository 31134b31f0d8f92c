"""Write the tables of action ids and observations in the pages of the games.

python docs/make_ids.py
"""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

import kifu
from kifu.replayer import games
from kifu.replayer.encoding.fields import Layout

HERE = Path(__file__).parent
BEGIN, END = "<!-- made by docs/make_ids.py -->", "<!-- end -->"


def ids(groups: tuple[tuple[str, int], ...]) -> Iterator[str]:
    """Yield the table of action ids."""
    yield from ("| id | meaning |", "| --- | --- |")
    ends = accumulate(count for _, count in groups)
    for (about, count), end in zip(groups, ends, strict=True):
        first = end - count
        yield f"| {first if count == 1 else f'{first} to {end - 1}'} | {about} |"


def fields(title: str, layout: Layout) -> Iterator[str]:
    """Yield the table of the fields of an array."""
    if layout.fields:
        yield from ("", f"| {title} | shape | values | |", "| --- | --- | --- | --- |")
    for each in layout.fields:
        shape = " × ".join(map(str, each.shape))
        yield f"| `{each.name}` | {shape} | 0 to {each.high} | {each.about} |"


def section(name: str) -> str:
    """Return the tables of a game under its default options."""
    made = kifu.encoding(name)
    lines = [
        *ids(made.groups or tuple((f"`{each}`", 1) for each in made.names)),
        *fields("observation", made.observation),
        *fields("perfect", made.perfect),
        "",
        f"A round has at most {made.max_game_length:,} decisions, and brings a player "
        f"{made.min_utility:,} to {made.max_utility:,} points.",
    ]
    return "\n".join(lines)


def page(name: str) -> str:
    """Return the page of a game with its tables up to date."""
    text = (HERE / f"{name}.md").read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{section(name)}\n\n{END}{after}"


def pages() -> list[str]:
    """Return the games that have a page here."""
    return [name for name in games() if (HERE / f"{name}.md").exists()]


def main() -> None:
    """Write the pages of all games."""
    for name in pages():
        (HERE / f"{name}.md").write_text(page(name), "utf-8")


if __name__ == "__main__":
    main()
