"""How Goita is shown to people."""
