"""JSON with source locations: valid text is read quickly, and errors are explained."""
