"""Mutation testing: check that tests fail when the code is changed. See docs/testing.md.

Cosmic Ray changes the code and runs the tests. This module chooses the changes to try, and for each
change the tests that reach its line.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import cache
from itertools import count
from pathlib import Path

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem, WorkResult
from mutants import sample
from reaching import Reach, is_same

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "mutation"
CODE = (
    *("api", "arena", "archive", "browser", "cli", "environments", "findings", "formats"),
    *("lsp", "repair", "replayer", "testing", "validation"),
)
OWN_FILES = ("__init__.py",)


def modules() -> list[Path]:
    """Return the product's modules, as paths from its root."""
    below = (path for folder in CODE for path in (ROOT / folder).rglob("*.py"))
    return sorted([path.relative_to(ROOT) for path in below] + [Path(name) for name in OWN_FILES])


# Copies of the project for running tests


def copy_to(folder: Path) -> Path:
    """Copy the project's files into a folder named after its package, replacing its contents."""
    root = folder / "kifu"
    shutil.rmtree(root, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    shared = ROOT.parent / "shared"
    if shared.is_dir() and not (folder / "shared").exists():
        (folder / "shared").symlink_to(shared)
    return root


def environment(root: Path) -> dict[str, str]:
    """Return the environment in which tests import their own copy."""
    return {**os.environ, "PYTHONPATH": f"{root.parent}{os.pathsep}{root / 'tests' / 'mutation'}"}


def measure(folder: Path, jobs: int, tests: list[str]) -> None:
    """Run tests (all of them if none are named), and record the lines that each reaches."""
    if not tests:
        shutil.rmtree(folder / "reach", ignore_errors=True)
    (folder / "reach").mkdir(parents=True, exist_ok=True)
    before = folder / "measured" / "kifu"
    if before.is_dir():
        # The lines recorded for these modules are out of date.
        with (folder / "reach" / "changed").open("a") as file:
            file.writelines(f"{each}\n" for each in modules() if not is_same(each, ROOT, before))
    root = copy_to(folder / "measured")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "reach", f"-n{jobs}"]
    variables = {
        "COVERAGE_PROCESS_START": str(root / "tests" / "mutation" / "coverage.toml"),
        "REACH_DATA": str(folder / "reach" / "data"),
        "REACH_ROOT": str(root),
        "REACH_TIMES": str(folder / "reach" / "times"),
    }
    subprocess.run([*command, *tests], cwd=root, env={**environment(root), **variables})
    data = f"--data-file={folder / 'reach' / 'data'}"
    combine = [sys.executable, "-m", "coverage", "combine", "-q", "--append", data]
    subprocess.run([*combine, f"--rcfile={os.devnull}"], check=True)


def collected(root: Path) -> set[str]:
    """Return all existing tests; running a nonexistent one would look like a failure."""
    options = ["-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *options]
    found = subprocess.run(
        command, cwd=root, env=environment(root), stdout=subprocess.PIPE, text=True, check=True
    )
    return {line for line in found.stdout.splitlines() if "::" in line}


# A mutant


@cache
def _copy(folder: Path) -> Path:
    """Return a copy of the project for this process alone."""
    for number in count():
        place = folder / "copies" / str(number)
        try:
            place.mkdir(parents=True)
        except FileExistsError:
            continue
        root = copy_to(place)
        # Mutants are never compiled into files; unchanged modules are compiled here.
        compiled = [root / name for name in ("tests", *CODE, *OWN_FILES)]
        subprocess.run([sys.executable, "-m", "compileall", "-q", *compiled], check=True)
        os.environ |= environment(root)
        os.chdir(root)
        return root
    raise AssertionError


def try_out(folder: Path, mutant: MutationSpec, tests: list[str], seconds: float) -> WorkResult:
    """Run some tests on a mutant. If it takes too long, kill it and count that as a failure."""
    root = _copy(folder)
    listed = root.parent / "tests.txt"
    listed.write_text("\n".join(tests))
    options = "-x -q -p no:cacheprovider --no-header --tb=line"
    command = f"{shlex.quote(sys.executable)} -m pytest {options} @{shlex.quote(str(listed))}"
    return mutate_and_test([mutant], command, 60 + 5 * seconds)


# A session


def run(
    folder: Path, number: int, seed: int, jobs: int, most: float, within: list[str], again: bool
) -> Path:
    """Try out a sample of mutants; `again`: retry the mutants that survived earlier runs."""
    session = folder / f"sample-{number}-{seed}.sqlite"
    shutil.rmtree(folder / "copies", ignore_errors=True)
    root = copy_to(folder / "copies" / "listed")
    reach = Reach(folder / "reach", folder / "measured" / "kifu", ROOT, collected(root))
    with use_db(str(session)) as database:
        if not database.num_work_items:
            code = [each for each in modules() if not within or each.parts[0] in within]
            chosen = enumerate(sample(ROOT, code, number, seed))
            database.add_work_items([WorkItem.single(f"{at:04}", each) for at, each in chosen])
        with ProcessPoolExecutor(jobs) as pool:
            begun = dict[Future[WorkResult], str]()
            killed = {job for job, result in database.results if result.is_killed}
            tried = killed if again else {job for job, _ in database.results}
            for item in [each for each in database.work_items if each.job_id not in tried]:
                (mutant,) = item.mutations
                tests, seconds = reach.tests(mutant.module_path, mutant.start_pos[0], most)
                begun[pool.submit(try_out, folder, mutant, tests, seconds)] = item.job_id
            for future in as_completed(begun):
                result = future.result()
                database.set_result(begun[future], result)
                survived = result.test_outcome is TestOutcome.SURVIVED
                print("S" if survived else ".", end="", flush=True)
    print()
    return session


def show(session: Path) -> None:
    """Print the counts of a session, and the surviving mutants."""
    with use_db(str(session), WorkDB.Mode.open) as database:
        results: Mapping[str, WorkResult] = dict(database.results)
        items: Iterable[WorkItem] = list(database.work_items)
    print(session.name, dict(Counter(str(each.test_outcome) for each in results.values())))
    for item in items:
        result = results.get(item.job_id)
        if result is not None and result.test_outcome is TestOutcome.SURVIVED:
            print(f"\n{item.job_id}\n{result.diff}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--jobs", type=int, default=2)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure", help="record which tests reach which lines")
    measuring.add_argument("tests", nargs="*")
    running = commands.add_parser("run", help="try out a sample of mutants")
    running.add_argument("--number", type=int, default=300)
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--most", type=float, default=30, help="seconds of tests per mutant")
    running.add_argument("--within", nargs="*", default=[], help="only in these folders")
    running.add_argument("--again", action="store_true", help="try survivors again")
    showing = commands.add_parser("show", help="list the survivors of a session")
    showing.add_argument("session", type=Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.command == "measure":
        measure(folder, options.jobs, options.tests)
    elif options.command == "run":
        which = options.number, options.seed
        show(run(folder, *which, options.jobs, options.most, options.within, options.again))
    else:
        show(options.session)


if __name__ == "__main__":
    main()
