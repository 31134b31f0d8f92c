"""Queries on an archive: a table of facts with one row per round, and SQL on top of it.

`rows` reads the rows in one pass; `arrow` turns them into Arrow batches, and `tables` writes files.
`database` answers SQL queries about such a file; `statistics` computes the usual statistics, and
`chart` draws them.
"""
