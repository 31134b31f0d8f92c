"""The output of commands: to terminals, files and standard error."""
