"""`goita/history`: the history strings of goita-core."""
