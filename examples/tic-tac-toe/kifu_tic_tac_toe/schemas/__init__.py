"""The schema of tic-tac-toe."""
