"""What JSON and YAML share of mending a text: slips in words, and what remains in doubt."""
