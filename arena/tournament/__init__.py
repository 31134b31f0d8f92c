"""Tournaments between programs, which can be killed and resumed.

`entrants` reads the file of entrants, `pairing` makes groups, `plan` records decisions, `agreed`
compares them with a command's options, `folder` stores the games, `arbiters` starts the processes
that play them, `rounds` plays them all, and `standings` counts their results.
"""
