"""A package's text notations can do everything with large files that kifu's own can."""

import json
from pathlib import Path

import pytest

from ..imports import ROOT
from .copies import Copy

MATCH, WRONG = "noughts 51327 / 512846379\n", "noughts 51327 / 5z\n"


@pytest.fixture
def noughts(tmp_path: Path) -> Copy:
    return Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")


def findings(copy: Copy, *arguments: str) -> list[tuple[int, str, int, int]]:
    done = copy.kifu("validate", *arguments, "--output-format", "json")
    return [
        (each["record"], each["code"], each["line"], each["column"])
        for each in json.loads(done.stdout)["findings"]
    ]


def test_lines_of_text_are_skimmed(noughts: Copy) -> None:
    """Skimmed lines are not read: here, reading would fail."""
    lines, wrong = noughts.folder / "a.noughts", noughts.folder / "b.noughts"
    lines.write_text(MATCH * 1000)
    wrong.write_text(MATCH * 700 + "\n" + WRONG + MATCH * 300)
    assert findings(noughts, str(wrong)) == [(701, "F301", 702, 18)]
    assert findings(noughts, str(wrong), "--jobs", "2") == [(701, "F301", 702, 18)]
    noughts.replace("lines.py", "    for line in lines(text):\n", "    for line in 1 / 0:\n")
    done = noughts.kifu("validate", str(lines))
    assert done.stderr == "1 file, 1000 records, 2000 rounds, 14000 plies: nothing wrong\n"


def test_a_text_is_not_skimmed_without_its_spaces(noughts: Copy) -> None:
    """Spaces may matter in a text, so they are not removed to skim it, unlike in JSON."""
    spaced = noughts.folder / "a.noughts"
    spaced.write_text("noughts  51327\n" * 3)
    noughts.replace("lines.py", 'rb"noughts ([1-9]+', 'rb"noughts([1-9]+')
    noughts.replace("lines.py", "line.decode().split()[1::2]", "[line.decode().strip()[7:]]")
    noughts.replace(
        "lines.py", "    return at, records", "    assert not records\n    return at, 0"
    )
    assert findings(noughts, str(spaced)) == []


def test_facts_are_read_off_lines_of_text(noughts: Copy) -> None:
    lines = noughts.folder / "a.noughts"
    lines.write_text(MATCH * 100)
    asked = ("stats", str(lines), "--output-format", "json")
    read = noughts.kifu(*asked)
    (found,) = json.loads(read.stdout)["games"]
    assert (found["rounds"], found["results"]) == (200, [{"result": "complete", "rounds": 200}])
    noughts.replace("lines.py", "    for line in lines(text):\n", "    for line in 1 / 0:\n")
    assert noughts.kifu(*asked).stdout == read.stdout


def test_a_text_is_taken_apart_into_pieces(noughts: Copy) -> None:
    """A bad record hides no others, and each finding has the right line and record."""
    blocks = noughts.folder / "a.txt"
    good, bad = "noughts:\n51327 (2: 32)\n\n", "noughts:\n51\n5z\n\n"
    blocks.write_text(good * 2 + bad + good * 500 + bad)
    expected = [(3, "F301", 9, 2), (504, "F301", 1513, 2)]
    assert findings(noughts, str(blocks)) == expected
    assert findings(noughts, str(blocks), "--jobs", "2") == expected


def test_variations_go_from_one_text_to_another(noughts: Copy) -> None:
    line = 'noughts 512846379 (2: "a corner" 32 (3: 4)) (4: 7)\n'
    (noughts.folder / "a.noughts").write_text(line)
    for source, target in (("a.noughts", "a.txt"), ("a.txt", "a.json"), ("a.json", "b.noughts")):
        done = noughts.kifu("convert", "--strict", source, "-o", target)
        assert (done.returncode, done.stderr) == (0, "")
    assert (noughts.folder / "b.noughts").read_text() == line


def test_a_description_is_printed(noughts: Copy) -> None:
    page = noughts.kifu("schema", "noughts/lines").stdout
    assert page.startswith("# noughts/lines\n")
    listed = noughts.kifu("schema").stdout
    assert ["noughts/lines", "description"] in [line.split() for line in listed.splitlines()]
    formats = json.loads(noughts.kifu("formats", "--output-format", "json").stdout)
    described = {each["id"]: each["description"] for each in formats}
    assert described["noughts/blocks"] == "noughts/blocks"
    assert described["noughts/json"] is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("```wrong F301 1:9", "```wrong F301 1:8", "lines.md:20: the findings of this text are"),
        ("```sound\nnoughts 51327\n", "```sound\nnoughts 5132z\n", "mark the text with them"),
        ("```wrong F301 1:9", "```wrong", "a block must be marked `sound` or `wrong CODE"),
    ],
)
def test_a_description_that_does_not_fit(noughts: Copy, old: str, new: str, said: str) -> None:
    noughts.replace("descriptions/noughts/lines.md", old, new)
    (noughts.folder / "test_noughts.py").write_text(
        "from kifu.testing import NotationLaws\n\n\n"
        'class TestNoughts(NotationLaws):\n    name = "noughts"\n'
    )
    done = noughts.laws("description")
    assert done.returncode == 1
    assert said in done.stdout
