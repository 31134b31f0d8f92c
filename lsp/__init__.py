"""Support for editors: how `kifu lsp` answers them in the Language Server Protocol.

Only `server` communicates with an editor.

The other modules are functions on documents: texts that may be half-typed, with their file names.
All modules need the extra `lsp`.
"""
