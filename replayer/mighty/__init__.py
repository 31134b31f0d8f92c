"""Mighty: records, rules, replay."""
