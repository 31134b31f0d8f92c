"""JSON Schemas of the notations: data only."""
