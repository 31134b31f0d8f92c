"""Games between programs, which are asked over their standard input and output."""
