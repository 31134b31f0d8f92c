"""An archive of records as its maintainers set it up: its configuration, and the choice of files.

It prints nothing, so that the API and editors can use it like the command line does. `reading`
reads the chosen files, and `questions` queries their facts; the other modules read no records.
"""
