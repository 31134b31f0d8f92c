"""Many records read at once.

Files are taken apart, workers read the parts, and what they tell is put together again, in the
order of the files, as if one process had read them all.
"""
