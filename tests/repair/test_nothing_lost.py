"""Text between the words of a record is kept, or reported as lost or as an error."""

import io
import re
from random import Random

import pytest

import kifu
from kifu import replayer
from kifu.formats import notation
from kifu.formats.interface.catalog import canonical_notation, described
from kifu.formats.interface.notation import CannotHold
from kifu.formats.text.comments_lost import left_out
from kifu.repair import formed
from kifu.validation.outcomes import outcomes

from ..campaign import sample

TEXTS = [name for name in sorted(described()) if notation(name).medium != "json"]
WORDS = ("zqj", "# zqj", "zqj: zqj", "(zqj)", '"zqj"', "; zqj", "{zqj}", "= zqj", "? zqj")


def texts(name: str, random: Random) -> list[str]:
    """Return short texts in a notation."""
    chosen = notation(name)
    game, found = replayer.game(chosen.game), list[str]()
    while len(found) < 12:
        record = game.generate(random)
        record = kifu.view(record, 0) if name.endswith("seat-log") else record
        try:
            found.append(chosen.write(record))
        except CannotHold:  # the match has no plays
            continue
    return sorted(found, key=len)[:4]


def with_more(text: str, random: Random) -> str:
    """Add words to a text: within a line, on a line of their own, or by repeating a line."""
    word, lines = random.choice(WORDS), text.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            places = [each.start() for each in re.finditer(r"\b|\s|$", lines[at])]
            place = random.choice(places or [0])
            lines[at] = f"{lines[at][:place]} {word} {lines[at][place:]}"
        case 1:
            lines[at] += f" {word}"
        case 2:
            mark = re.match(r"\s*(?:[<>]{2} \d: ?)?", lines[at])
            lines.insert(at, (mark[0] if mark and random.random() < 0.5 else "") + word)
        case _:
            lines.insert(at, re.sub(r"\S+$", "zqj", lines[at]))
    return "\n".join(lines)


@pytest.mark.parametrize("name", TEXTS)
def test_written_values_are_kept_or_named_as_lost(name: str) -> None:
    random = Random(f"nothing lost/{name}")
    some, chosen = texts(name, random), notation(name)
    for _ in range(sample(20)):
        text = with_more(random.choice(some), random)
        found = list(outcomes(io.BytesIO(text.encode()), identifier=name))
        readings = [each.reading for each in found]
        if not found or any(each.findings for each in (*found, *readings)):
            continue
        form, words = formed(text.encode(), identifier=name), text.count("zqj")
        assert form.why or form.after.count(b"zqj") == words, text
        canonical = canonical_notation(chosen.game)
        held = sum(canonical.write(each.record).count("zqj") for each in readings)
        assert left_out(readings) or held == words, text
