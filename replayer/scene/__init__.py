"""Scenes: positions as plain data for renderers, which do not know any game.

`scene`, `shapes` and `texts` are the vocabulary. `scenes` is the interface of a game that describes
its positions with it.
"""
