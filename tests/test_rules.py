"""Rules shared by all games: each has an example that breaks it and nothing else.

The laws of `kifu.testing` check the same for each game's own rules (`conformance`).
"""

import io

import pytest

import kifu
from kifu import replayer
from kifu.findings import Example, Rule, declare, illustrate
from kifu.replayer.replay.duplicates import Duplicates
from kifu.testing.codes import breaks_only, is_complete
from kifu.testing.laws import rules_of

from .imports import ROOT

RULES = kifu.rules()
OF_GAMES = [rule.code for name in replayer.games() for rule in rules_of(name)]
COMMON = [rule for rule in RULES if rule.code not in OF_GAMES]


@pytest.mark.parametrize("rule", COMMON, ids=lambda rule: rule.code)
def test_the_example_breaks_exactly_its_rule(rule: Rule) -> None:
    stream = io.BytesIO(rule.example.content())
    stream.name = rule.example.name
    if rule.example.notation is None:
        assert [each.code for each in kifu.validate(stream)] == ["F001"]
    elif rule.code == "F007":  # Counts further breaches of another rule.
        *listed, finding = kifu.validate(stream, rule.example.notation)
        assert (len(listed), finding.code) == (1000, rule.code)
        assert {each.code for each in listed} == {"F104"}
    elif rule.code == "F009":  # The same for a whole file.
        *listed, finding = kifu.validate(stream, rule.example.notation)
        assert (len(listed), finding.code) == (1001, rule.code)
    elif rule.code in ("R002", "R003"):  # About pairs of records, and only reported on request.
        assert kifu.validate(stream, rule.example.notation) == []
        stream.seek(0)
        known, game = Duplicates(), replayer.game("goita")
        records = list(kifu.outcomes(stream, rule.example.notation))
        found = [known.findings(game, each.record, "here") for each in records]
        assert [[each.code for each in some] for some in found] == [[], [rule.code]]
    elif rule.code in ("F004", "F005"):  # About a whole file, without a place in it.
        (finding,) = kifu.validate(stream, rule.example.notation)
        assert finding.code == rule.code
    else:
        breaks_only(rule)


def test_the_corpus_has_the_examples() -> None:
    files = {each.name[:4]: each for each in (ROOT / "conformance" / "files").rglob("*-*")}
    for rule in RULES:
        if rule.code in files and files[rule.code].suffix != ".gz":
            assert files[rule.code].read_bytes() == rule.example.content(), rule.code


def test_the_entries_are_complete() -> None:
    for rule in COMMON:
        is_complete(rule)


def test_every_rule_belongs_to_one_game_or_to_all() -> None:
    assert len(OF_GAMES) == len(set(OF_GAMES))
    assert {rule.code[0] for rule in COMMON} == {"F", "R", "S", "V"}


def test_codes_and_names_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    with pytest.raises(ValueError, match="G104"):
        declare(code="G104", name="another-name", means="", why="", mend="")
    with pytest.raises(ValueError, match="json-syntax"):
        declare(code="F999", name="json-syntax", means="", why="", mend="")
    with pytest.raises(ValueError, match="F101"):
        illustrate(next(rule for rule in RULES if rule.code == "F101"), Example(None, ""))
