"""Checks of Planowanie records."""
