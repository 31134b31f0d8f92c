"""The interface of plug-ins: what a game declares about its notations, and how to find them."""
