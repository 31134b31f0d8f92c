"""YAML with positions: valid text is read quickly, and errors are explained."""
