"""Output of commands: to terminals, files and standard error."""
