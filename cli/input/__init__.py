"""The input of commands: which files are read, and by which processes."""
