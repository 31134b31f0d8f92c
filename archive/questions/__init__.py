"""Queries on an archive: a table of facts with one row per round, and SQL over it.

`rows` reads them in one pass; `arrow` makes Arrow batches of them, and `tables` writes files.
`database` answers SQL queries over such a file; `statistics` computes the usual numbers, and
`chart` draws them.
"""
