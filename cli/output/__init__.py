"""What commands write: to terminals, files and standard error."""
