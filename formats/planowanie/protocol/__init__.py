"""The protocol between an arbiter and programs: its words and its conversation."""
