"""What can be wrong with a Planowanie record."""
