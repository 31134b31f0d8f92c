"""YAML with positions: read plainly while it is sound, and explained where it is not."""
