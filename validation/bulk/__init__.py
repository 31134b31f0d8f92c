"""Reading many records at once.

Files are divided, workers read the parts, and their results are put together again, in the order of
the files, as if a single process had read them all.
"""
