"""The notations of Planowanie."""
