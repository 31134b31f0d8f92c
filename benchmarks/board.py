"""The processor time and the size of pages, and how long a board takes to appear in a browser.

    python benchmarks/board.py [RECORD...]

First, `kifu board` writes pages of generated matches: its processor time without start-up, per MB
of canonical JSON and per MB of the page without its script, and the size of that page as a multiple
of the JSON. Random games on a large board of Go are the slowest, since all legal moves are listed.

Then pages are opened in a browser, which needs Debian's `chromium` and Playwright's Python package:
each from a file, each time in a new browser context. A step is the work of the script, styles and
layout, until the next frame could be drawn. Each step is taken five times, and the fastest counts,
since others may be using the machine. The goals are 500 ms and 16 ms.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from archives import is_compiled
from processor import spent_by

import kifu
from kifu.browser.page import component
from kifu.formats import canonical_notation
from kifu.replayer import game, games

MATCHES = {"goita": 200, "mighty": 40, "go": 200, "leduc": 400}
REPEATS = 3
OPENINGS = 9
PAINTED = """() => new Promise((found) => {
  const told = (list) => {
    const first = list.getEntriesByName("first-contentful-paint")[0];
    if (first) found(first.startTime);
  };
  new PerformanceObserver(told).observe({ type: "paint", buffered: true });
})"""
STEPS = """async () => {
  const board = document.querySelector("kifu-board"), times = [];
  for (let time = 0; time < 5; time++) {
    let at = 0;
    for (const line of board.lines) {
      for (let step = 0; step < line.steps.length; step++, at++) {
        const before = performance.now();
        board.place = { round: line.round, path: [], step };
        await board.updateComplete;
        board.getBoundingClientRect();
        times[at] = Math.min(times[at] ?? Infinity, performance.now() - before);
        await new Promise(requestAnimationFrame);
      }
    }
  }
  return times;
}"""


def generated(name: str, count: int) -> bytes:
    """Return generated records, one a line in canonical JSON."""
    command = [sys.executable, "-m", "kifu", "generate", name, "-n", f"{count}", "--seed", "1"]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def costs(name: str, folder: Path) -> tuple[float, float]:
    """Return the processor seconds per MB of canonical JSON, and the size as a multiple of it."""
    times: list[float] = []
    sizes: list[tuple[int, int]] = []
    for count in (2, MATCHES[name]):
        file, page = folder / f"{name}.jsonl", folder / f"{name}.html"
        file.write_bytes(generated(name, count))
        command = [sys.executable, "-m", "kifu", "board", str(file), "-o", str(page), "--force"]
        times.append(min(spent_by(command) for _ in range(REPEATS)))
        sizes.append((file.stat().st_size, page.stat().st_size - len(component().encode())))
    (less, _), (most, page_size) = sizes
    return (times[1] - times[0]) / (most - less) * 1e6, page_size / most


def pages(paths: list[str]) -> dict[str, str]:
    """Return the pages of these records, or otherwise a page of a generated match for each game."""
    if paths:
        return {path: kifu.board(kifu.load(path)).html for path in paths}
    found: dict[str, str] = {}
    for name in games():
        record: Any = game(name).generate(Random(1))
        found[name] = kifu.board(kifu.loads(canonical_notation(name).write(record))).html
    return found


def measured(browser: Any, page: Path) -> tuple[list[float], list[float]]:
    """Return the time to first paint for several openings of a page, and the time of each step."""
    painted: list[float] = []
    steps: list[float] = []
    for number in range(OPENINGS):
        context = browser.new_context(viewport={"width": 1000, "height": 800})
        shown = context.new_page()
        shown.goto(page.as_uri())
        painted.append(shown.evaluate(PAINTED))
        if number == 0:
            steps = shown.evaluate(STEPS)
        context.close()
    return painted, steps


def main() -> None:
    """Measure pages, and then the times in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        print("compiled" if is_compiled("goita") else "plain Python")
        for name in MATCHES if len(sys.argv) < 2 else ():
            seconds, size = costs(name, Path(folder))
            per_page = f"{seconds / size:6.1f} s per MB of the page"
            print(f"{name:24}{seconds:6.1f} s per MB of JSON{per_page}{size:6.1f} times the size")
    in_browser()


def in_browser() -> None:
    """Print medians and the slowest times."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = next(filter(None, map(shutil.which, names)), None)
    print(f"{'page':24}{'kB':>6}{'first paint':>13}{'slowest':>9}{'step':>9}{'slowest':>9}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, html in pages(sys.argv[1:]).items():
            file = Path(folder, "board.html")
            file.write_text(html, "utf-8")
            painted, steps = measured(browser, file)
            told = f"{name[-23:]:24}{len(html.encode()) / 1000:6.0f}"
            told += f"{median(painted):10.0f} ms{max(painted):6.0f} ms"
            print(f"{told}{median(steps):6.1f} ms{max(steps):6.1f} ms")


if __name__ == "__main__":
    main()
