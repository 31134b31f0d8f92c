"""kifu in editors: what `kifu lsp` answers, by the Language Server Protocol.

`server` alone talks to an editor. The other modules are functions of documents: texts that may be
half-typed, under the names that their files have. They need the extra `lsp`.
"""
