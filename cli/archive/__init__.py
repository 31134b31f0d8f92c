"""Commands that query whole archives."""
