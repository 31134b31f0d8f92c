"""What can be wrong with a Mighty record."""
