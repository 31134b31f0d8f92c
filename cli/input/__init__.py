"""What commands read: which files, and by whom."""
