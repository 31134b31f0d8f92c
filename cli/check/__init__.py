"""Commands that say what is wrong with records, and mend them."""
