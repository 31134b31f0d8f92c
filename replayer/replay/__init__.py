"""Replays: rounds and matches step by step, and what each player saw."""
