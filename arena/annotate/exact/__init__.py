"""Exact evaluators, for games and endgames small enough to be solved."""
