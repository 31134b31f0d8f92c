"""How Planowanie is shown to people."""
