"""SQL on a table of facts.

DuckDB answers queries and can access nothing else: no other file, no network, no extension, no
variable in this program. Settings cannot be changed either. Text from records is only in the table,
and never becomes part of a query.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from .installed import duckdb

VIEW = "facts"
"""The name of the table of facts in SQL."""
_GIVEN = "given"

_SETTINGS = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "errors_as_json": "true",
    "memory_limit": "1GB",
}

MOST_MEMORY = 2 * 2**30
"""The maximum size of an answer in bytes: DuckDB limits tables, not single values."""

MOST_ROWS = 1000
"""The number of rows to fetch at once."""


class WrongQuestion(ValueError):
    """Raised if a query cannot be answered; the message says why, and where in the query."""


class Answer(Struct, frozen=True):
    """The answer to a query: its column names, and its rows, computed on demand."""

    columns: Sequence[str]
    rows: Iterator[tuple[Any, ...]]


class Asked(Struct, frozen=True):
    """The user's part of a query: its name, its start, and its length in characters."""

    name: str
    start: int
    length: int


class Database:
    """A table of facts to query. `folder` is where DuckDB may put data that does not fit in memory.

    Raises NotInstalled without DuckDB, and WrongQuestion if the facts cannot be read.
    """

    def __init__(self, facts: Any, folder: str) -> None:
        self._duckdb = duckdb()
        settings = {**_SETTINGS, "temp_directory": folder}
        self._connection = self._duckdb.connect(":memory:", config=settings)
        self._looking = self._connection.cursor()
        # a progress bar would end up in the output
        for each in (self._connection, self._looking):
            each.execute("SET enable_progress_bar = false")
        self._connection.execute("SET lock_configuration = true")
        self.hold(facts)

    def hold(self, facts: Any) -> None:
        """Replace the facts. Raises WrongQuestion if they cannot be read."""
        # Copy them into a table, as a query on registered data cannot be interrupted.
        self._connection.register(_GIVEN, facts)
        copied = f"CREATE OR REPLACE TABLE {VIEW} AS SELECT * FROM {_GIVEN}"
        with self._answering(copied, Asked("the facts", len(copied), 0)):
            self._run(self._connection.execute, copied)
        self._connection.unregister(_GIVEN)

    def look_at(self, query: str) -> None:
        """Raise WrongQuestion if `ask` would, without computing the answer."""
        self._asked(self._looking, query, Asked("the SQL", 0, len(query)))

    def ask(self, query: str, asked: Asked | None = None) -> Answer:
        """Return the answer to one SELECT, which the user may have written only in part.

        Raises WrongQuestion.
        """
        asked = asked or Asked("the SQL", 0, len(query))
        columns = self._asked(self._connection, query, asked)
        return Answer(columns, self._rows(query, asked))

    def _asked(self, connection: Any, query: str, asked: Asked) -> list[str]:
        """Return the names of the columns in a query's answer."""
        with self._answering(query, asked):
            statements = connection.extract_statements(query)
            kinds = [each.type for each in statements]
            if kinds != [self._duckdb.StatementType.SELECT]:
                raise WrongQuestion(f"{asked.name}: write one SELECT")
            with bounded(MOST_MEMORY):
                self._run(connection.execute, statements[0])
            return [each[0] for each in connection.description]

    def type_of(self, value: str, asked: Asked) -> str:
        """Return the SQL type of an expression that can be evaluated for each row.

        Raises WrongQuestion.
        """
        query = f"SELECT ({value}\n) FROM {VIEW} LIMIT 0"
        with self._answering(query, asked):
            self._connection.execute(query)
        return str(self._connection.description[0][1])

    def _rows(self, query: str, asked: Asked) -> Iterator[tuple[Any, ...]]:
        with self._answering(query, asked):
            while some := self._fetched():
                yield from some

    def _fetched(self) -> Sequence[tuple[Any, ...]]:
        with bounded(MOST_MEMORY):
            return self._run(self._connection.fetchmany, MOST_ROWS)

    def _run(self, work: Callable[[Any], Any], given: Any) -> Any:
        """Return a function's result, computed in a thread so that Ctrl-C keeps working."""
        with ThreadPoolExecutor(1) as thread:
            done = thread.submit(work, given)
            try:
                return done.result()
            except KeyboardInterrupt:
                self._connection.interrupt()
                self._looking.interrupt()
                raise

    @contextmanager
    def _answering(self, query: str, asked: Asked) -> Generator[None]:
        """Raise WrongQuestion for DuckDB's error in a query."""
        try:
            yield
        except self._duckdb.Error as why:
            raise WrongQuestion(_said(why, query, asked)) from None


def of_conditions(query: str) -> Asked:
    """Return the user's part of a query built from conditions; errors have no place."""
    return Asked("--where", len(query), 0)


def all_of(conditions: Sequence[str]) -> str:
    r"""Join conditions with AND, each on its own lines, as it may end in a comment.

    >>> all_of(["round = 1", "errors > 0"])
    '(round = 1\n) AND (errors > 0\n)'
    """
    return " AND ".join(f"({each}\n)" for each in conditions) or "true"


def check_condition(database: Database, condition: str) -> None:
    """Raise WrongQuestion unless a condition by itself can be evaluated for each row.

    A string that is not one complete condition, such as `false) OR (true`, is refused here.
    """
    before = f"SELECT 1 FROM {VIEW} WHERE CASE WHEN "
    asked = Asked("--where", len(before), len(condition))
    database.ask(f"{before}{condition}\n THEN true END LIMIT 0", asked)
    found = database.type_of(condition, asked)
    if found not in ("BOOLEAN", '"NULL"'):
        why = f"{condition} is of type {found}, not a condition"
        raise WrongQuestion(f"--where: {why}: compare it with a value")


def _said(why: Exception, query: str, asked: Asked) -> str:
    """Return DuckDB's error on one line, with the place in the user's part."""
    _, _, values = str(why).partition(": ")
    try:
        said: Mapping[str, str] = json.loads(values)
    except ValueError:
        said = {"exception_message": str(why)}
    # Leave out messages for authors of Python modules, and advice on changing settings.
    text = said["exception_message"]
    for rest in (", due to the following", "Possible solutions:"):
        text = text.partition(rest)[0]
    message = " ".join(text.split())
    if said.get("exception_type") == "Out of Memory":
        message = f"this takes too much memory: {message}"
    if "position" not in said:
        return f"{asked.name}: {message}"
    before = query.encode()[: int(said["position"])].decode("utf-8", "ignore")
    at = len(before) - asked.start
    if at < 0:
        return f"{asked.name}: {message}"
    if at >= asked.length:
        return f"{asked.name}: this ends before it is complete"
    return f"{asked.name}, character {at + 1}: {message}"


_USED = Path("/proc/self/statm")
"""The memory pages of this process; the sixth number counts those that hold its data."""
_DATA = 5


@contextmanager
def bounded(more: int) -> Generator[None]:
    """Limit this process to `more` bytes of additional memory, if the system supports that.

    Code that needs more gets a MemoryError, or its library's equivalent.
    """
    try:
        import resource

        used = int(_USED.read_text("ascii").split()[_DATA]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    least = min(each for each in (used + more, soft, hard) if each != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (least, hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


class Matches(Struct):
    """The numbers of the matching records in a file, in order, and the lines of their texts."""

    records: array[int] = field(default_factory=lambda: array("q"))
    lines: array[int] = field(default_factory=lambda: array("q"))


def matching(
    database: Database, conditions: Sequence[str], *, every_round: bool = False
) -> dict[str, Matches]:
    """Return the matching records by file: those where any row matches, or where all do.

    Raises WrongQuestion.
    """
    how = "bool_and" if every_round else "bool_or"
    query = (
        f"SELECT file, record, any_value(coalesce(line, 0)) FROM (SELECT file, record, line,"
        f" coalesce({all_of(conditions)}, false) AS matches FROM {VIEW})"
        f" GROUP BY file, record HAVING {how}(matches) ORDER BY file, record"
    )
    found: dict[str, Matches] = {}
    for file, record, line in database.ask(query, of_conditions(query)).rows:
        of_file = found.setdefault(file, Matches())
        of_file.records.append(record)
        of_file.lines.append(line)
    return found


def matching_rounds(database: Database, conditions: Sequence[str]) -> dict[str, array[int]]:
    """Return, by file, the rounds that meet all conditions: for each, its record and its number.

    Raises WrongQuestion.
    """
    query = (
        f"SELECT file, record, round FROM {VIEW}"
        f" WHERE round IS NOT NULL AND ({all_of(conditions)}) ORDER BY file, record, round"
    )
    found: dict[str, array[int]] = {}
    for file, *places in database.ask(query, of_conditions(query)).rows:
        found.setdefault(file, array("q")).extend(places)
    return found
