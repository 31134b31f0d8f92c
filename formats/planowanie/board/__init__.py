"""The board of Planowanie."""
