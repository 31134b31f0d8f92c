"""An archive of records as its maintainers set it up: its configuration, and which files are read.

It reads no record and prints nothing, so that an editor can use it as well as the command line.
"""
