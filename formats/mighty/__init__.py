"""The notations of Mighty."""
