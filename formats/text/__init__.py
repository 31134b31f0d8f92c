"""Text with positions: grammars, words, spelling, and the places of findings."""
