from enum import Enum
from pathlib import Path

class TestOutcome(Enum):
    SURVIVED = ...
    KILLED = ...
    INCOMPETENT = ...

class WorkResult:
    test_outcome: TestOutcome | None
    diff: str | None
    @property
    def is_killed(self) -> bool: ...

class MutationSpec:
    module_path: Path
    operator_name: str
    occurrence: int
    start_pos: tuple[int, int]
    end_pos: tuple[int, int]
    def __init__(
        self,
        *,
        module_path: Path,
        operator_name: str,
        occurrence: int,
        start_pos: tuple[int, int],
        end_pos: tuple[int, int],
    ) -> None: ...

class WorkItem:
    job_id: str
    mutations: tuple[MutationSpec, ...]
    @classmethod
    def single(cls, job_id: str, mutation: MutationSpec) -> WorkItem: ...
