"""The deals that are consistent with what was seen: counted, drawn and played out."""
