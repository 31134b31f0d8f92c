"""Hovers: the position after an action, in every notation."""

from pathlib import Path

import pytest

from ..helpers import MODEL_A, goita
from ..imports import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol.types import MarkupContent

from kifu.lsp.diagnostics import located
from kifu.lsp.documents import Document
from kifu.lsp.hovers import hover
from kifu.lsp.places import Places, rounds_of

EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").glob("*/*.*"))
    if path.suffix not in (".py", ".toml", ".md")
]


def opened(path: Path) -> Document:
    return Document(path.read_text("utf-8"), str(path))


def shown(document: Document, offset: int, in_markdown: bool = True) -> str:
    found = hover(document, offset, located(document), in_markdown)
    assert found is not None
    assert isinstance(found.contents, MarkupContent)
    return found.contents.value


def at(path: str, words: str, ahead: int = 0) -> str:
    document = opened(ROOT / "examples" / path)
    return shown(document, document.text.index(words) + ahead, in_markdown=False)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_ply_has_a_place_in_its_round(path: Path) -> None:
    document, plies = opened(path), 0
    for part in document.parts():
        for outcome, rounds in rounds_of(part):
            for each in rounds:
                found = list(Places(part, outcome).plays(each.number))
                main = [play for play in found if not play.trajectory.path]
                assert all(each.start <= play.start < play.end <= each.end for play in main)
                taken = [play.ply for play in main if play.ply]
                assert taken == sorted(set(taken))
                assert len(taken) == each.plies
                plies += len(taken)
            if plies > 200:
                return
    assert plies


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_last_ply_leads_to_the_end(path: Path) -> None:
    document = opened(path)
    part = next(document.parts())
    outcome, rounds = rounds_of(part)[0]
    played = [play for play in Places(part, outcome).plays(rounds[-1].number) if play.ply]
    assert f"after ply {played[-1].ply}" in shown(document, played[-1].start, in_markdown=False)


def test_dealt_cards() -> None:
    assert at("goita/match.json", '"24455788"').startswith("round 4, after the deal\n")
    assert at("leduc/match.json", '"Qs"').startswith("round 1, after the deal\nround 1, ply 3")


def test_a_variation_and_one_of_that() -> None:
    assert at("goita/match.json", '"34", "46"').startswith("round 4, variation 1, after ply 4\n")
    assert at("goita/match.json", '["87"]', 1).startswith("round 4, variation 1.1, after ply 11\n")


def test_a_pass_that_a_notation_does_not_write() -> None:
    # Of the actions at one place, the one that is written out is shown.
    assert at("goita/online.yaml", '["3","し","馬"]').startswith("round 1, after ply 4\n")


def test_a_view_shows_what_its_player_knew() -> None:
    assert "??" in at("leduc/view.json", '"call"')


def test_legal_actions_are_those_after_the_move() -> None:
    text = at("planowanie/fault.log", "play 1 KD", 0)
    assert text.startswith("round 1, after ply 6\n")
    assert "cedar may:  ♣2" in text


def test_nothing_is_shown_of_a_record_that_cannot_be_read_whole() -> None:
    text = goita(MODEL_A).replace('"winner": 0', '"winner": x')
    document = Document(text)
    assert located(document)
    assert hover(document, text.index("8700"), located(document)) is None


def test_a_fence_is_longer_than_any_in_it() -> None:
    text = goita(MODEL_A, players=["```", "a", "b", "c"])
    assert "````text\n" in shown(Document(text), text.index("8700"))


def test_markdown_means_nothing_in_a_sentence() -> None:
    document = opened(ROOT / "examples/mighty/table.gibo")
    text = shown(document, 0)
    assert "**M701 mighty\\-inferred (note)**" in text
