"""Support for editors: what `kifu lsp` answers in the Language Server Protocol.

Only `server` communicates with an editor.

The other modules are functions on documents: texts that may be half-typed, with their file names.
They need the extra `lsp`.
"""
