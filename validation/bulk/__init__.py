"""Reading many records at once.

Files are divided, workers read the parts, and their results are put back together in the order of
the files, as if a single process had read them all.
"""
