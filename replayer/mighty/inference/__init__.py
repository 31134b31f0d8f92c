"""The meaning of deals that leave things out.

A table of tricks contains neither an auction nor a contract. Every possible president and trump is
assumed in turn, and the deal is played through. The assumptions that leave the fewest errors are
its interpretations; what they have in common is the meaning of the deal.
"""
