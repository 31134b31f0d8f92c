"""The studio's page, which only loads its script."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: the page may load resources only from the studio."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>kifu studio</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; background: light-dark(#fdfcf9, #1b1d1f); }
:root { scroll-padding: 40px 0 110px; }
@media (min-width: 900px) { :root { scroll-padding-top: 88px; } }
body { margin: 0; }
noscript { font: 16px/1.5 system-ui, sans-serif; }
</style>
</head>
<body>
<kifu-studio></kifu-studio>
<noscript><p>The studio needs JavaScript.</p></noscript>
<script src="/kifu-studio.js"></script>
</body>
</html>
"""
