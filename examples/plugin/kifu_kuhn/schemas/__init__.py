"""JSON Schemas, data only."""
