"""The schema of rooks."""
