"""The board of Goita."""
