"""Documents while someone is typing, and what the server derives from them."""

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import kifu
from kifu.findings import Finding
from kifu.formats import UnknownNotation
from kifu.formats.text.text import Text
from kifu.validation.outcomes import outcomes

from ..helpers import MODEL_A, goita
from ..imports import ROOT
from ..loops import all_of

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from kifu.lsp.diagnostics import MOST, Located, Superseded, diagnostics, located
from kifu.lsp.documents import Document
from kifu.lsp.edits import all_fixes, formatting, quick_fixes
from kifu.lsp.hovers import hover
from kifu.lsp.symbols import symbols

EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").glob("*/*.*"))
    if path.suffix not in (".py", ".toml", ".md")
]
WRONG = goita(MODEL_A | {"winner": 1})


def codes(document: Document) -> list[str]:
    return [each.finding.code for each in located(document)]


def _texts() -> Iterator[tuple[str, str, str]]:
    """Yield examples of rules that an editor can open: code, name and text."""
    for rule in kifu.rules()[::2]:
        content = rule.example.content()
        with suppress(UnicodeDecodeError):
            # An editor has decoded the text, whatever the text says about its encoding.
            if len(content) < 100_000 and rule.code != "F021":
                yield rule.code, rule.example.name, content.decode()


def test_diagnostics_are_the_findings_of_validate() -> None:
    count = 0
    for code, name, text in _texts():
        path, found = f"/archive/{name}", list[Finding]()
        try:
            for one in outcomes(io.BytesIO(text.encode()), path):
                found += one.findings
        except UnknownNotation as why:
            found += why.reading.findings if why.meant else []
        marked = located(Document(text, path))
        assert [each.finding for each in marked] == found, code
        for each in marked:
            if each.finding.line is not None:
                place = each.finding.line, each.finding.column
                assert Text(text).position(each.start) == place or text[:1] == "\ufeff", code
        count += 1
    assert count > 75


def test_a_document_of_which_there_is_a_newer_version_is_not_read_on() -> None:
    asked = list[bool]()

    def is_superseded() -> bool:
        asked.append(len(asked) == 2)
        return asked[-1]

    document = Document("\n".join([goita(MODEL_A)] * 9), "/archive/a.jsonl")
    with pytest.raises(Superseded):
        located(document, is_superseded)
    assert asked == [False, False, True]


def test_the_rounds_of_each_record() -> None:
    document = Document("\n".join([goita(MODEL_A), "{", goita(MODEL_A, MODEL_A, title="A")]))
    found = symbols(document)
    assert [(each.name, each.detail) for each in found] == [
        ("record 1", "1 round"),
        ("record 3", "A"),
    ]
    assert [each.name for each in found[1].children or []] == ["round 1", "round 2"]
    assert found[1].range.start.line == 2
    assert symbols(Document("a")) == []
    assert symbols(Document(goita(MODEL_A) + " " * 2**20)) == []


def test_rounds_of_two_records_in_lines_do_not_overlap() -> None:
    one = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    text = f"{one}---\n{one}"
    first, second = symbols(Document(text))
    assert first.range.end < second.range.start
    assert second.range.start.line == one.count("\n") + 1 + first.range.start.line
    assert [len(each.children or []) for each in (first, second)] == [5, 5]


def test_rounds_behind_a_slip_are_in_the_outline() -> None:
    text = goita(MODEL_A, MODEL_A).replace('"winner": 0', '"winner": 0,,', 1)
    assert [each.name for each in symbols(Document(text))] == ["round 1", "round 2"]


def test_only_some_findings_are_shown() -> None:
    document = Document(WRONG)
    found = located(document)
    shown = list(diagnostics(document, found * (MOST + 5)))
    assert len(shown) == MOST + 1
    assert shown[-1].message.startswith("5 more findings")


def test_options_that_a_configuration_says(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    over = goita(MODEL_A | {"score": [140, 0]}, MODEL_A | {"score": [240, 0]})
    assert codes(Document(over, str(path))) == ["G504"]
    (tmp_path / "kifu.toml").write_text('[rule-options."*"]\ngoita = {target = 300}\n')
    assert codes(Document(over, str(path))) == []
    # The options apply only to this document, not to others that the same process reads.
    assert codes(Document(over)) == ["G504"]


def test_hidden_folders_count_below_the_folder_of_the_editor(tmp_path: Path) -> None:
    home = tmp_path / ".home"
    path = home / ".trash" / "a.json"
    assert codes(Document(WRONG, str(path), folder=str(home))) == []
    assert codes(Document(WRONG, str(path), folder=str(path.parent))) == ["G201"]
    assert formatting(Document(WRONG, str(path), folder=str(home))).why is not None


def test_files_ignored_by_git_are_read(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("*.json\n")
    assert codes(Document(WRONG, str(tmp_path / "a.json"), folder=str(tmp_path))) == ["G201"]


def test_a_finding_touches_what_is_next_to_it() -> None:
    (found,) = located(Document(WRONG))
    assert isinstance(found, Located)
    touched = [at for at in range(len(WRONG)) if found.touches(at, at)]
    assert (touched[0], touched[-1]) == (found.start, found.end)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_finding_can_be_ignored_with_a_comment_above_its_line(end: str) -> None:
    text = (ROOT / "examples/goita/online.yaml").read_text("utf-8").replace("\n", end)
    document = Document(text.replace("[0,100]", "[0,110]"))
    found = located(document)[0]
    *_, fix = quick_fixes(document, found.start, found.start)
    assert (fix.title, fix.is_safe) == (f"ignore {found.finding.code} here, with a comment", False)
    (edit,) = fix.edits
    assert (edit.range.start.line, edit.range.start.character) == (49, 0)
    assert edit.new_text == f"   # kifu: ignore {found.finding.code}{end}"


IN_SGF = "(;FF[4]GM[1]SZ[9]\n;B[aa]\n;B[bb]\n;W[cc])"


@all_of(
    "text, comment",
    [
        (IN_SGF, "\n;B[bb]C[kifu: ignore O202]\n"),
        (WRONG, '"annotations": [{"after": ["kifu: ignore G201"]}]'),
        (f"{json.dumps(json.loads(WRONG))}\n" * 2, '{"after": ["kifu: ignore G201"]}'),
    ],
)
def test_a_finding_can_be_ignored_with_an_annotation(text: str, comment: str) -> None:
    document = Document(text)
    found = located(document)[0]
    *_, fix = quick_fixes(document, found.start, found.start)
    assert fix.title == f"ignore {found.finding.code} here, with a comment"
    (edit,) = fix.edits
    at = document.positions.offset(edit.range.start)
    after = text[:at] + edit.new_text + text[at:]
    assert comment in after
    assert len(codes(Document(after))) == len(codes(document)) - 1


@pytest.mark.parametrize("text", ["(;SZ[9];B[aa];B[bb", "p0: a\nlog: [\n"])
def test_no_comment_is_offered_where_it_would_not_help(text: str) -> None:
    assert not [
        each for each in quick_fixes(Document(text), 0, len(text)) if "ignore" in each.title
    ]


@pytest.mark.parametrize("name", ["G402", "G403", "G007", "L001"])
def test_a_fix_may_put_a_list_in_the_place_of_another(name: str) -> None:
    example = next(rule.example for rule in kifu.rules() if rule.code == name)
    text = example.content().decode()
    fixes = quick_fixes(Document(text, f"/archive/{example.name}"), 0, len(text))
    assert [each.title for each in fixes] == list(dict.fromkeys(each.title for each in fixes)) != []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_half_a_record_is_accepted(path: Path) -> None:
    whole = path.read_text("utf-8")[:1500]
    text = whole[: len(whole) * 2 // 3]
    document = Document(text, str(path))
    found = located(document)
    hover(document, len(text), found)
    quick_fixes(document, len(text) // 2, len(text))
    symbols(document)
    all_fixes(document)
    formatting(document)
