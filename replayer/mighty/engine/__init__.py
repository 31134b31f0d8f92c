"""The rules of Mighty using small integers: legal actions, broken rules, consequences.

`rules` adds words, reasons and observations.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), chapter III;
`docs/mighty.md` lists the options, and the decisions where the paper is silent.
"""
