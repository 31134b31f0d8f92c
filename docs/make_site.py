"""Build the site: write its pages to build/pages, and run Zensical on them in strict mode.

Each rule has a page with a permanent address, `rules/CODE/`; each notation has one with its schema
or grammar; mkdocstrings makes the pages of the Python API from docstrings. The others come from
docs/, the README and a few more files; links between them are redirected to pages of the site, and
examples become live boards.
"""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from live_boards import SCRIPT, script, with_boards
from make_rules import games_by_letter

import kifu
from kifu.cli.arena.new import command as new
from kifu.cli.check.rule import example_of, report_of
from kifu.findings import Rule
from kifu.formats import notations
from kifu.formats.document.schema import schema
from kifu.formats.interface.description import description
from kifu.formats.text import grammar
from kifu.replayer import games

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
PAGES = BUILD / "pages"

STYLE = "site.css"

BESIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
}
"""Files outside docs/ that become pages, by their paths in the repository."""

REFERENCES = {
    "reference.md": ("Reference", ("kifu", "kifu.repair")),
    "reference-games.md": (
        "Reference for games",
        (
            "kifu.replayer.descriptor",
            "kifu.replayer.rules",
            "kifu.replayer.game",
            "kifu.replayer.positions",
            "kifu.replayer.beliefs.beliefs",
            "kifu.formats.interface.descriptor",
            "kifu.formats.interface.notation",
            "kifu.formats.interface.losses",
            "kifu.testing",
        ),
    ),
}
"""The pages of the Python API, with their titles and modules."""

LINES = 40
"""The maximum number of lines to show of an example."""

_LINK = re.compile(r"\[([^]\[]*)\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)")
_PICTURE = re.compile(r'(<(?:img|source) [^>]*?src(?:set)?=")docs/')


class DeadLink(Exception):
    """A link between files is broken."""


def pages() -> dict[str, str]:
    """Return the text of every page, by its path."""
    files = {f"docs/{path.name}": path.name for path in (ROOT / "docs").glob("*.md")} | BESIDE
    found = {to: _led(path, to, (ROOT / path).read_text("utf-8")) for path, to in files.items()}
    return {to: with_boards(to, text) for to, text in (found | dict(_made())).items()}


def _led(path: str, to: str, text: str) -> str:
    """Return the text of a file with its links redirected to pages.

    Pictures are beside the pages. A link to a file that is not a page becomes plain text. Raises
    DeadLink if a link is broken.
    """

    def led(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2]))
        if not (ROOT / target).exists():
            raise DeadLink(f"{path}: {link[0]}")
        page = BESIDE.get(target, target.removeprefix("docs/"))
        if page == target:
            return link[1]
        return (
            f"[{link[1]}]({posixpath.relpath(page, posixpath.dirname(to) or '.')}{link[3] or ''})"
        )

    return _LINK.sub(led, _PICTURE.sub(r"\1", text))


def _made() -> Iterator[tuple[str, str]]:
    rules = kifu.rules()
    yield "rules.md", "".join(_rule_index(rules))
    for rule in rules:
        yield f"rules/{rule.code}.md", "".join(_rule_page(rule))
    yield "notations.md", "".join(_notation_index())
    shown = _examples()
    for each in notations():
        yield f"notations/{each.id}.md", "".join(_notation_page(each, shown[each.id]))
    for page, (title, modules) in REFERENCES.items():
        yield page, f"# {title}\n\n" + "".join(f"::: {each}\n\n" for each in modules)


def _rule_index(rules: list[Rule]) -> Iterator[str]:
    yield "# What can be wrong\n\n"
    yield "Every way a record can be wrong has a code and a name that never change meaning.\n"
    titles = {"F": "Files and syntax", "S": "Schemas", "V": "Variations", "R": "All games"}
    titles |= games_by_letter()
    for letter in dict.fromkeys(rule.code[0] for rule in rules):
        yield f"\n## {letter}: {titles[letter]}\n\n| code | name | meaning |\n| --- | --- | --- |\n"
        for rule in rules:
            if rule.code[0] == letter:
                means = rule.means.replace("|", r"\|")
                yield f"| [{rule.code}](rules/{rule.code}.md) | `{rule.name}` | {means} |\n"


def _rule_page(rule: Rule) -> Iterator[str]:
    yield f"# {rule.code} {rule.name}\n\n*{rule.severity}.* {rule.means}\n\n"
    yield f"- **Basis:** {rule.why}\n- **What to do:** {rule.mend}\n\n## Example\n\n"
    notation = rule.example.notation
    of = f" in [{notation}](../notations/{notation}.md)" if notation else ""
    yield f"The smallest file{of} that breaks this rule and no other:\n\n"
    yield _fenced(example_of(rule)["text"])
    report = report_of(rule, 100)
    if report:  # not for results in PGN, which only `kifu rate` reads
        told = click.unstyle("\n".join(report))
        yield f"What `kifu validate` reports:\n\n{_fenced(told)}"
    yield "[All rules](../rules.md)\n"


def _notation_index() -> Iterator[str]:
    yield "# All notations\n\n"
    yield "| notation | what it is | files |\n| --- | --- | --- |\n"
    for each in notations():
        yield f"| [{each.id}](notations/{each.id}.md) | {each.title} | `*{each.suffix}` |\n"


def _examples() -> dict[str, Path]:
    """Return the shortest example of each notation that is not a view."""
    files = [path for path in (ROOT / "examples").glob("*/*.*") if path.name != "view.json"]
    found: dict[str, Path] = {}
    for path in sorted(files, key=lambda path: -path.stat().st_size):
        for reading in kifu.read(path):
            if reading.notation is not None:
                found[reading.notation.id] = path
    return found


def _notation_page(notation: kifu.Notation[Any], example: Path) -> Iterator[str]:
    up = "../" * (notation.id.count("/") + 1)
    game = f"[{games()[notation.game].title}]({up}{notation.game}.md)"
    yield f"# {notation.id}\n\n{notation.title[0].upper()}{notation.title[1:]}.\n\n"
    yield f"In commands, its name is `{notation.id}`; its files end in `{notation.suffix}`.\n"
    yield f"The page about {game} explains it.\n\n## Example\n\n"
    command = ("new", notation.game, "--to", notation.id)
    yield f"`kifu {' '.join(command)}` writes a short record:\n\n"
    made = CliRunner().invoke(new, command[1:], catch_exceptions=False)
    lines = made.stdout.splitlines()
    yield _fenced("\n".join([*lines[:LINES], "…"] if len(lines) > LINES else lines))
    board = f"<!-- board {example.relative_to(ROOT)} round=1 step=3 -->"
    yield f"Another example, as a board:\n\n{board}\n\n"
    yield "## What it cannot hold\n\n"
    yield "\n".join(f"- *{name}*: {why}" for name, why in notation.unsupported.items())
    yield "\n\n" if notation.unsupported else "It holds everything that a record can say.\n\n"
    if notation.schema is not None:
        yield f"## JSON Schema\n\n`kifu schema {notation.id}` prints it.\n\n"
        yield _fenced(json.dumps(schema(notation.schema), ensure_ascii=False, indent=2), "json")
    if notation.grammar is not None:
        yield "## Grammar\n\nA [Lark](https://lark-parser.readthedocs.io) grammar:"
        yield f" `kifu schema {notation.grammar}` prints it.\n\n"
        yield _fenced(grammar.source(notation.grammar), "text")
    if notation.description is not None:
        yield f"## Syntax\n\n`kifu schema {notation.id}` prints this description.\n\n"
        yield description(notation.description) + "\n"


def _fenced(text: str, language: str = "text") -> str:
    """Return a text as a code block, whatever it contains."""
    longest = max((len(each) for each in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n\n"


def configuration() -> str:
    """Return the site's configuration, with the games' pages in its navigation."""
    mark = "      # The pages of the discovered games go here.\n"
    text = (ROOT / "docs" / "site.yml").read_text("utf-8")
    assert mark in text
    return text.replace(mark, "".join(f"      - {name}.md\n" for name in sorted(games())))


def main() -> int:
    """Build the site, and return the exit status."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for path, text in pages().items():
        (PAGES / path).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / path).write_text(text, encoding="utf-8")
    (PAGES / SCRIPT).write_text(script(), encoding="utf-8")
    for path in [ROOT / "docs" / STYLE, *(ROOT / "docs").glob("*.svg")]:
        shutil.copy(path, PAGES)
    own = BUILD / "site.yml"
    own.write_text(configuration(), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(own)]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
