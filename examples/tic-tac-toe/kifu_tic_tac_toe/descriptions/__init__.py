"""The page that describes the text notation."""
