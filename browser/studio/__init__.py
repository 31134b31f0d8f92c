"""The studio: a server on this machine whose page shows, edits and plays on records."""
