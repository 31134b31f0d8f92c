"""The rules of Leduc poker using small integers."""
