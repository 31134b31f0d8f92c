"""Commands that write records in other notations, and describe notations."""
