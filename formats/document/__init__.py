"""Read JSON and YAML with source locations: trees of values, slips, and schemas."""
