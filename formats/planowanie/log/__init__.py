"""Protocol logs: read, checked against the conversation, and written."""
