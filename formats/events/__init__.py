"""Records as streams of events, and the builder that turns them into records of play.

A notation that writes moves as text reads them as events (`events`), each with its place. The
`builder` turns them into a record, using the game's `adapter` to interpret headers, moves and ends.
If no record is needed, `skipping` only counts the same events.
"""
