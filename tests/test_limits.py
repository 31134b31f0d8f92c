"""Untrusted input: limits, and crashes in kifu's games, in this process."""

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.findings import limits
from kifu.findings.limits import DEEPEST_VARIATION, MOST_VARIATIONS
from kifu.formats.files import division, recognition
from kifu.formats.interface import catalog
from kifu.formats.interface.notation import Counts
from kifu.replayer.play.check import checked
from kifu.replayer.play.variations import Variation, excess
from kifu.replayer.replay import round as replay
from kifu.validation.outcomes import skimmed

from .imports import ROOT

GAME = replayer.game("leduc")
TEXT = (ROOT / "examples" / "leduc" / "match.json").read_text("utf-8")
LINE = kifu.dumps(replayer.generate("leduc", 1)).replace("\n", "")
LINES = f"{LINE}\n" * 3


def one(depth: int = 0) -> Variation:
    """Return a variation with others nested in it to this depth."""
    made = Variation(ply=1, actions=("raise",))
    for _ in range(depth):
        made = Variation(ply=1, actions=("raise",), variations=(made,))
    return made


def codes(findings: list[kifu.Finding]) -> list[str]:
    return [each.code for each in findings]


@pytest.mark.parametrize(
    ("variations", "code", "pointer"),
    [
        ((one(), one(10_000)), "V004", "/variations/1" + "/variations/0" * DEEPEST_VARIATION),
        ((one(),) * 100_000, "V005", f"/variations/{MOST_VARIATIONS}"),
        ((replace(one(), variations=(one(),) * 100_000),), "V005", "/variations/0/variations/9999"),
    ],
)
def test_too_many_variations_are_refused_before_one_is_replayed(
    variations: tuple[Variation, ...],
    code: str,
    pointer: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record: Any = GAME.with_variations(kifu.loads(TEXT), 1, variations)
    monkeypatch.setattr(replay, "_play_on", None)
    (found,) = checked(GAME, record).findings
    assert (found.code, found.round, found.pointer) == (code, 1, f"/hands/0{pointer}")
    with pytest.raises(kifu.IllegalAction, match="not replayed"):
        kifu.replay(record)


def test_the_most_variations_are_not_too_many() -> None:
    assert excess((one(DEEPEST_VARIATION - 1),)) is None
    assert excess((one(),) * MOST_VARIATIONS) is None


def test_nested_variations_can_be_written_as_canonical_json() -> None:
    record: Any = GAME.with_variations(kifu.loads(TEXT), 1, (one(DEEPEST_VARIATION - 1),))
    assert kifu.loads(kifu.dumps(record)) == record


def test_the_table_has_every_limit() -> None:
    page = (ROOT / "docs" / "stability.md").read_text("utf-8")
    numbers = {each.replace(",", "") for each in re.findall(r"[0-9][0-9,]*[0-9]", page)}
    values = {name: value for name, value in vars(limits).items() if name.isupper()}
    sizes = {"LIMIT": values["LIMIT"] // 2**20, "BOMB_SIZE": values["BOMB_SIZE"] // 2**10}
    for name, value in {**values, **sizes}.items():
        assert str(value) in numbers, name


# Exceptions raised by kifu's games


def raises(*arguments: Any, **more: Any) -> Any:
    raise ZeroDivisionError("odd")


def with_notation(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    made = replace(catalog.notation("leduc/json"), **changes)

    def chosen(identifier: str) -> Any:
        return made

    for module in (division, recognition):
        monkeypatch.setattr(module, "notation", chosen)


def test_an_internal_error_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "check", raises)
    spaced = LINES.replace('"version"', ' "version"')
    found = list(kifu.outcomes(spaced))
    assert [codes(each.findings) for each in found] == [["F010"]] * 3
    assert [each.findings[0].line for each in found] == [1, 2, 3]
    assert all(each.is_wrong and each.errors for each in found)
    message = found[0].findings[0].message
    why = "internal error: ZeroDivisionError: odd; please report it"
    assert message == f"{why} (KIFU_DEBUG=1 shows where)"


@pytest.mark.parametrize("name", ["facts", "plies", "rounds"])
def test_failures_after_the_check(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(type(GAME), name, raises)
    rows = kifu.facts(LINES.replace('"version"', ' "version"').replace("{", "{ ")).read_all()
    assert rows.num_rows >= 3


def odd_at(second: Callable[..., Any]) -> Callable[[bytes, int], tuple[int, int, int, int]]:
    """Return a skimmer that crashes on a line with the word `odd`."""

    def skim(block: bytes, start: int) -> tuple[int, int, int, int]:
        return raises() if b"odd" in block[start:] else second(block, start)

    return skim


ODD = json.loads(LINE) | {"title": "odd"}


@pytest.mark.parametrize("odd", [json.dumps(ODD, separators=(",", ":")), json.dumps(ODD)])
def test_a_skimmer_that_fails(monkeypatch: pytest.MonkeyPatch, odd: str) -> None:
    skim: Any = catalog.notation("leduc/json").skim
    with_notation(monkeypatch, skim=odd_at(skim))
    compact = json.dumps(json.loads(LINE), separators=(",", ":"))
    text = f"{compact}\n{compact}\n{odd}\n{compact}\n"
    found = list(skimmed(io.BytesIO(text.encode()), "a.jsonl"))
    wrong = [each for each in found if not isinstance(each, Counts)]
    assert [(codes(each.findings), each.findings[0].line) for each in wrong] == [(["F010"], 3)]
    assert sum(each.records for each in found if isinstance(each, Counts)) == 3
    assert wrong[0].counts is not None


def test_an_acceptor_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with_notation(monkeypatch, accept=raises, skim=None)
    assert [codes(each.findings) for each in kifu.outcomes(LINES)] == [["F010"]] * 3


def test_a_file_that_cannot_be_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def pieces(lines: Any) -> Any:
        yield next(lines)
        raises()

    with_notation(monkeypatch, pieces=pieces, medium="text")
    first, second = kifu.outcomes(LINES)
    assert (first.findings, codes(second.findings)) == ([], ["F010"])
    assert second.findings[0].line == 1


def test_the_diagnostics_of_an_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    from kifu.lsp.diagnostics import located
    from kifu.lsp.documents import Document

    monkeypatch.setattr(type(GAME), "check", raises)
    assert codes([each.finding for each in located(Document(LINES, "/a.jsonl"))]) == ["F010"] * 3
