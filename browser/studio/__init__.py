"""The studio: a local server with a page that shows and edits records, and plays on from them."""
