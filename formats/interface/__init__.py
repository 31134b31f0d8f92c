"""The interface of plug-ins: what a game declares about its notations, and how that is found."""
