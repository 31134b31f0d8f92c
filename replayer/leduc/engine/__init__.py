"""The rules of play of Leduc poker on small integers."""
