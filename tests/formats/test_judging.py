"""Asking only whether a text is valid is cheap, and agrees with full validation."""

from random import Random

import pytest

import kifu
from kifu.findings import Finding
from kifu.formats import codes
from kifu.formats.found import Found
from kifu.formats.interface.catalog import described, notation
from kifu.formats.interface.notation import Unsound, judging
from kifu.repair.suggestions.trials import sound

from ..campaign import sample
from ..slips import slip
from ..slips import sound as sound_text


@pytest.mark.parametrize("name", described())
def test_a_text_is_sound_where_no_error_is_found(name: str) -> None:
    rng = Random(f"judging/{name}")
    for _ in range(sample(3)):
        text = sound_text(name, rng)
        assert sound(text, notation(name))
        wrong = slip(name, text, rng).made(text)
        errors = [each for each in kifu.validate(wrong, name) if each.severity == "error"]
        assert sound(wrong, notation(name)) == (not errors)


def test_the_first_error_decides() -> None:
    error = Finding(rule=codes.TEXT_SYNTAX, message="")
    with judging(), pytest.raises(Unsound):
        Found([error])
    assert list(Found([error])) == [error]
