"""The pipeline from the bytes of a file to an outcome for each of its records."""
