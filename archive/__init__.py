"""An archive of records as its maintainers set it up: its configuration, and which files are read.

It prints nothing, so that the API and editors use it as the command line does. `reading` reads the
files that are chosen, `questions` asks for their facts; all else reads no record.
"""
