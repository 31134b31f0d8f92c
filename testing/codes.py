"""Laws of rule codes: each is explained, and has an example that breaks that rule only."""

from __future__ import annotations

import io
import re
from typing import Any

from .. import rules, validate
from ..findings import Rule
from .laws import Laws, rules_of


class CodeLaws(Laws):
    """Laws of the rules declared in a game's modules of codes."""

    def test_the_example_breaks_its_rule_and_nothing_else(self, rule: Rule) -> None:
        """A rule's example has exactly one finding, which is for this rule and has a place."""
        breaks_only(rule)

    def test_the_entry_is_complete(self, rule: Rule) -> None:
        """A rule has a code and a readable name, and states its meaning, reason and remedy."""
        is_complete(rule)

    def test_codes_have_a_letter_of_their_own(self) -> None:
        """All codes of a game begin with the same letter, which no other game uses."""
        own = rules_of(self.name)
        letters = {each.code[0] for each in own}
        assert len(letters) == 1, (
            f"the codes of {self.name} begin with {sorted(letters)}: use one letter for all of "
            "them. If there are none, assign each rule to a name in its module"
        )
        taken = [each.code for each in rules() if each.code[0] in letters and each not in own]
        assert not taken, (
            f"{', '.join(taken)} begin with the same letter as the codes of {self.name}: choose "
            "another letter (`kifu rule` lists all codes)"
        )

    def test_the_example_is_in_a_notation_of_the_game(self, rule: Rule) -> None:
        """A rule's example is in one of the game's notations."""
        notation: Any = rule.example.notation
        assert str(notation).startswith(f"{self.name}/"), (
            f"the example of {rule.code} is in {notation}: write it in a notation of {self.name}"
        )


def breaks_only(rule: Rule) -> None:
    """Assert that a rule's example breaks that rule only, at a place in its text."""
    stream = io.BytesIO(rule.example.content())
    stream.name = rule.example.name
    findings = validate(stream, rule.example.notation)
    found = [each.code for each in findings]
    assert found == [rule.code], (
        f"the example of {rule.code} breaks {', '.join(found) or 'nothing'}; change it to break "
        f"only {rule.code}, and only once, or correct `check`: "
        f"{rule.example.content()[:1000]!r}"
    )
    (finding,) = findings
    assert finding.severity == rule.severity, (
        f"the finding of {rule.code} has severity {finding.severity}, but its declaration has "
        f"{rule.severity}: make the two agree"
    )
    assert finding.message, f"the finding of {rule.code} has no message: describe what is wrong"
    assert finding.line is not None and finding.column is not None, (  # noqa: PT018
        f"the finding of {rule.code} has no place: give it a JSON pointer into the record"
    )


def is_complete(rule: Rule) -> None:
    """Assert that a rule has a code, a name, and sentences that explain it."""
    assert re.fullmatch(r"[A-Z][0-9]{3}", rule.code), (
        f"{rule.code!r} does not have the form A123: a letter and three digits"
    )
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name), (
        f"the name {rule.name!r} of {rule.code} must be lower-case words joined by hyphens"
    )
    for text in (rule.means, rule.why, rule.mend):
        assert text.endswith((".", ")")), (
            f"{rule.code}: write `means`, `why` and `mend` as sentences that end with a full stop, "
            f"not {text!r}"
        )
        assert "\n" not in text, f"{rule.code}: write this on one line: {text!r}"
