"""Reading an archive: its files as inputs, each with its settings, and whole folders."""
