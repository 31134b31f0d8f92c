"""Write docs/rules.md to standard output, from the registry of rules."""

import sys

import kifu
from kifu.findings import Rule
from kifu.replayer import games

HEAD = """\
# What can be wrong

Every way for a record to be wrong has a code and a name that never change meaning. `kifu rule CODE`
shows one with an example. This page is made from the registry: `python docs/make_rules.py`.

`F` stands for the file and its syntax, `S` for the schema of a notation, `V` for variations in any
game, `R` for what else records of all games have in common.
"""


def games_by_letter() -> dict[str, str]:
    """The titles of the games, by the letter with which their codes begin."""
    return {
        rule.code[0]: game.title
        for rule in kifu.rules()
        for game in games().values()
        if rule.name.startswith(f"{game.name}-")
    }


def letters() -> str:
    """What the letters of the games stand for."""
    found = games_by_letter().items()
    return "Games: " + ", ".join(f"`{letter}` {title}" for letter, title in found) + ".\n"


def entry(rule: Rule) -> str:
    """One rule as a section of the page."""
    return f"""
## {rule.code} {rule.name}

*{rule.severity}.* {rule.means}

- Why: {rule.why}
- What to do: {rule.mend}
"""


if __name__ == "__main__":
    page = HEAD + letters() + "".join(map(entry, kifu.rules()))
    sys.stdout.buffer.write(page.encode())
