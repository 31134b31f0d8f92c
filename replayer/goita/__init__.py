"""Goita (ごいた): its records, options, rules and findings."""
