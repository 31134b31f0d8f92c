"""`go/sgf`, the Smart Game Format: FF[4], and FF[1] to FF[3] with their old spellings."""
