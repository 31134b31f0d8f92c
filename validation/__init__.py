"""The one pipeline: the bytes of a file become an outcome for each of its records."""
