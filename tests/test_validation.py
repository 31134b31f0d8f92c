"""The pipeline with a stage before the reader that can only accept records: no visible changes."""

import gzip
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.cli import run
from kifu.findings import Finding
from kifu.formats import UnknownNotation
from kifu.formats.interface.catalog import canonical_notation, described, notation
from kifu.formats.interface.notation import CannotHold, Counts, Notation, Reading
from kifu.formats.text.text import Text
from kifu.replayer.game import MatchResult, Unsupported
from kifu.validation.outcome import Outcome, outcome
from kifu.validation.outcomes import outcomes
from kifu.validation.proofs import MOST_PROOFS

from .campaign import sample

LARGE = 2**20
"""The maximum size of a rule's example in bytes, as larger ones take too long."""
FEW = max(1, 12 // sample(1))
"""The suite tries one example in this many, and a campaign tries all of them."""
NOTATIONS = list(described())
PLAIN = {name: notation(name) for name in NOTATIONS}
"""All notations, without a stage."""


class Stage:
    """A stage for one notation, which accepts a valid record every `one_in` times it is asked.

    It remembers what it was asked about, what it accepted, and what was read.
    """

    def __init__(self, plain: Notation[Any], one_in: int) -> None:
        self.asked: list[bytes] = []
        self.accepted: list[bytes] = []
        self.read: list[str] = []
        self._plain = plain
        self._one_in = one_in
        self.notation = replace(plain, accept=self._accept, read=self._read)

    def _accept(self, data: bytes) -> Counts | None:
        self.asked.append(data)
        if not self._one_in or len(self.asked) % self._one_in:
            return None
        found = self._sound(data)
        if found is not None:
            self.accepted.append(data)
        return found

    def _read(self, text: Text) -> Iterator[Reading[Any]]:
        self.read.append(text.content)
        return self._plain.read(text)

    def _sound(self, data: bytes) -> Counts | None:
        """Return the counts of a single record without findings."""
        try:
            readings = list(self._plain.read(Text(data.decode())))
        except UnicodeDecodeError:
            return None
        if len(readings) != 1 or outcome(readings[0]).findings:
            return None
        return outcome(readings[0]).counts


Insert = Callable[..., dict[str, Stage]]


@pytest.fixture
def insert(monkeypatch: pytest.MonkeyPatch) -> Iterator[Insert]:
    """Insert a stage into every notation, for all later look-ups."""

    def insert(one_in: int = 1) -> dict[str, Stage]:
        stages = {name: Stage(PLAIN[name], one_in) for name in NOTATIONS}
        for name, stage in stages.items():
            module = import_module(described()[name].module)
            monkeypatch.setattr(module, "NOTATION", stage.notation)
        notation.cache_clear()
        return stages

    yield insert
    notation.cache_clear()


Says = Callable[..., tuple[int, bytes, bytes]]


@pytest.fixture
def says(capsysbinary: pytest.CaptureFixture[bytes]) -> Says:
    """Return the exit status of a command, and its output."""

    def says(*arguments: str | Path) -> tuple[int, bytes, bytes]:
        capsysbinary.readouterr()
        status = run(list(map(str, arguments)))
        out, err = capsysbinary.readouterr()
        return status, out, err

    return says


def records(name: str) -> list[Any]:
    """Return the first round of a random match and two whole matches, with named players."""
    game = replayer.game(name)
    whole = [game.generate(Random(f"{name}/{number}")) for number in range(2)]
    made = [game.with_rounds(whole[0], tuple(game.rounds(whole[0])[:1])), *whole]
    return [replace(each, players=names(game.rules(each).players)) for each in made]


def names(players: int) -> tuple[str, ...]:
    return tuple(f"Player {seat}" for seat in range(players))


@cache
def texts(name: str) -> list[bytes]:
    """Return records in a notation, examples of its errors, and files with several of these."""
    target = notation(name)
    sound = [written(target, each) for each in records(target.game)]
    wrong = [each.example for each in kifu.rules() if each.example.notation == name]
    broken = [each.content() for each in wrong if not each.name.endswith(".gz")]
    broken = [each for each in broken if len(each) <= LARGE][::FEW]
    return [*sound, *broken, *together(name, sound, broken)]


def written(target: Notation[Any], record: Any) -> bytes:
    """Return the text of a record, or of its first player's view if only views can be written."""
    try:
        return target.write(record).encode()
    except CannotHold:
        return target.write(kifu.view(record, 0)).encode()


def together(name: str, sound: list[bytes], broken: list[bytes]) -> Iterator[bytes]:
    """Yield files in which valid and broken records alternate."""
    several = [each for pair in zip(sound, broken, strict=False) for each in pair]
    if notation(name).compact is not None:
        lines = [each.replace(b"\r\n", b"\n").replace(b"\n", b" ") for each in several]
        yield b"".join(line + b"\n" for line in lines)
    else:
        yield notation(name).between.encode().join(several)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files in all notations, with a valid and a damaged one compressed."""
    folder = tmp_path_factory.mktemp("records")
    for name in NOTATIONS:
        for number, text in enumerate(texts(name)):
            path = folder / name / f"{number:03}{notation(name).suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    sound = texts(NOTATIONS[0])[0]
    (folder / "sound.gz").write_bytes(gzip.compress(sound))
    (folder / "cut.gz").write_bytes(gzip.compress(sound)[:-9])
    (folder / "notes.md").write_text("# Notes\n")
    return folder


def result_of(each: Outcome[Any]) -> MatchResult | str | None:
    try:
        return each.match_result()
    except Unsupported as why:
        return str(why)


def sound_text(name: str) -> bytes:
    """Return a text in a notation without findings."""
    return next(each for each in texts(name) if not kifu.validate(each, name))


def parts(name: str) -> Iterator[list[object]]:
    """Yield everything about the outcomes of a notation's texts, in order."""
    for data in texts(name):
        yield [_asked(each) for each in outcomes(BytesIO(data), "", name)]


def _asked(each: Outcome[Any]) -> list[object]:
    known = each.notation and each.notation.id
    sound = not each.errors and each.counts is not None
    told = [known, each.findings, each.errors, each.counts, each.record, each.reading.whole]
    return [*told, result_of(each) if sound else None]


# The stage


@pytest.mark.parametrize("name", NOTATIONS)
def test_every_outcome_is_the_same(insert: Insert, name: str) -> None:
    before = list(parts(name))
    for one_in in (1, 2, 0):
        stage = insert(one_in)[name]
        assert list(parts(name)) == before
        assert stage.asked
        assert stage.accepted or one_in != 1
        assert one_in or not stage.accepted


@pytest.mark.parametrize("more", [(), ("--strict", "--output-format", "json")])
def test_validate(insert: Insert, says: Says, files: Path, more: tuple[str, ...]) -> None:
    more = ("--suggest", "0", *more)
    before = says("validate", files, *more)
    assert before[0] == 1
    stages = insert()
    assert says("validate", files, *more) == before
    accepted = [data.decode() for each in stages.values() for data in each.accepted]
    read = [text for each in stages.values() for text in each.read]
    assert accepted
    assert read
    # a file whose encoding is reported is read, though its text alone is sound
    assert not [each for each in {*accepted} & {*read} if not kifu.validate(each)]


@pytest.mark.parametrize(("style", "one_in"), [("json", 1), ("table", 2)])
def test_rate(insert: Insert, says: Says, files: Path, style: str, one_in: int) -> None:
    before = says("rate", files, "--output-format", style)
    assert before[0] > 0
    assert b"Player" in before[1]
    stages = insert(one_in)
    assert says("rate", files, "--output-format", style) == before
    assert any(each.accepted for each in stages.values())


@pytest.mark.parametrize("name", NOTATIONS)
def test_convert(insert: Insert, says: Says, files: Path, tmp_path: Path, name: str) -> None:
    target = canonical_notation(notation(name).game).id

    def converted(folder: str) -> dict[str, bytes]:
        out = tmp_path / folder
        status, _, err = says("convert", files / name, "--to", target, "-d", out)
        written = {str(each.relative_to(out)): each.read_bytes() for each in out.rglob("*.*")}
        return written | {"": bytes([status]) + err.replace(str(out).encode(), b"")}

    before = converted("before")
    assert len(before) > 3
    insert()
    assert converted("after") == before


@pytest.mark.parametrize("name", NOTATIONS)
def test_the_api(insert: Insert, name: str) -> None:
    target = canonical_notation(notation(name).game).id

    def everything(text: bytes) -> list[object]:
        asked: list[Callable[[], object]] = [
            lambda: kifu.validate(text, name),
            lambda: kifu.loads(text, name),
            lambda: kifu.convert(text, target, name),
        ]
        found: list[object] = []
        for ask in asked:
            try:
                found.append(ask())
            except ValueError as why:
                found.append(str(why))
        return found

    given = texts(name)
    before = [everything(each) for each in given]
    insert()
    assert [everything(each) for each in given] == before


@pytest.mark.parametrize("name", NOTATIONS)
def test_accepted_records_are_read_on_demand(insert: Insert, name: str) -> None:
    data = sound_text(name)
    (plain,) = outcomes(BytesIO(data), "", name)
    stage = insert()[name]
    (found,) = outcomes(BytesIO(data), "", name)
    assert (found.findings, found.errors, found.counts) == ([], [], plain.counts)
    assert stage.read == []
    assert found.record == plain.record == kifu.loads(data, name)
    assert found.reading.whole
    assert result_of(found) == result_of(plain)


def test_records_in_lines_keep_their_order(insert: Insert) -> None:
    sound, wrong = texts("goita/json")[0], b'{"format": "goita/json", "version": 1}'
    line = notation("goita/json").compact
    assert line is not None
    good = line(kifu.loads(sound)).encode().strip()
    stage = insert()["goita/json"]
    found = list(outcomes(BytesIO(b"\n".join([good, wrong, good, good, wrong])), "a.jsonl"))
    assert [len(each.findings) for each in found] == [0, 1, 0, 0, 1]
    assert [each.line for one in found for each in one.findings] == [2, 5]
    assert stage.accepted == [good] * 3
    assert stage.read == [wrong.decode()] * 2


def test_a_stage_is_not_asked_about_what_is_unreadable(insert: Insert) -> None:
    stages = insert()
    packed = gzip.compress(texts("goita/json")[0])[:-9]
    stages["goita/json"].asked.clear()
    (found,) = outcomes(BytesIO(packed), "", "goita/json")
    assert [each.code for each in found.findings] == ["F004"]
    assert not stages["goita/json"].asked


# Outcomes


def test_a_record_is_checked_when_its_findings_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replayer.game("goita")
    checked = list[object]()

    def check(self: object, record: object, unsupported: object = ()) -> object:
        checked.append(record)
        return original(record, unsupported)

    original: Any = game.check
    monkeypatch.setattr(type(game), "check", check)
    (found,) = outcomes(BytesIO(texts("goita/json")[1]))
    assert found.record is not None
    assert not checked
    assert (found.findings, found.findings, found.match_result() is None) == ([], [], False)
    assert len(checked) == 1


def test_findings_are_in_the_order_of_the_text() -> None:
    for data in texts("goita/json"):
        for each in outcomes(BytesIO(data), "", "goita/json"):
            assert each.findings == sorted(each.findings, key=place)


def place(finding: Finding) -> tuple[int, int]:
    return finding.line or 0, finding.column or 0


def test_no_record() -> None:
    with pytest.raises(UnknownNotation):
        list(outcomes(BytesIO(b"Once upon a time.\n")))
    with pytest.raises(KeyError):
        list(outcomes(BytesIO(b""), "", "goita/none"))
    (found,) = outcomes(BytesIO(b""), "", "goita/json")
    assert (found.record, found.counts, found.match_result()) == (None, None, None)
    assert [each.code for each in found.errors] == ["F101"]


def test_a_record_of_many_slips_is_read_again_a_few_times_only(insert: Insert) -> None:
    rounds = ", ".join(['{"dealr": 0, "hands": ["", "", "", ""], "record": ""}'] * 40)
    text = f'{{"format": "goita/json", "version": 1, "rounds": [{rounds}]}}'
    read = insert()["goita/json"].read
    assert sum(each.fix is not None for each in kifu.validate(text)) > MOST_PROOFS
    assert 1 < len(read) <= MOST_PROOFS + 2
