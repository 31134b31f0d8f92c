"""Numbers for programs that learn: action ids, masks, observations."""
