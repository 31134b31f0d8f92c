"""Boards in the browser: records as documents for `<kifu-board>`, and pages that show them."""
