"""The grammars of Kuhn poker's notations."""
