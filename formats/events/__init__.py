"""Records as streams of events, and the builder that makes records of play from them.

A notation of moves in text reads its text as events (`events`), each with its place. The `builder`
makes a record of them, with an `adapter` of the game that interprets headers, moves and ends. If no
record is needed, `skipping` only counts the same events.
"""
