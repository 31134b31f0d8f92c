"""Write the corpus from the rule registry and the examples: files and their expected findings.

    python conformance/make.py          # writes it
    python conformance/make.py --check # lists what would change; exits with 1 if anything would

Run it again whenever a rule, an example or the place of a finding changes.
"""

import json
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any

import kifu
from kifu import formats, replayer
from kifu.findings import Finding, Rule
from kifu.formats import UnknownNotation
from kifu.formats.files.detect import detect
from kifu.replayer.replay.duplicates import Duplicates
from kifu.validation.outcome import Outcome, outcome
from kifu.validation.outcomes import outcomes

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
INDEX = "index.json"

VERSION = 1
"""The version of the index format; increased when readers have to change."""

BOUNDS = ("F003", "F005", "F007", "F009", "V005")
"""Rules about limits of this program."""

FAILURES = ("F010", "R004")
"""Rules about a game's code, which kifu's own games never break."""

BETWEEN_RECORDS = ("R002", "R003")
"""Rules that are checked only on request (`kifu validate --duplicates`)."""

PLACE = ("record", "line", "column", "end_line", "end_column", "round", "ply", "player")


def corpus() -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Yield the path of each file, its content, and its entry in the index."""
    yield from examples()
    unwanted = left_out()
    for rule in kifu.rules():
        if rule.code not in unwanted:
            yield of_rule(rule)


def left_out() -> dict[str, str]:
    """Return the codes of rules without a file, and why they have none."""
    results = [each.code for each in kifu.rules() if each.example.name.endswith(".pgn")]
    why = "about results in PGN, which are not records"
    return {
        **dict.fromkeys(BOUNDS, "a limit of this program"),
        **dict.fromkeys(FAILURES, "about games in separate packages that fail"),
        **dict.fromkeys(results, why),
    }


def examples() -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Yield the records of every game in `examples/`, whole and cut short.

    Whole records are valid, though they may have a warning or a note.
    """
    for game in replayer.games():
        for path in sorted((EXAMPLES / game).iterdir()):
            notation = detect(path.read_bytes())
            if notation is None:
                continue  # Not a record, but about records.
            text = path.read_text("utf-8")
            for name, part in ((path.name, text), (f"cut-{path.name}", text[: len(text) * 2 // 3])):
                content = part.encode()
                found = list(outcomes(BytesIO(content), name, notation.id))
                yield entry(f"files/{notation.id}/{name}", content, notation.id, found)


def of_rule(rule: Rule) -> tuple[str, bytes, dict[str, Any]]:
    """Return the example of a rule, which breaks that rule and no other."""
    notation, name = rule.example.notation, PurePath(rule.example.name)
    suffix = "".join(name.suffixes) or (formats.notation(notation).suffix if notation else ".txt")
    path = f"files/{notation or 'none'}/{rule.code}-{rule.name}{suffix}"
    content = rule.example.content()
    if name.suffix == ".gz" and (HERE / path).exists():
        content = (HERE / path).read_bytes()  # zlib builds differ in the bytes they write.
    try:
        found = list(outcomes(BytesIO(content), path, notation))
    except UnknownNotation as why:
        found = [outcome(why.reading)]
    return entry(path, content, notation, found, rule.code in BETWEEN_RECORDS)


def entry(
    path: str,
    content: bytes,
    notation: str | None,
    found: list[Outcome[Any]],
    duplicates: bool = False,
) -> tuple[str, bytes, dict[str, Any]]:
    """Return a file and its entry in the index."""
    due = [finding for each in found for finding in each.findings]
    if duplicates:
        due += between(found)
    counts = [each.counts for each in found if each.counts is not None]
    values: dict[str, Any] = {
        "path": path,
        "notation": notation,
        "duplicates": duplicates,
        "valid": not any(each.severity == "error" for each in due),
        "records": len(counts),
        "rounds": sum(each.rounds for each in counts),
        "plies": sum(each.plies for each in counts),
        "findings": [of_finding(each) for each in due],
    }
    return path, content, values


def between(found: list[Outcome[Any]]) -> Iterator[Finding]:
    """Yield the findings that concern several records of a file."""
    known = Duplicates()
    for each in found:
        game = replayer.game_of(each.record)
        for finding in known.findings(game, each.record, ""):
            placed = each.reading.place(finding.but(pointer=""))
            assert placed is not None
            yield placed


def of_finding(finding: Finding) -> dict[str, Any]:
    """Return a finding as in the index: without its message or unknown values."""
    place = {name: getattr(finding, name) for name in PLACE}
    known = {name: value for name, value in place.items() if value is not None}
    return {"code": finding.code, "severity": finding.severity, **known}


def files() -> dict[str, bytes]:
    """Return all files of the corpus by path."""
    made = list(corpus())
    head = {
        "$schema": "./index.schema.json",
        "version": VERSION,
        "kifu": kifu.__version__,
        "left_out": left_out(),
    }
    lines = ",\n  ".join(json.dumps(each, ensure_ascii=False) for _, _, each in made)
    index = f'{json.dumps(head, indent=1)[:-2]},\n "files": [\n  {lines}\n ]\n}}\n'
    return {INDEX: index.encode(), **{path: content for path, content, _ in made}}


def stale(made: dict[str, bytes]) -> list[str]:
    """Return the paths of files that are missing, superfluous or out of date."""
    there = {each for each in (HERE / "files").rglob("*") if each.is_file()}
    left = there - {HERE / each for each in made}
    changed = [
        path
        for path, content in made.items()
        if not (HERE / path).is_file() or (HERE / path).read_bytes() != content
    ]
    return sorted([*changed, *(each.relative_to(HERE).as_posix() for each in left)])


if __name__ == "__main__":
    everything = files()
    wrong = stale(everything)
    for each in wrong:
        print(each)
        if "--check" in sys.argv:
            continue
        path = HERE / each
        if each in everything:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(everything[each])
        else:
            path.unlink()
    sys.exit(1 if wrong and "--check" in sys.argv else 0)
