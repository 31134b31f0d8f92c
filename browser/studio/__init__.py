"""The studio: a local server whose page shows and edits records, and plays on from them."""
