from collections.abc import Iterator

from .ast import Node

Place = tuple[int, int]

class Operator:
    def mutation_positions(self, node: Node) -> Iterator[tuple[Place, Place]]: ...

def get_operator(name: str) -> type[Operator]: ...
