"""Mending shared by JSON and YAML: messages about slips, and what remains in doubt."""
