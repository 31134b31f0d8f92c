"""Many quick cases in one test, as pytest's overhead per test would take longer than the cases."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any


def all_of(
    names: str | Iterable[str], cases: Iterable[Any]
) -> Callable[[Any], Callable[..., None]]:
    """Make a test try all cases in a loop; arguments are as for `pytest.mark.parametrize`.

    Failures are raised together, each with a note that names its case. All cases share the same
    fixtures.
    """
    arguments = names.replace(",", " ").split() if isinstance(names, str) else [*names]
    listed = list(cases)
    assert listed

    def decorate(test: Any) -> Callable[..., None]:
        def loop(**fixtures: Any) -> None:
            failed = list[Exception]()
            for case in listed:
                values = case if len(arguments) > 1 else (case,)
                try:
                    test(**dict(zip(arguments, values, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"in the case {case!r:.500}")
                    failed.append(error)
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(listed)} cases", failed)

        signature = inspect.signature(test)
        left = [one for one in signature.parameters.values() if one.name not in arguments]
        loop.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            setattr(loop, name, getattr(test, name))
        return loop

    return decorate
