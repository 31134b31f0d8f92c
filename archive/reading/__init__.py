"""Reading an archive: its files as inputs, each with its settings, and a folder as a whole."""
