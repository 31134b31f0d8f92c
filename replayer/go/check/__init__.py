"""Checks records of Go."""
