"""Annotates records with the cost of each decision."""
