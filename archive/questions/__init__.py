"""Questions to an archive: a table of facts with a row for each round, and SQL over it.

`rows` reads them, in one pass; `arrow` makes Arrow batches of them, and `tables` writes files.
`database` answers SQL over such a file; `statistics` asks what is usually asked, `chart` draws it.
"""
