"""The pages of the site come from existing files, and no link between these is broken."""

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu import formats
from kifu.browser.page import zipped
from kifu.replayer import games

from .browser.documents import of_file
from .imports import ROOT
from .loops import all_of

TEXTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "benchmarks" / "README.md"]
)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def site() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(ROOT / "docs"), *sys.path])
        yield importlib.import_module("make_site")


@pytest.fixture(scope="module")
def pages(site: Any) -> dict[str, str]:
    return site.pages()


def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings, as GitHub names them."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each).lower() for each in HEADING.findall(text))
    return {re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in found}


@all_of("path", TEXTS)
def test_links_between_files_lead_somewhere(path: Path) -> None:
    for target, anchor in LINK.findall(CODE.sub("", path.read_text("utf-8"))):
        to = path.parent / target if target else path
        assert to.exists(), target
        assert not anchor or anchor in anchors(to), f"{target}#{anchor}"


def test_each_rule_has_a_page_at_its_address(site: Any, pages: dict[str, str]) -> None:
    for rule in kifu.rules():
        address = str(rule.page("https://example.org/kifu"))
        text = pages[f"{address.removeprefix('https://example.org/kifu/').removesuffix('/')}.md"]
        assert text.startswith(f"# {rule.code} {rule.name}\n")
        assert rule.means in text
        assert f"(rules/{rule.code}.md)" in pages["rules.md"]


def test_a_rule_is_shown_by_what_breaks_it(pages: dict[str, str]) -> None:
    text = pages["rules/G104.md"]
    assert '"record":"81"' in text
    place, message, excerpt = text.partition("\nexample:1:137: ")[2].splitlines()[:3]
    assert place == "error G104 goita-king-may-not-attack (round 1, ply 1, player 0)"
    assert message.startswith("  a king")
    assert '"record":"81"' in excerpt
    assert "\x1b" not in text


def test_each_notation_has_a_page_with_its_syntax(pages: dict[str, str]) -> None:
    for each in formats.notations():
        text = pages[f"notations/{each.id}.md"]
        assert ("## JSON Schema" in text) == (each.schema is not None)
        assert ("## Grammar" in text) == (each.grammar is not None)
        assert all(f"- *{name}*: " in text for name in each.unsupported)
        assert text.index("## Example") < text.index("<kifu-board") < text.index("## What it")


def test_each_page_of_docs_is_in_the_navigation(site: Any) -> None:
    listed = set(re.findall(r"(\S+\.md)$", site.configuration(), re.MULTILINE))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= listed


def test_links_are_led_to_pages(site: Any, pages: dict[str, str]) -> None:
    assert "(testing.md)" in pages["index.md"]
    assert "docs/testing.md)" not in pages["index.md"]
    assert ' srcset="first-narrow.svg">\n<img src="first.svg" ' in pages["index.md"]
    assert "../examples" not in pages["plugins.md"]
    assert "(index.md)" in pages["testing.md"]


BOARD = re.compile(r"^<!-- board (\S+) (.*) -->$", re.MULTILINE)


def test_examples_are_live_boards(pages: dict[str, str]) -> None:
    """Each board contains its record and starts at a place in it."""
    marks = {each.name: BOARD.findall(each.read_text("utf-8")) for each in TEXTS}
    marks = {name: found for name, found in marks.items() if found}
    assert marks.keys() >= {"goita.md", "mighty.md", "planowanie.md", "leduc.md", "board.md"}
    for name, found in marks.items():
        text = pages[name]
        assert text.count('<script src="boards.js"') == 1
        boards = re.findall(r"data-place='(.*?)'><script type=.*?>(.*?)</script>", text)
        for (path, _), (place, document) in zip(found, boards, strict=True):
            whole = of_file(ROOT / path)
            records = [*map(zipped, whole["records"])]
            due = json.loads(json.dumps(whole | {"records": records}))
            assert json.loads(document) == due
            where = json.loads(place)
            drawn = whole["records"][0]["replay"]["rounds"][where["round"] - 1]
            assert 0 < where["step"] < len(drawn["steps"])
    with_boards = {name for name, text in pages.items() if "boards.js" in text}
    assert with_boards == marks.keys() | {f"notations/{each.id}.md" for each in formats.notations()}
    shown = "".join(path for path, _ in marks["gallery.md"])
    assert all(f"examples/{name}/" in shown for name in games())


@pytest.mark.parametrize("words", ["examples/none.json round=1", "examples/goita/match.json ply=1"])
def test_a_board_that_cannot_be_stops_the_making(words: str, site: Any) -> None:
    with pytest.raises(Exception, match="board"):
        site.with_boards("page.md", f"Text.\n\n<!-- board {words} -->\n")
