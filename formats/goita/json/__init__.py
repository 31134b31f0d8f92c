"""`goita/json` and `goita/json-2015`: Goita records as JSON."""
