"""The law of fixes: a fix removes its finding, and makes nothing worse."""

from collections import Counter
from random import Random

import pytest

import kifu
from kifu.findings import Finding, Rule

from ..campaign import sample
from ..helpers import repaired
from ..loops import all_of
from .slips import SLIPS, example

NO_TEXT = {"F002", "F003", "F004", "F005", "F020", "F021", "F022"}
RULES = [
    rule for rule in kifu.rules() if rule.example.notation is not None and rule.code not in NO_TEXT
]
TYPED = "0123456789,;:\"'[]() .aApPsS♠♦♥♣*!王しシ香☗☖なx\t\xa0１，"


def problems(findings: list[Finding]) -> Counter[tuple[str, str]]:
    some = (each for each in findings if each.severity != "note" or each.fix is not None)
    return Counter((each.code, each.message) for each in some)


def checked_fixes(text: str, notation: str | None) -> int:
    """Check each fix of a text on its own, and return the number of fixes."""
    findings = kifu.validate(text, notation)
    fixes = [each for each in findings if each.fix is not None]
    for each in fixes[: sample(12)]:  # one example has too many mistakes to try all fixes
        after = problems(kifu.validate(repaired(text, [each]), notation))
        # If there are unlisted findings, another one takes its place.
        cut = any(other.code == "F007" for other in findings)
        assert after[each.code, each.message] < problems(findings)[each.code, each.message] + cut, (
            each
        )
        new = after - problems(findings)
        # Errors hidden by a syntax error may appear, but nothing else.
        assert not new or each.code[0] == "F", (each, new)
        assert all(code != each.code for code, _ in new), (each, new)
    return len(fixes)


@all_of("rule", RULES)
def test_the_examples_of_rules(rule: Rule) -> None:
    # Fixing a 2015 record by turning it into a list of rounds changes its notation.
    notation = None if rule.code == "G601" else rule.example.notation
    checked_fixes(rule.example.content().decode(), notation)


@pytest.mark.parametrize(("notation", "name"), SLIPS, ids=str)
def test_anything_typed_into_a_sound_text(notation: str, name: str) -> None:
    text, rng = example(name), Random(name)
    count = original = 0
    for _ in range(sample(10)):
        at, kind = rng.randrange(len(text)), rng.randrange(3)
        typed = "" if kind == 0 else rng.choice(TYPED)
        slipped = text[:at] + typed + text[at + (kind < 2) :]
        count += checked_fixes(slipped, notation)
        found = [each for each in kifu.validate(slipped, notation) if each.fix is not None]
        mended = ["".join(repaired(slipped, [each]).split()) for each in found]
        original += mended.count("".join(text.split()))
    # Nearly every fix restores the text, apart from spaces; other fixes may be just as good.
    assert original >= 0.8 * count
