"""Boards in the browser: documents of records for `<kifu-board>`, and pages to show them."""
