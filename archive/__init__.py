"""An archive of records as set up by its maintainers: its configuration, and the choice of files.

Nothing is printed here, so the API and editors can use it just as the command line does. `reading`
reads the chosen files, and `questions` queries their facts; the other modules read no records.
"""
