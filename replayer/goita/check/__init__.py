"""What can be wrong with a Goita record."""
