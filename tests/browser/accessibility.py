"""Accessibility of pages: no findings of axe, and targets large enough for a finger."""

from pathlib import Path
from typing import Any


def violations(shown: Any, component: Path) -> list[Any]:
    """What axe finds in a page, by its rules for WCAG 2.2 AA."""
    axe = component / "node_modules/axe-core/axe.min.js"
    # Playwright's own way in, which the policy of the page does not reach.
    found: list[Any] = shown.evaluate(
        f"""async () => {{ {axe.read_text("utf-8")};
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
        const found = await axe.run(document, {{ runOnly: {{ type: "tag", values: tags }} }});
        return found.violations.map(each => [each.id, each.nodes.map(node => node.html)]); }}"""
    )
    return found


def small_targets(shown: Any) -> list[str]:
    """The buttons and choosers of a board that are smaller than 44 pixels."""
    found: list[str] = shown.locator("kifu-board :is(button, select, summary)").evaluate_all(
        """all => all.map(each => [each.outerHTML, each.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
          .map(([html]) => html)"""
    )
    return found
