"""The record of play: what people write about any game, beside its actions.

`annotation` has comments, glyphs, times and the like, `ended` how a round ended outside play, and
`start` a position that was set up. `check` finds what is wrong with them, for every game.
"""
