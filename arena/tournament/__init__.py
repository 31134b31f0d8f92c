"""Tournaments: who meets whom, games that arbiters play, and how it goes on after a kill.

`entrants` is who plays, `pairing` who meets whom, `plan` what is settled and written down, `agreed`
whether that is what is asked for now, `folder` where games are kept, `arbiters` the processes that
play them, `rounds` all of it together, `standings` what came of it.
"""
