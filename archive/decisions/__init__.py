"""Tables of decisions for programs that learn: a row for each decision, and records read back."""
