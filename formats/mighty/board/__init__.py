"""How Mighty is shown to people."""
