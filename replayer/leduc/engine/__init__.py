"""The rules of Leduc poker on small integers."""
