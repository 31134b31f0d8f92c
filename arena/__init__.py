"""Games between programs: processes that are asked over their standard input and output."""
