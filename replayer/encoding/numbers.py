"""Numbers that stand for things other than action ids."""

NOBODY = -1
"""Stands for no seat."""

MISSING = -1000
"""Stands for an action that a record leaves out."""
