"""JSON and YAML with positions: trees of values, slips, and schemas."""
