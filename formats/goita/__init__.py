"""The notations of Goita."""
