"""Accessibility of pages: no axe violations, and targets large enough to tap."""

from pathlib import Path
from typing import Any


def violations(shown: Any, component: Path) -> list[Any]:
    """Return what axe reports on a page under its WCAG 2.2 AA rules."""
    axe = component / "node_modules/axe-core/axe.min.js"
    # Injected through Playwright, which bypasses the page's content security policy.
    found: list[Any] = shown.evaluate(
        f"""async () => {{ {axe.read_text("utf-8")};
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
        const found = await axe.run(document, {{ runOnly: {{ type: "tag", values: tags }} }});
        return found.violations.map(each => [each.id, each.nodes.map(node => node.html)]); }}"""
    )
    return found


def small_targets(shown: Any) -> list[str]:
    """Return a board's buttons and select boxes smaller than 44 pixels."""
    found: list[str] = shown.locator("kifu-board :is(button, select, summary)").evaluate_all(
        """all => all.map(each => [each.outerHTML, each.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 44 || box.width < 44))
          .map(([html]) => html)"""
    )
    return found
