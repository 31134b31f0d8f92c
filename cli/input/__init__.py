"""Input for commands: which files to read, in which processes."""
