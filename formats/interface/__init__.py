"""What a game says of its notations, and what is found by that: the interface of plug-ins."""
