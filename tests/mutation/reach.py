"""A pytest plug-in that records which tests reach a line, how long each takes, and its outcome.

Coverage.py measures every process that a test starts. Its configuration takes the name of the test
from the variable `REACHING_TEST`, which those processes inherit.
"""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Announce the running test to this process and to those it starts."""
    os.environ["REACHING_TEST"] = item.nodeid
    measured = Coverage.current()
    assert measured is not None
    measured.switch_context(item.nodeid)
    result = yield
    measured.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record the duration and outcome of each phase of a test."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(os.environ["REACH_TIMES"]).open("a") as file:
            file.write(f"{report.nodeid}\t{report.outcome}\t{report.duration:.3f}\n")
