"""The rules of Go using integers."""
