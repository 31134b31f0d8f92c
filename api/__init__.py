"""The public API, which `kifu` re-exports: reading and checking, records, play, boards.

Pass a path as a `pathlib.Path` (or any `os.PathLike`), and text as `str` or `bytes`. Given a
folder, functions read the files in it that `kifu validate` would read.
"""
