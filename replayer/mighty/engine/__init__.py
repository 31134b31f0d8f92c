"""The rules of play of Mighty on small integers: what is legal, which rule is broken, what follows.

`rules` gives all this words, reasons and observations.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), chapter III;
`docs/mighty.md` has the options and what was decided where the paper is silent.
"""
