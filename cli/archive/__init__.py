"""Commands that ask questions of whole archives."""
