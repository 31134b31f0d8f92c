"""Laws of canonical form: nothing is lost, and formatting twice changes nothing more."""

import gzip
import io
import json
from codecs import BOM_UTF8
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu import replayer
from kifu.formats import notation
from kifu.formats.interface.catalog import described
from kifu.formats.interface.notation import CannotHold
from kifu.formats.text.comments import comments
from kifu.repair import formed
from kifu.validation.outcomes import outcomes

from ..campaign import few
from ..imports import ROOT

LARGE = 20_000
EXAMPLES = [
    path
    for game in replayer.games()
    if (ROOT / "examples" / game).is_dir()
    for path in sorted((ROOT / "examples" / game).iterdir())
    if path.suffix not in (".py", ".toml")
]


def records(data: bytes, name: str = "") -> list[Any]:
    return [each.reading.written for each in outcomes(io.BytesIO(data), name)]


def require_laws(data: bytes, name: str) -> bytes:
    """Check the laws for a file, and return its canonical form."""
    done = formed(data, name)
    assert (done.errors, done.why) == ((), None)
    assert records(done.data, name) == records(data, name)
    again = formed(done.data, name)
    assert (again.data, again.changed, again.why) == (done.data, False, None)
    return done.data


@pytest.mark.parametrize(
    "path", few(EXAMPLES, 8), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_of_examples(path: Path) -> None:
    data, name = path.read_bytes(), path.name
    plain = require_laws(data, name)
    if len(data) > LARGE:
        return
    assert require_laws(data.replace(b"\n", b"\r\n"), name) == plain.replace(b"\n", b"\r\n")
    assert require_laws(BOM_UTF8 + data, name) == BOM_UTF8 + plain
    assert gzip.decompress(require_laws(gzip.compress(data), name)) == plain
    if path.suffix == ".json" and "2015" not in name:  # which has duplicate keys
        loose = json.dumps(json.loads(data), indent=5).encode()
        assert require_laws(loose, name) == plain


@pytest.mark.parametrize("identifier", sorted(described()))
def test_of_random_records(identifier: str) -> None:
    chosen = notation(identifier)
    game, random = replayer.game(chosen.game), Random(f"form/{identifier}")
    for _ in range(3):
        record = game.generate(random)
        try:
            text = chosen.write(record)
        except CannotHold:
            text = chosen.write(kifu.view(record, 0))
        assert require_laws(text.encode(), "a" + chosen.suffix).decode() == text


def test_a_record_with_errors_is_left() -> None:
    done = formed(b'{"format": "leduc/json", "version": 1, "hands": [],}')
    assert not done.changed
    assert [each.code for each in done.errors] == ["S005", "F105"]


def test_comments_are_not_lost() -> None:
    text = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    first, rest = text.split("\n", 1)
    done = formed(f"{first}  # why\n{rest}".encode())
    assert (done.changed, done.why) == (False, "it would lose 1 comment: # why")
    named = formed(text.replace("Aki", '"A #1"').encode())
    assert named.why is None


@pytest.mark.parametrize(
    ("content", "medium", "found"),
    [
        ("a: 1\n# x\nb: '# no'  # y\n", "yaml", ["# x", "# y"]),
        ("a: |\n  # no\nb: [1, # z\n 2]\n", "yaml", ["# z"]),
        ("# x\n=\n  # y\nno # z\n", "text", ["# x", "# y"]),
        ('{"a": "# no"}', "json", []),
    ],
)
def test_comment_syntax(content: str, medium: str, found: list[str]) -> None:
    assert comments(content, medium) == found


def test_lines_stay_lines() -> None:
    line = json.dumps(json.loads((ROOT / "examples/leduc/match.json").read_bytes()))
    text = f"{line}\n\n{line}\n".encode()
    done = require_laws(text, "a.jsonl")
    assert done.count(b"\n") == 2
    assert require_laws(text, "a.json") == done
    assert kifu.validate(done) == []
