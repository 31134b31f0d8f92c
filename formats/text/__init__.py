"""Text with line and column numbers: grammars, words, spelling, and the places of findings."""
