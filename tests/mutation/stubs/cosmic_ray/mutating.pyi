from collections.abc import Iterable

from .work_item import MutationSpec, WorkResult

def mutate_and_test(
    mutations: Iterable[MutationSpec], test_command: str, timeout: float
) -> WorkResult: ...
