"""Scenes: positions as plain data for renderers, which know no game.

`scene` and `texts` are the vocabulary, and `scenes` the interface of a game that describes its
positions with it.
"""
