"""The npm package, its manifest, and what pages can style, call and listen to."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from kifu.browser.page import component, embedded

from ..campaign import in_a_campaign
from ..chromium import COMPONENT, NPM_COMMAND, node
from ..imports import ROOT
from .conftest import Open
from .documents import of_file, of_text

PAGE = (ROOT / "docs/board.md").read_text("utf-8")
SOURCES = [path.read_text("utf-8") for path in sorted(COMPONENT.glob("src/**/*.ts"))]
DOCUMENT = embedded(of_file(ROOT / "examples/leduc/match.json"))


def shown(show: Open, attributes: str = "", style: str = "", document: str = DOCUMENT) -> Any:
    inside = f'<script type="application/json">{document}</script>'
    return show(
        f"<!doctype html><meta charset=utf-8><title>styled</title><style>{style}</style>"
        f"<kifu-board {attributes}>{inside}</kifu-board><script>{component()}</script>"
    )


def test_the_page_lists_all_parts() -> None:
    declared = {name for text in SOURCES for name in re.findall(r"\* @csspart (\w+)", text)}
    listed = set(re.findall(r"^\| part `(\w+)`", PAGE, re.MULTILINE))
    given = {
        name
        for text in SOURCES
        for value in re.findall(r'part="([^"]*)"', text)
        for name in re.findall(r"^(\w+)", value)
    }
    assert declared == listed
    assert given | {"card", "piece"} == declared


def test_pages_style_parts_and_colours(show: Open) -> None:
    style = """
        kifu-board { --felt: rgb(1, 2, 3); }
        kifu-board::part(caption) { color: rgb(4, 5, 6); }
        kifu-board::part(move current) { color: rgb(7, 8, 9); }
    """
    page = shown(show, 'theme="dark"', style)
    page.keyboard.press("ArrowRight")
    colour = "each => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
    assert page.eval_on_selector(".playground", colour)[0] == "rgb(1, 2, 3)"
    assert page.eval_on_selector(".now", colour)[1] == "rgb(4, 5, 6)"
    assert page.eval_on_selector(".move.here", colour)[1] == "rgb(7, 8, 9)"
    dark = page.eval_on_selector(".root", colour)[0]
    page.eval_on_selector("kifu-board", "board => (board.setAttribute('theme', 'light'))")
    assert page.eval_on_selector(".root", colour)[0] != dark


def test_a_compact_board_has_its_bar_and_caption(show: Open) -> None:
    page = shown(show, "compact")
    assert page.locator(".playground, .controls, .now").count() == 3
    assert not page.locator("header").is_visible()
    assert not page.locator(".moves").is_visible()


def test_pages_step_and_listen(show: Open) -> None:
    wrong = of_text('{"format": "leduc/json", "version": 1, "hands": [{"cards": ["Js", "Js"]}]}')
    page = shown(show)
    found = page.eval_on_selector(
        "kifu-board",
        """async (board) => {
            const steps = [];
            board.addEventListener("kifu-step", ({ detail }) => steps.push(detail.step));
            for (const name of ["last", "first", "next", "next", "previous"]) {
                board[name]();
                await board.updateComplete;
            }
            board.play();
            board.pause();
            return [steps.length, ...steps.slice(1)];
        }""",
    )
    assert found == [5, 0, 1, 2, 1]
    page = shown(show, document=embedded(wrong))
    page.evaluate(
        "document.addEventListener('kifu-finding', ({ detail }) => (window.found = detail.code))"
    )
    page.locator("button.finding").first.click()
    assert re.fullmatch(r"[A-Z]\d+", page.evaluate("window.found"))


@in_a_campaign
def test_the_package_works_with_a_bundler_and_a_script_tag(
    show: Open, component_folder: Path, tmp_path: Path
) -> None:
    def npm(folder: Path, *words: str) -> str:
        command = [*NPM_COMMAND, *words]
        done = subprocess.run(command, cwd=folder, check=True, timeout=120, stdout=subprocess.PIPE)
        return done.stdout.decode()

    packed = npm(component_folder, "pack", "--silent", "--pack-destination", f"{tmp_path}")
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    npm(tmp_path, "install", "--no-audit", "--no-fund", f"./{packed.split()[-1]}")
    installed = tmp_path / "node_modules/kifu-board"
    manifest = json.loads((installed / "dist/custom-elements.json").read_text("utf-8"))
    (board,) = [
        each for one in manifest["modules"] for each in one["declarations"] if "tagName" in each
    ]
    assert {each["name"] for each in board["members"]} >= {"data", "place", "next", "previous"}
    assert {each["name"] for each in board["attributes"]} >= {"theme", "compact", "playable"}
    assert "at" not in {each["name"] for each in board["attributes"]}

    (tmp_path / "main.ts").write_text(
        'import "kifu-board";\nimport type { PageDocument } from "kifu-board";\n'
        f"const data: PageDocument = {DOCUMENT};\n"
        'const board = document.createElement("kifu-board");\n'
        "board.data = data;\ndocument.body.append(board);\nboard.next();\n"
        'board.addEventListener("kifu-action", ({ detail }) => detail.action.trim());\n'
        'document.addEventListener("kifu-step", ({ detail }) => detail.ply.toFixed());\n'
    )
    tools, bundle = component_folder / "node_modules", tmp_path / "bundle.js"
    flags = ("--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--target", "es2022")
    compiler = f"{tools}/typescript/bin/tsc"
    for resolution in (["bundler"], ["nodenext", "--module", "nodenext"]):
        node(tmp_path, compiler, *flags, "--moduleResolution", *resolution, "main.ts")
    bundled = (
        f'import {{ buildSync }} from "{tools}/esbuild/lib/main.js";'
        f'buildSync({{ entryPoints: ["main.ts"], bundle: true, outfile: "{bundle}" }});'
    )
    node(tmp_path, "--input-type=module", "-e", bundled)
    script = (installed / "dist/kifu-board.min.js").read_text("utf-8")
    begin = "<!doctype html><meta charset=utf-8><title>installed</title><body>"
    data = f'<kifu-board><script type="application/json">{DOCUMENT}</script></kifu-board>'
    pages = (f"<script>{bundle.read_text('utf-8')}</script>", f"<script>{script}</script>{data}")
    for html in pages:
        assert show(begin + html).locator("kifu-board h2").inner_text() == "Four hands"


def test_the_package_has_the_version_of_kifu() -> None:
    package = json.loads((COMPONENT / "package.json").read_text("utf-8"))
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{package["version"]}"' in pyproject
