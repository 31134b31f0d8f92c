"""Games between programs, which read commands and write replies on their standard streams."""
