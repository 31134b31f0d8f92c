"""`kifu export` and `kifu import`: tables of decisions for programs that learn."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu import formats, replayer

from ..campaign import sample
from ..command import Kifu
from ..games import GAMES, WITH_VIEWS
from .conftest import KING, WON

np: Any = pytest.importorskip("numpy", reason="the extra `tables` is not installed")
parquet: Any = pytest.importorskip("pyarrow.parquet", reason="the extra `tables` is not installed")
ipc: Any = pytest.importorskip("pyarrow.ipc", reason="the extra `tables` is not installed")

AFTERWARDS = ("return", "result", "source")
"""The columns that depend on how the round went on, and on everything in the record."""

FORMATS = ("parquet", "arrow", "npz", "jsonl")


def texts(game: str, count: int = 3) -> str:
    """Return random matches of a game that have the same actions, one per line."""
    records = [replayer.generate(game, seed) for seed in range(3 * count)]
    names = [kifu.encoding(each).names for each in records]
    alike = [each for each, own in zip(records, names, strict=True) if own == names[0]]
    return "".join(map(line, alike[:count]))


def line(record: Any) -> str:
    """Return the text of a record on one line."""
    compact = formats.canonical_notation(replayer.game_of(record).name).compact
    assert compact is not None
    return compact(record)


def rows(path: Path) -> list[dict[str, Any]]:
    if not path.exists():  # there was no decision
        return []
    found: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_records_come_back_from_every_format(run: Kifu, game: str) -> None:
    run.write({"in.jsonl": texts(game)})
    expected = (run.folder / "in.jsonl").read_bytes()
    for style in FORMATS:
        result = run("export", "in.jsonl", "-o", f"{style}.{style}")
        assert (result.status, result.err) == (0, "")
        result = run("import", f"{style}.{style}")
        assert (result.status, result.stdout, result.err) == (0, expected, "")


@pytest.mark.parametrize(
    "field", ["card", {"name": "card"}, {"name": "card", "shape": 3, "high": 1}]
)
def test_only_fields_are_unpacked(field: Any) -> None:
    with pytest.raises(ValueError, match=r"not fields .*\$\[0\]"):
        kifu.unpack([b"\x40"], [field])


def test_every_format_holds_the_same_rows(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc")})
    for style in FORMATS:
        assert run("export", "in.jsonl", "--perfect", "-o", f"t.{style}", "--force").status == 0
    table = parquet.read_table(run.folder / "t.parquet")
    assert ipc.open_file(run.folder / "t.arrow").read_all().equals(table)
    card = json.loads((run.folder / "t.card.json").read_text("utf-8"))
    columns = card["header"]["columns"]
    lines = [json.loads(each) for each in (run.folder / "t.jsonl").read_text("utf-8").splitlines()]
    with np.load(run.folder / "t.npz") as arrays:
        for name, fields in columns.items():
            parts = kifu.unpack(table.column(name), fields)
            assert list(parts) == [each["name"] for each in fields]
            for other in (arrays[name], [each[name] for each in lines]):
                again = kifu.unpack(other, fields)
                assert all((parts[each] == again[each]).all() for each in parts)
        assert (arrays["action"] == table.column("action").to_numpy()).all()


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_those_of_the_encoding(run: Kifu, game: str) -> None:
    text = texts(game, 1)
    run.write({"in.jsonl": text})
    assert run("export", "in.jsonl", "--perfect", "-o", "t.parquet").status == 0
    record = kifu.loads(text)
    encoding = kifu.encoding(record)
    found = encoding.rows(record, perfect=True)
    table = parquet.read_table(run.folder / "t.parquet")
    card = json.loads((run.folder / "t.card.json").read_text("utf-8"))
    assert table.num_rows == found.count == card["files"][0]["rows"]
    assert card["header"]["actions"] == list(encoding.names)
    for name in ("action", "seat", "round", "ply", "return"):
        assert table.column(name).to_pylist() == list(found.arrays[name])
    for name, fields in card["header"]["columns"].items():
        parts = kifu.unpack(table.column(name), fields).values()
        flat = np.concatenate([each.reshape(found.count, -1) for each in parts], axis=1)
        assert flat.tobytes() == bytes(found.arrays[name])


def _alike(record: Any, number: int) -> Iterator[tuple[Any, int, int, int]]:
    """Yield records up to a ply that a seat cannot tell apart from this one at that ply."""
    rng = Random(number)
    game = replayer.game_of(record)
    for _ in range(3):
        at = rng.randrange(len(game.rounds(record))) + 1
        plies = game.rounds(record)[at - 1].plies
        seat, ply = rng.randrange(game.rules(record).players), rng.randint(1, max(plies, 1))
        if plies:
            yield kifu.deals(record, seat, ply, at).sample(rng), seat, at, ply


@pytest.mark.parametrize("game", WITH_VIEWS)
def test_rows_do_not_depend_on_anything_hidden(run: Kifu, game: str) -> None:
    compared = 0
    for number in range(sample(2)):
        record = replayer.generate(game, number)
        run.write({"in.jsonl": line(record)})
        run("export", "in.jsonl", "-o", "t.parquet", "--force")
        for other, seat, at, ply in _alike(record, number):
            run.write({"in.jsonl": line(other)})
            (run.folder / "other.parquet").unlink(missing_ok=True)
            run("export", "in.jsonl", "-o", "other.parquet", "--force")
            first, second = (
                [
                    {key: value for key, value in each.items() if key not in AFTERWARDS}
                    for each in rows(run.folder / name)
                    if each["seat"] == seat and each["round"] == at and each["ply"] < ply
                ]
                for name in ("t.parquet", "other.parquet")
            )
            assert first == second
            compared += len(first)
    assert compared


def test_records_that_break_a_rule_are_left_out(run: Kifu) -> None:
    run.write({"a.json": WON, "b.json": KING})
    result = run("export", "a.json", "b.json", "-o", "t.parquet")
    assert result.status == 1
    assert result.err.startswith("kifu: 1 record left out; the first: b.json: ")
    assert json.loads((run.folder / "t.card.json").read_text("utf-8"))["left_out"] == 1
    assert {each["file"] for each in rows(run.folder / "t.parquet")} == {"a.json"}
    result = run("export", "a.json", "b.json", "-o", "u.parquet", "--strict")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert not list(run.folder.glob("u*"))


def test_seats_rounds_and_splits(run: Kifu) -> None:
    run.write({"in.jsonl": texts("goita", 20)})
    run("export", "in.jsonl", "-o", "all.parquet")
    everything = rows(run.folder / "all.parquet")
    assert run("export", "in.jsonl", "-o", "s.parquet", "--seats", "1,3").status == 0
    chosen = rows(run.folder / "s.parquet")
    assert [each["action"] for each in chosen] == [
        each["action"] for each in everything if each["seat"] in (1, 3)
    ]
    where = ("--where", "round = 2")
    assert run("export", "in.jsonl", "-o", "w.parquet", *where).status == 0
    chosen = rows(run.folder / "w.parquet")
    expected = [each for each in everything if each["round"] == 2]
    assert [each["mask"] for each in chosen] == [each["mask"] for each in expected]
    for name in ("p", "q"):
        split = ("--split", "train=0.5,test=0.5")
        assert run("export", "in.jsonl", "-o", f"{name}.parquet", *split).status == 0
    train, test = (rows(run.folder / f"p-{each}.parquet") for each in ("train", "test"))
    assert train == rows(run.folder / "q-train.parquet")
    assert len(train) + len(test) == len(everything)
    assert not {each["record"] for each in train} & {each["record"] for each in test}
    assert run("import", "p-train.parquet", "p-test.parquet").stdout.count(b"\n") == 20


def test_workers_make_the_same_shards(run: Kifu) -> None:
    records = [json.loads(each) for each in texts("goita", 30).splitlines()]
    long = [json.dumps({**each, "title": "long" * 25_000}) for each in records]
    run.write({"in.jsonl": "\n".join(long)})
    for jobs in ("1", "2"):
        result = run("export", "in.jsonl", "-o", f"{jobs}.parquet", "--shard-size", "2", "-j", jobs)
        assert result.status == 0
    names = [each.name[1:] for each in run.folder.glob("1-*.parquet")]
    assert len(names) > 1
    for name in sorted(names):
        assert rows(run.folder / f"1{name}") == rows(run.folder / f"2{name}")


def test_players_become_pseudonyms(run: Kifu) -> None:
    record = json.loads(texts("goita", 1))
    record |= {"players": ["Ann", "Bob", "Cho", "Dan"], "title": "Ann against Bob"}
    run.write({"in.json": json.dumps(record)})
    result = run("export", "in.json", "--anonymise", "-o", "t.jsonl")
    assert "Ann" not in (run.folder / "t.jsonl").read_text("utf-8") + result.err
    (anonymous,) = run("import", "t.jsonl").out.splitlines()
    assert len({*json.loads(anonymous)["players"]}) == 4
    converted = run("convert", "in.json", "--to", "json", "--anonymise")
    assert json.loads(converted.out) == json.loads(anonymous)


def test_damaged_tables_are_refused(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc", 5)})
    for style in FORMATS:
        assert run("export", "in.jsonl", "-o", f"t.{style}", "--force").status == 0
        path = run.folder / f"t.{style}"
        whole = path.read_bytes()
        for data in (whole[: len(whole) // 2], b""):
            path.write_bytes(data)
            result = run("import", path.name, "-o", "back.jsonl")
            assert (result.status, result.err.count("\n")) == (2, 1), (style, result.err)
            assert not (run.folder / "back.jsonl").exists()


@pytest.mark.parametrize("style", FORMATS)
def test_wrong_bytes_do_not_stop_the_command(run: Kifu, style: str) -> None:
    run.write({"in.jsonl": texts("leduc", 5)})
    assert run("export", "in.jsonl", "-o", f"t.{style}").status == 0
    records = run("import", f"t.{style}").out
    path, rng = run.folder / f"t.{style}", Random(1)
    whole = path.read_bytes()
    for at in rng.sample(range(len(whole)), 60):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        result = run("import", path.name)
        assert "internal error" not in result.err, at
        assert (result.status, result.err.count("\n")) in ((0, 0), (2, 1)), (at, result.err)
        if style in ("parquet", "npz"):  # these have checksums
            assert result.status == 2 or result.out == records, at


def test_arrays_that_do_not_fit_are_refused(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc", 5)})
    assert run("export", "in.jsonl", "-o", "t.npz").status == 0
    whole = dict(np.load(run.folder / "t.npz"))
    for name, wrong in (
        ("source", whole["source"] + 0.5),
        ("source", whole["source"] + 1000),
        ("source", whole["source"].reshape(1, -1)),
        ("mask", whole["mask"][:5]),
    ):
        with zipfile.ZipFile(run.folder / "t.npz", "w") as packed:  # `savez` has an argument `file`
            for each, array in {**whole, name: wrong}.items():
                with packed.open(f"{each}.npy", "w") as member:
                    np.lib.format.write_array(member, array)
        result = run("import", "t.npz", "-o", "back.jsonl")
        assert (result.status, result.err.count("\n")) == (2, 1), result.err
        assert "internal error" not in result.err
        assert not (run.folder / "back.jsonl").exists()


def test_records_are_not_a_table(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc", 1)})
    result = run("import", "in.jsonl")
    said = "kifu: in.jsonl: this is not a table that `kifu export` wrote\n"
    assert (result.status, result.err) == (2, said)


def test_tables_of_another_version_are_refused(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc", 5)})
    assert run("export", "in.jsonl", "-o", "t.parquet").status == 0
    table = parquet.read_table(run.folder / "t.parquet")
    header = table.schema.metadata[b"kifu.decisions"].replace(b'"version":1,', b'"version":9,')
    wrong = [
        table.replace_schema_metadata({b"kifu.decisions": header}),
        table.replace_schema_metadata({}),
        table.drop_columns(["mask"]),
        table.drop_columns(["source"]),
        table.slice(1),
    ]
    for each in wrong:
        parquet.write_table(each, run.folder / "t.parquet")
        result = run("import", "t.parquet")
        assert (result.status, result.err.count("\n")) == (2, 1), result.err


def test_lines_are_checked_against_their_card(run: Kifu) -> None:
    run.write({"in.jsonl": texts("leduc", 5)})
    assert run("export", "in.jsonl", "-o", "t.jsonl").status == 0
    whole, card = ((run.folder / name).read_text("utf-8") for name in ("t.jsonl", "t.card.json"))
    version = card.replace('"version": 1', '"version": 9')
    wider = whole.replace('"mask":"', '"mask":"AAAA', 1)
    for line_text, card_text in ((whole, version), (wider, card), (whole, card.replace("{", "["))):
        run.write({"t.jsonl": line_text, "t.card.json": card_text})
        result = run("import", "t.jsonl")
        if card_text.startswith("["):  # it is not a card, and lines need none
            assert (result.status, result.err) == (0, "")
        else:
            assert (result.status, result.err.count("\n")) == (2, 1), result.err


def test_replaced_shards_are_deleted(run: Kifu) -> None:
    run.write({"in.jsonl": texts("goita", 30), "few.jsonl": texts("goita", 1)})
    split = ("--split", "train=0.5,test=0.5")
    assert run("export", "in.jsonl", "-o", "t.parquet", *split).status == 0
    (run.folder / "t-mine.parquet").write_bytes(b"")
    assert run("export", "few.jsonl", "-o", "t.parquet", *split, "--force").status == 0
    names = {each.name for each in run.folder.glob("t-*")}
    assert "t-mine.parquet" in names
    assert len(names) == 2


def test_refusals(run: Kifu) -> None:
    run.write({"a.jsonl": texts("goita", 1), "b.jsonl": texts("leduc", 1)})
    for arguments in (
        ["a.jsonl", "b.jsonl", "-o", "t.parquet"],
        ["a.jsonl", "-o", "t.txt"],
        ["a.jsonl"],
        ["a.jsonl", "-o", "t.parquet", "--seats", "x"],
        ["a.jsonl", "-o", "t.parquet", "--split", "train=0.5"],
        ["a.jsonl", "-o", "t.parquet", "--where", "no_such_column = 1"],
        ["a.jsonl", "-o", "t.parquet", "--shards", "1"],
        ["a.jsonl", "-o", "/dev/null", "--output-format", "jsonl"],
        ["-", "-o", "t.parquet", "--scheduler", "x:1"],
    ):
        result = run("export", *arguments)
        assert (result.status, result.err.count("\n")) == (2, 1), result.err
    result = run("export", "a.jsonl", "-o", "t.parquet", "--split", "a=0.5,a=0.5")
    assert "has the name 'a' twice" in result.err
    result = run("export", "a.jsonl", "-o", "t.parquet", "--seats", "1,9")
    assert (result.status, result.err) == (
        2, "kifu: a.jsonl: there is no seat 9: the seats are 0 to 3\n",
    )  # fmt: skip
    assert [each.name for each in run.folder.glob("t*")] == []
