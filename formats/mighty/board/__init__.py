"""The board of Mighty."""
