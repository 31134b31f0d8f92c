"""Records as streams of events, and the one builder that makes records of play from them.

A notation of moves in text reads its text as events (`events`), each with its place. The `builder`
makes a record of them, with what an `adapter` of the game says of headers, moves and ends. Where no
record is asked for, `skipping` counts and passes over the same events.
"""
