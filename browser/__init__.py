"""Boards in the browser: documents of records for `<kifu-board>`, and pages that show them."""
