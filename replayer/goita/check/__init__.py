"""Checks of Goita records."""
