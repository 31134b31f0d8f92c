"""Laws of rule codes: each is explained, and has an example that breaks it and nothing else."""

from __future__ import annotations

import io
import re
from typing import Any

from .. import rules, validate
from ..findings import Rule
from .laws import Laws, rules_of


class CodeLaws(Laws):
    """Laws of the rules that the modules of codes of a game declare."""

    def test_the_example_breaks_its_rule_and_nothing_else(self, rule: Rule) -> None:
        """The example of a rule has one finding, which is of this rule and has a place."""
        breaks_only(rule)

    def test_the_entry_is_complete(self, rule: Rule) -> None:
        """A rule has a code, a readable name, and says what it means, why, and what to do."""
        is_complete(rule)

    def test_codes_have_a_letter_of_their_own(self) -> None:
        """All codes of a game begin with one letter, and no other code begins with it."""
        own = rules_of(self.name)
        letters = {each.code[0] for each in own}
        assert len(letters) == 1, (
            f"the codes of {self.name} begin with {sorted(letters)}: let all of them begin with "
            f"one letter. If there are none, let the modules of codes keep each rule under a name"
        )
        taken = [each.code for each in rules() if each.code[0] in letters and each not in own]
        assert not taken, (
            f"{', '.join(taken)} begin with the same letter as the codes of {self.name}: choose "
            f"another one (`kifu rule` lists all codes)"
        )

    def test_the_example_is_in_a_notation_of_the_game(self, rule: Rule) -> None:
        """The example of a rule is written in a notation of the game."""
        notation: Any = rule.example.notation
        assert str(notation).startswith(f"{self.name}/"), (
            f"the example of {rule.code} is written in {notation}: write it in a notation of "
            f"{self.name}"
        )


def breaks_only(rule: Rule) -> None:
    """Assert that the example of a rule breaks it, in a place of its text, and nothing else."""
    stream = io.BytesIO(rule.example.content())
    stream.name = rule.example.name
    findings = validate(stream, rule.example.notation)
    found = [each.code for each in findings]
    assert found == [rule.code], (
        f"the example of {rule.code} breaks {', '.join(found) or 'nothing'}; change it until it "
        f"breaks {rule.code}, once, and nothing else, or `check`: {rule.example.content()[:1000]!r}"
    )
    (finding,) = findings
    assert finding.severity == rule.severity, (
        f"the finding of {rule.code} is of severity {finding.severity}, its declaration says "
        f"{rule.severity}: make the two agree"
    )
    assert finding.message, f"the finding of {rule.code} has no message: say in it what is wrong"
    assert finding.line is not None and finding.column is not None, (  # noqa: PT018
        f"the finding of {rule.code} has no place: give it a JSON pointer into the record"
    )


def is_complete(rule: Rule) -> None:
    """Assert that a rule has a code and a name, and sentences that say what it is."""
    assert re.fullmatch(r"[A-Z][0-9]{3}", rule.code), (
        f"{rule.code!r} is not of the form A123: a letter, then three digits"
    )
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name), (
        f"the name {rule.name!r} of {rule.code} is not lower-case words with hyphens between them"
    )
    for text in (rule.means, rule.why, rule.mend):
        assert text.endswith((".", ")")), (
            f"{rule.code}: write `means`, `why` and `mend` as sentences that end with a full stop, "
            f"not {text!r}"
        )
        assert "\n" not in text, f"{rule.code}: write this on one line: {text!r}"
