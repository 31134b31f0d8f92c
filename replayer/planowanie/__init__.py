"""Planowanie: records, rules, replay."""
