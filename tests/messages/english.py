"""Odd patterns of English that can be detected automatically, counted by folder.

    python -m tests.messages.english [FOLDER ...]
    python -m tests.messages.english --write

The first command lists the places in the given folders, or in all folders. The second lowers the
numbers in `english.json` that have become too high, and never raises any. The texts are the pages
of `docs/`, the string literals, docstrings and comments of the product, and the descriptions in its
schemas.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..imports import ROOT, sources

BUDGET = Path(__file__).with_suffix(".json")
GENERATED = {"rules.md"}

_START = r"(?:^|(?<=[.;:!?] ))"
_NO_QUESTION = r"\b[^.?!]*(?=[.!]|$)"
PATTERNS = {
    "is no": r"(?<![Tt]here )\b(?:is|are|was|were) (?:no|none)\b(?! longer| more| less| fewer)",
    "due": r"\bdue\b(?! to\b)",
    "told": r"\btold\b",
    "What": rf"{_START}What{_NO_QUESTION}",
    "Who": rf"{_START}[Ww]ho{_NO_QUESTION}|\bfor who\b|\b[Ww]hoever\b",
    "Where": rf"{_START}Where{_NO_QUESTION}",
    "that of": r"\bthat of\b",
    "that lacks": r"\b(?:one|none|which) that lacks?\b",
    "so many": r"\bso many\b",
    "Of these": rf"{_START}Of (?:a|an|all|each|its|several|some|such|the|these|this|those|what)\b",
    "stands": r"\b(?:stands?|stood)\b(?! for\b|-in\b)",
    "So does": rf"{_START}(?:So|Nor) (?:are|can|do|does|did|has|have|is|may|was|were|will)\b",
    "is to be": r"\b(?:is|are|was|were) to be\b",
    "besides": r"\bbesides(?=[.,;:)]|$)",
    "for it": r", for (?:it|nobody|that|there|they|this)\b",
    "what comes": r"\bwhat comes\b(?! after| before| next)",
    "comes there": r"\b(?:came|comes?) there\b",
    "twice running": r"\btwice running\b",
}
"""Regular expressions by the name of the pattern they detect."""

_ANY = {name: re.compile(pattern, re.MULTILINE) for name, pattern in PATTERNS.items()}
_NO_PROSE = re.compile(r"^```.*?^```$|^#+ [^\n]*$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`]*`")
_TARGET = re.compile(r"\]\([^)]*\)")
_DESCRIPTION = re.compile(r'"description": "((?:[^"\\]|\\.)*)"')
_EXAMPLE = re.compile(r"^\s*(?:>>>|\.\.\.).*$", re.MULTILINE)
_QUOTED = r"""[bfru]*(?:(?!"{3})"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_LITERAL = re.compile(
    r'(?P<string>[fr]*"{3}(?:[^\\]|\\[\s\S])*?"{3}'
    rf"|{_QUOTED}(?:\s+{_QUOTED})*)"
    r"|(?P<comment>(?:^ *# .*\n)+)|#.*",
    re.MULTILINE,
)
"""Literals and comments in a formatted module; implicitly joined literals count as one."""

_JOINED = re.compile(r"""["']\s+[bfru]*["']""")
_BREAK = re.compile(r"\n\s*\n|\n\s*(?=[-*|#] |\d+\. |#+ )|\|")

Text = tuple[Path, int, str]
"""A file, a line number in the file, and the text that starts there."""


def pages() -> Iterator[Text]:
    """Yield the prose of the README and of all hand-written pages, without headings."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if path.name not in GENERATED:
            yield path, 1, _NO_PROSE.sub(_blank, path.read_text("utf-8"))


def literals() -> Iterator[Text]:
    """Yield the string literals, docstrings and comments of the product."""
    for path in sources().values():
        text = path.read_text("utf-8")
        for each in _LITERAL.finditer(text):
            line = text.count("\n", 0, each.start()) + 1
            if each["comment"]:
                yield path, line, re.sub(r"^ *# ", "", each["comment"], flags=re.MULTILINE)
            elif each["string"] and " " in each["string"]:
                plain = _JOINED.sub("", each["string"]).lstrip("bfru").strip("\"'")
                yield path, line, _EXAMPLE.sub("", plain)


def descriptions() -> Iterator[Text]:
    """Yield the descriptions in the product's JSON Schemas."""
    for path in sorted((ROOT / "schemas").rglob("*.json")):
        text = path.read_text("utf-8")
        for each in _DESCRIPTION.finditer(text):
            yield path, text.count("\n", 0, each.start()) + 1, each[1]


def found(texts: Iterable[Text]) -> Iterator[tuple[Path, int, str, str]]:
    """Yield each odd place: its file, its line, the name of its pattern, and the words."""
    for path, line, text in texts:
        for offset, paragraph in _paragraphs(text):
            plain = " ".join(_TARGET.sub("]", _CODE.sub("CODE", paragraph)).split())
            for name, pattern in _ANY.items():
                for each in pattern.finditer(plain):
                    yield path, line + text.count("\n", 0, offset), name, each[0][:60]


def everything() -> list[tuple[Path, int, str, str]]:
    """Return all odd places in the project."""
    return [*found(pages()), *found(literals()), *found(descriptions())]


def counted(places: Iterable[tuple[Path, int, str, str]]) -> Counter[str]:
    """Return the number of odd places in each folder."""
    return Counter(folder(path) for path, *_ in places)


def folder(path: Path) -> str:
    """Return the top-level folder that a file is in, or `.`."""
    return path.relative_to(ROOT).parts[0] if path.parent != ROOT else "."


def budget() -> dict[str, int]:
    """Return the maximum number of odd places per folder; a folder not named may have none."""
    return json.loads(BUDGET.read_text("utf-8"))


def _blank(text: re.Match[str]) -> str:
    return "\n" * text[0].count("\n")


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, items, cells and headings of a text, each with its offset."""
    start = 0
    for each in _BREAK.finditer(text):
        yield start, text[start : each.start()].strip().lstrip("-*#0123456789. ")
        start = each.end()
    yield start, text[start:].strip().lstrip("-*#0123456789. ")


def main() -> None:
    """List the odd places, or lower the numbers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="lower the numbers in english.json")
    given = parser.parse_args()
    places = everything()
    if given.write:
        now = counted(places)
        old = budget() if BUDGET.exists() else now
        lowered = {name: min(most, now[name]) for name, most in sorted(old.items()) if now[name]}
        BUDGET.write_text(json.dumps(lowered, indent=2) + "\n", "utf-8")
        return
    for path, line, name, words in places:
        name_of = path.relative_to(ROOT)
        if not given.folders or any(name_of.is_relative_to(each) for each in given.folders):
            print(f"{name_of}:{line}: {name}: {words}")


if __name__ == "__main__":
    main()
