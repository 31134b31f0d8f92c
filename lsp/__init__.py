"""kifu in editors: the answers of `kifu lsp`, by the Language Server Protocol.

Only `server` communicates with an editor. The other modules are functions of documents: texts that
may be half-typed, with the names of their files. They need the extra `lsp`.
"""
