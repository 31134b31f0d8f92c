"""Protocol logs: reading, comparing with the conversation, and writing."""
