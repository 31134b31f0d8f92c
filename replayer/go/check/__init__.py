"""Checks of a record of Go."""
