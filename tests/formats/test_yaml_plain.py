"""Reading YAML into plain values and into a tree with positions gives the same values."""

from functools import cache
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given

import kifu
from kifu import formats, replayer
from kifu.formats.document.yaml import plain as yaml_plain
from kifu.formats.document.yaml import text as yaml_text
from kifu.formats.document.yaml.plain import NotPlain, plain_documents
from kifu.formats.text.text import Text

from ..helpers import RANDOM
from ..loops import all_of
from ..slips import slip

IDENTIFIER = "goita/yaml"
WORDS = [
    *" \t\n\r\0\ufeff\u2028'\"[]{}:,#&*!%~?|>-012王し", "&a ", "*a", "!!str ", "<<: *a\n",
    "# said\n", ": ", " - ", "\r\n", "---\n", "...\n", "\n---\n~\n---\n", "%YAML 1.1\n", "1.50",
    "null", "   score: [0,0]\n", "p1: x\n", "版: 1\n",
]  # fmt: skip


@cache
def texts() -> list[str]:
    """Return matches as kifu writes them, and copies with slips."""
    notation, found = formats.notation(IDENTIFIER), list[str]()
    for number in range(12):
        random = Random(number)
        record = replayer.game("goita").generate(random)
        text = notation.write(record)
        found += [text, slip(IDENTIFIER, text, random).made(text)]
    return found


def spoilt(random: Random) -> str:
    """Join one to three matches, and make up to three insertions, replacements or deletions."""
    text = "---\n".join(random.choices(texts(), k=random.choice([1, 1, 1, 2, 3])))
    for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
        at = random.randrange(len(text) + 1)
        end = min(len(text), at + random.choice([0, 0, 1, 2, 9]))
        text = text[:at] + random.choice([*WORDS, ""]) + text[end:]
    return text


@given(random=RANDOM)
def test_values_alone_say_what_a_tree_says(random: Random) -> None:
    text = spoilt(random)
    try:
        plain = [value for value, _, _ in plain_documents(text) if value is not None]
    except (NotPlain, yaml.YAMLError):
        return
    assert plain == [each.plain() for each in yaml_text.trees(Text(text))]


@pytest.mark.parametrize("number", range(4))
def test_both_parsers_say_the_same(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = "---\n".join(texts()[2 * number : 2 * number + 5 : 2])
    due = [(each.record, [str(one) for one in each.findings]) for each in kifu.outcomes(sound)]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    found = kifu.outcomes(sound)
    assert [(each.record, [str(one) for one in each.findings]) for each in found] == due
    assert len(due) == 3


def count_looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the texts parsed into trees from now on, and return the list."""
    looks = list[str]()

    def counted(content: str) -> Any:
        looks.append(content)
        return yaml_plain.events_of(content)

    monkeypatch.setattr(yaml_text, "events_of", counted)
    return looks


def test_a_tree_is_made_of_a_match_where_something_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = next(each for each in texts()[::2] if not kifu.validate(each))
    wrong = sound.replace('["0"', '["7"')
    looks = count_looks(monkeypatch)
    assert not kifu.validate(sound)
    assert looks == []
    found = kifu.validate("---\n".join([sound, wrong, sound, wrong]))
    assert len(found) > 3
    assert [each.count("uchidashi") for each in looks] == [sound.count("uchidashi")] * 2


def test_each_match_is_read_once_where_one_is_not_plain() -> None:
    sound = next(each for each in texts()[::2] if not kifu.validate(each))
    found = list(kifu.outcomes("---\n".join([sound, f"version: 1.0\n{sound}", sound])))
    assert [[one.code for one in each.findings] for each in found] == [[], ["F102"], []]
    assert found[0].record == found[1].record == found[2].record


@all_of(
    "content",
    [
        "a: &b 1",
        "a: *b",
        "a: !!str 1",
        "a: ! b",
        "a: 1\na: 1",
        "1: a",
        "[a]: b",
        "\ufeffa: 1",
        "a: [",
        "a: \0",
        "[" * 260 + "]" * 260,
    ],
)
def test_anything_odd_is_left_to_the_tree(content: str) -> None:
    with pytest.raises((NotPlain, yaml.YAMLError)):
        list(plain_documents(content))


def test_so_is_what_has_too_many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_plain, "MAX_EVENTS", 8)
    assert [value for value, _, _ in plain_documents("[a, b]")] == [["a", "b"]]
    for most in range(8):
        monkeypatch.setattr(yaml_plain, "MAX_EVENTS", most)
        found = list[Any]()
        with pytest.raises(NotPlain):
            found += plain_documents("[a, b]")
        assert [end for _, _, end in found] == ([6] if most == 7 else [])


@pytest.mark.parametrize("content", ["a: 1\nb: [x, {c: ''}]", "--- [1]\n...\n# a\n---\n{a: b}\n"])
def test_the_span_of_a_document_is_all_that_its_tree_needs(content: str) -> None:
    text = Text(content)
    plain = list(plain_documents(content))
    alone = [yaml_text.tree_of(text, *span) for _, *span in plain]
    assert alone == yaml_text.trees(text)
    assert [each.plain() for each in alone] == [value for value, _, _ in plain]
