"""Checks of Mighty records."""
