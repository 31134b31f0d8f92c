"""`goita/table`: the table of the 2015 proposal."""
