"""Games between programs that read commands on standard input and reply on standard output."""
