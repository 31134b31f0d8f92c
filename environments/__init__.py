"""kifu's games in the environments of other libraries."""
