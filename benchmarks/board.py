"""How long a board takes to appear in a browser, and to show another step.

    python benchmarks/board.py [RECORD...]

This needs Debian's `chromium` and Playwright's Python package. A page is opened from a file, each
time in a new browser context; a step is the work of the script, styles and layout, until the next
frame could be drawn. Each step is taken five times, and the fastest counts, since others may be
using the machine. The goals are 500 ms and 16 ms.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import kifu
from kifu.formats import canonical_notation
from kifu.replayer import game, games

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
    """Measure, and print medians and the slowest times."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
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
