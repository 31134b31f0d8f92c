"""Reading an archive: its files as inputs, each with its settings, and folders as a whole."""
