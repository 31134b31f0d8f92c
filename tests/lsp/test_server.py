"""`kifu lsp`, driven over stdio as by an editor."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..helpers import MODEL_A, goita
from ..imports import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol import types

from .editor import Editor, edited

BROKEN = goita(MODEL_A | {"record": MODEL_A["record"].replace("8700", "8600", 1)})
WRONG = BROKEN.index("600")
HISTORY = (ROOT / "examples/goita/history.txt").read_text("utf-8")
TRAILING = '{"format": "leduc/json", "version": 1, "hands": [{"cards": ["Js", "Ks"]}],}'
FULL = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
            dynamic_registration=True
        ),
    ),
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
    ),
)
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(9999, 0))


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    found = Editor(tmp_path_factory.mktemp("archive"), FULL)
    yield found
    assert found.close() == 0


def test_findings_appear_while_typing(editor: Editor) -> None:
    assert editor.diagnostics("typed.json", "") == []
    assert editor.diagnostics("typed.json", BROKEN[:9]) == []
    half = editor.codes("typed.json", BROKEN[:100])
    assert "F101" in half
    assert "G103" not in half
    (found,) = editor.diagnostics("typed.json", BROKEN)
    assert (found.code, found.severity, found.source) == (
        "G103",
        types.DiagnosticSeverity.Error,
        "kifu",
    )
    assert found.code_description is None  # the configuration names no site
    assert editor.diagnostics("typed.json", goita(MODEL_A)) == []


def test_only_the_last_version_counts(editor: Editor) -> None:
    editor.open("fast.json", BROKEN)
    for number in range(5):
        editor.type("fast.json", BROKEN + " " * number)
    editor.type("fast.json", goita(MODEL_A))
    assert editor.diagnostics("fast.json") == []
    last = editor.uri("fast.json")
    assert [each.version for each in editor.published if each.uri == last] == []


def test_findings_disappear_with_their_document(editor: Editor) -> None:
    assert editor.codes("shut.json", BROKEN)
    editor.shut("shut.json")
    editor.codes("next.json", BROKEN)
    assert [each.diagnostics for each in editor.published if each.uri.endswith("shut.json")] == [()]


def test_columns_are_those_of_utf_16(editor: Editor) -> None:
    text = BROKEN.replace('"rounds"', '"title": "\U0001f600\U0001f600", "rounds"')
    assert editor.server.capabilities.position_encoding == "utf-16"
    (found,) = editor.diagnostics("smile.json", text)
    before = text.index("600") + len("\U0001f600\U0001f600")
    assert found.range.start == types.Position(0, before)
    assert "G103" in editor.hovered("smile.json", 0, before)


def test_hovers_explain_the_rule_and_show_the_position(editor: Editor) -> None:
    editor.codes("played.txt", HISTORY)
    column = HISTORY.split("\n")[3].index("113,")
    shown = editor.hovered("played.txt", 3, column)
    assert shown.startswith("**round 4, after ply 8**\n\n```text\nround 4, ply 9\n")
    assert "P1 may:  pass  馬飛" in shown
    assert editor.hover("played.txt", 3, 2) is None
    editor.codes("ruled.json", BROKEN)
    shown = editor.hovered("ruled.json", 0, WRONG)
    assert shown.startswith("**G103 ")
    assert "**round 1, before ply 1**" in shown


def test_quick_fixes_of_a_version(editor: Editor) -> None:
    editor.codes("comma.json", TRAILING)
    (found,) = editor.actions("comma.json", EVERYWHERE)
    assert found.kind == types.CodeActionKind.QuickFix
    assert found.is_preferred
    assert [each.code for each in found.diagnostics or []] == ["F105"]
    assert found.edit is not None
    (change,) = found.edit.document_changes or []
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.version == 1
    mended = edited(TRAILING, change.edits)
    assert mended == TRAILING.replace(",}", "}")
    assert editor.diagnostics("comma.json", mended) == []
    assert editor.actions("comma.json", EVERYWHERE) == []


def test_all_safe_fixes_are_asked_for_by_their_kind(editor: Editor) -> None:
    text = TRAILING + "\n"
    editor.codes("all.json", text)
    for kind in ("source", "source.fixAll", "source.fixAll.kifu"):
        (found,) = editor.actions("all.json", EVERYWHERE, [kind])
        assert found.kind == "source.fixAll.kifu"
    assert editor.actions("all.json", EVERYWHERE, ["refactor"]) == []


def test_suggestions_are_fixes_too(editor: Editor) -> None:
    editor.codes("meant.json", BROKEN)
    titles = [each.title for each in editor.actions("meant.json", EVERYWHERE)]
    assert any("probably 7 for 6" in each for each in titles), titles


def test_the_outline_has_the_rounds(editor: Editor) -> None:
    editor.codes("outline.txt", HISTORY)
    found = editor.symbols("outline.txt")
    assert [each.name for each in found] == [f"round {number}" for number in range(1, 6)]
    assert found[0].detail == "24 plies"
    assert found[1].range.start == types.Position(1, 0)


def test_formatting_brings_into_canonical_form(editor: Editor) -> None:
    loose = json.dumps(json.loads(goita(MODEL_A)), indent=7)
    editor.codes("loose.json", loose)
    done = edited(loose, editor.formatted("loose.json") or [])
    assert json.loads(done) == json.loads(loose)
    assert editor.codes("loose.json", done) == []
    assert not editor.formatted("loose.json")
    editor.codes("loose.json", BROKEN)
    assert not editor.formatted("loose.json")
    assert "it has errors" in editor.logged[-1]


def test_the_configuration_holds_for_texts_that_are_not_saved(editor: Editor) -> None:
    assert editor.codes("sub/new.json", BROKEN) == ["G103"]
    (watched,) = editor.watched
    assert watched.registrations[0].method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    (editor.folder / "sub").mkdir()
    editor.configure("sub/kifu.toml", 'ignore = ["G1"]')
    assert editor.diagnostics("sub/new.json") == []
    editor.configure("sub/kifu.toml", '[severity]\n"G103" = "warning"')
    (found,) = editor.diagnostics("sub/new.json")
    assert found.severity == types.DiagnosticSeverity.Warning
    editor.configure("sub/kifu.toml", 'exclude = ["new.json"]')
    assert editor.diagnostics("sub/new.json") == []
    assert editor.actions("sub/new.json", EVERYWHERE) == []
    assert editor.formatted("sub/new.json") == ()
    editor.configure("sub/kifu.toml", '[formats]\n"new.json" = "goita/history"')
    assert {*editor.codes("sub/new.json")} == {"F301"}
    editor.configure("sub/kifu.toml", 'ignor = ["G1"]')
    assert editor.diagnostics("sub/new.json") == []
    assert ['"ignor" is not a configuration key' in each for each in editor.shown] == [True]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("note.md", "# Notes\n", []),
        ("empty.gibo", " \n", []),
        ("none.gibo", "\0\1\2\x7f\ufeff", ["F001"]),
        ("half.json", '{"format": "goita/json", "title": "\ud83d', None),
        ("packed.json", "P*M\x18\x00\x00\x00\x00", None),
        ("control.jsonl", '{"format": "leduc/json"}\r{\x0c\u2028}\r\n', None),
        ("untitled:new", TRAILING, ["F105"]),
    ],
)
def test_any_text_is_taken(editor: Editor, name: str, text: str, found: list[str] | None) -> None:
    codes = editor.codes(name, text)
    assert found is None or codes == found
    editor.hover(name, 0, 0)
    editor.hover(name, 99, 99)
    editor.actions(name, EVERYWHERE)
    editor.symbols(name)
    editor.formatted(name)
    assert not [each for each in editor.shown if "internal error" in each]


def test_no_text_is_too_long(editor: Editor) -> None:
    (found,) = editor.diagnostics("long.json", " " * (2**24 + 1))
    assert found.severity == types.DiagnosticSeverity.Information
    assert "longer than 16 MiB" in found.message


def test_an_editor_may_count_otherwise(tmp_path: Path) -> None:
    general = types.GeneralClientCapabilities(
        position_encodings=[types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
    )
    command = (sys.executable, "-m", "kifu", "lsp", "--stdio")  # as many editors start it
    editor = Editor(tmp_path, types.ClientCapabilities(general=general), command)
    assert editor.server.capabilities.position_encoding == "utf-8"
    text = BROKEN.replace('"rounds"', '"title": "\U0001f600し", "rounds"')
    (found,) = editor.diagnostics("smile.json", text)
    before = len(text[: text.index("600")].encode())
    assert found.range.start == types.Position(0, before)
    # Clients that do not accept Markdown get plain text.
    assert editor.hovered("smile.json", 0, before).startswith("G103 ")
    assert editor.close() == 0


def test_junk_instead_of_an_editor() -> None:
    command = [sys.executable, "-m", "kifu", "lsp"]
    for junk in (b"", b"Content-Length: 5\r\n\r\n{{{{{junk"):
        done = subprocess.run(command, input=junk, capture_output=True, timeout=60, check=True)
        assert done.stderr == b""


_WITHOUT = """
import sys
sys.modules["pygls"] = None
from kifu.cli import main
sys.argv = ["kifu", "lsp"]
main()
"""


def test_without_the_extra_one_line_says_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kifu: kifu lsp needs pygls 2: pip install 'pygls>=2,<3' (the extra `lsp`)\n"
    )
