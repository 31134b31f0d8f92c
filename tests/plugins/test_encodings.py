"""Notations in encodings other than UTF-8, in every command that reads or writes records."""

import shutil
from pathlib import Path

import pytest

from .copies import MATCH, Copy

NAMES = Path(__file__).with_name("encodings") / "names.py"
HEAD = "kuhn with names CA[ISO-8859-1]\n"
GOOD = f"{HEAD}Zoë | Jürgen\nKJ:bp JQ:pp\n"
SLIP = f"{HEAD}Zoë |  Jürgen\nkj:bp\n\n{HEAD}Ægir | Ösk\nJQ:pp\n"


@pytest.fixture
def named(copy: Copy) -> Copy:
    """The plug-in with an extra notation, in Latin-1 unless a text declares otherwise."""
    shutil.copy(NAMES, copy.folder / "kifu_kuhn" / "names.py")
    copy.replace(
        "__init__.py",
        '        NotationDescriptor("kuhn/text",',
        """        NotationDescriptor(
            "kuhn/names",
            "kifu_kuhn.names",
            lambda head: head.startswith("kuhn with names"),
            encodings=("latin-1", "utf-8", "utf-16", "koi8-r"),
            declared=__import__("re").compile(rb"CA\\[(.*?)\\]"),
            suffix_encodings={".utf8": "utf-8"},
        ),
        NotationDescriptor("kuhn/text",""",
    )
    return copy


def put(copy: Copy, text: str, encoding: str, name: str = "a.names") -> Path:
    path = copy.folder / name
    path.write_bytes(text.encode(encoding))
    return path


def lines_found(copy: Copy, *arguments: str) -> list[str]:
    """Return the lines of the findings."""
    return copy.kifu("validate", "--output-format", "concise", *arguments).stdout.splitlines()


def test_declared_encodings(named: Copy) -> None:
    put(named, GOOD, "latin-1")
    put(named, GOOD.replace("ISO-8859-1", "UTF-8"), "utf-8", "b.names")
    put(named, GOOD.replace("ISO-8859-1", "UTF-16"), "utf-16", "c.names")
    put(named, GOOD.replace(" CA[ISO-8859-1]", ""), "latin-1", "d.names")
    put(named, GOOD.replace(" CA[ISO-8859-1]", ""), "utf-8", "e.utf8")
    put(
        named,
        GOOD.replace("ISO-8859-1", "koi8-r").replace("Zoë | Jürgen", "Яна | Ёж"),
        "koi8-r",
        "f.names",
    )
    done = named.kifu("validate", "--strict", *(str(each) for each in named.folder.glob("?.*")))
    assert (done.returncode, done.stdout) == (0, "")
    assert "6 files, 6 records" in done.stderr


@pytest.mark.parametrize(
    ("declared", "encoding", "where", "why"),
    [
        ("ISO-8859-1", "utf-16", "1:20", "it begins with the byte order mark of utf-16-le"),
        ("UTF-16", "latin-1", "1:20", "there is no UTF-16 byte order mark"),
        ("UTF-8", "latin-1", "1:20", "this is latin-1; it is read as latin-1"),
        ("Big5", "latin-1", "1:20", "kuhn/names is written in latin-1 or utf-8"),
        ("Klingon", "utf-8", "1:20", "it is read as utf-8"),
        ("\x00", "utf-8", "1:20", "it is read as utf-8"),
    ],
)
def test_wrong_declarations(
    named: Copy, declared: str, encoding: str, where: str, why: str
) -> None:
    put(named, GOOD.replace("ISO-8859-1", declared), encoding)
    (line,) = lines_found(named, "a.names")
    assert f"a.names:{where}: error F021 wrong-encoding" in line
    assert why in line


def test_a_byte_that_cannot_be_decoded_hides_no_other_record(named: Copy) -> None:
    text = GOOD.replace("ISO-8859-1", "UTF-16")
    data = f"{text}\n{text.replace('ü', '@')}\n{text.replace('KJ', 'KK')}".encode("utf-16")
    (named.folder / "a.names").write_bytes(data.replace("@".encode("utf-16")[2:], b"\0\xdc"))
    first, second = lines_found(named, "a.names")
    assert "a.names:6:8: error F020 undecodable-byte" in first
    assert "a.names:11:1: error K" in second


def test_a_fix_keeps_all_other_bytes(named: Copy) -> None:
    for encoding in ("latin-1", "utf-16"):
        said = SLIP.replace("ISO-8859-1", encoding).replace("\n", "\r\n")
        path = put(named, said, encoding)
        done = named.kifu("validate", "--fix", "a.names")
        assert "1 finding fixed in 1 file" in done.stderr
        assert path.read_bytes() == said.replace("kj:", "KJ:").encode(encoding)


def test_a_patch_has_the_bytes_of_the_file(named: Copy) -> None:
    path = put(named, SLIP, "latin-1")
    shown = named.folder / "shown.py"
    shown.write_text(
        "import kifu.repair as f, sys\nd = open('a.names', 'rb').read()\n"
        "p = f.patch(d, f.mended(d, 'a.names').after, 'a.names')\n"
        "assert b'Zo\\xeb' in p, p\n"
    )
    assert named.run("shown").returncode == 0
    assert path.read_bytes() == SLIP.encode("latin-1")


def test_fmt_keeps_the_encoding_or_chooses_one(named: Copy) -> None:
    sound = SLIP.replace("kj", "KJ")
    after = sound.replace("|  J", "| J")
    path = put(named, sound.replace("ISO-8859-1", "UTF-8"), "utf-8")
    assert named.kifu("fmt", "a.names").returncode == 0
    assert path.read_text("utf-8") == after.replace("ISO-8859-1", "UTF-8")
    path = put(named, sound, "latin-1")
    assert named.kifu("fmt", "a.names").returncode == 0
    assert path.read_bytes() == after.encode("latin-1")
    done = named.kifu("fmt", "--encoding", "utf8", "a.names")
    assert (done.returncode, path.read_text("utf-8")) == (0, after.replace("ISO-8859-1", "UTF-8"))
    done = named.kifu("fmt", "--encoding", "koi8-r", "a.names")
    assert "not formatted: koi8-r cannot hold ë (U+00EB) on line 2, column 3" in done.stderr
    assert path.read_text("utf-8") == after.replace("ISO-8859-1", "UTF-8")
    for name, why in (
        ("cp932", "kuhn/names cannot be in cp932: expected latin-1 or utf-8 or utf-16 or koi8-r"),
        ("klingon", '"klingon" is not an encoding'),
        ("rot13", '"rot13" is not an encoding'),
    ):
        done = named.kifu("fmt", "--encoding", name, "a.names")
        assert done.returncode == 2
        assert why in done.stderr
        assert "Traceback" not in done.stderr


def test_convert_writes_the_default_or_what_is_named(named: Copy) -> None:
    path = put(named, GOOD, "latin-1")
    assert named.kifu("convert", "a.names", "-o", "a.json").returncode == 0
    assert "Zoë" in (named.folder / "a.json").read_text("utf-8")
    assert named.kifu("convert", "a.json", "-o", "b.names").returncode == 0
    assert (named.folder / "b.names").read_bytes() == path.read_bytes()
    arguments = ("convert", "a.json", "--encoding", "utf-16", "-o", "c.names")
    assert named.kifu(*arguments).returncode == 0
    found = (named.folder / "c.names").read_bytes()
    assert found.decode("utf-16") == GOOD.replace("ISO-8859-1", "UTF-16")
    assert named.kifu("diff", "b.names", "c.names").returncode == 0
    (named.folder / "d.json").write_text(MATCH.read_text("utf-8").replace("Ada", "Ася"), "utf-8")
    done = named.kifu("convert", "d.json", "-o", "d.names")
    assert done.returncode == 2
    assert "latin-1 cannot hold А (U+0410) on line 2, column 1" in done.stderr
    assert not (named.folder / "d.names").exists()
    done = named.kifu("convert", "a.json", "--encoding", "utf-8", "-o", "e.json")
    assert done.returncode == 0


def test_the_configuration_says_an_encoding(named: Copy) -> None:
    text = GOOD.replace(" CA[ISO-8859-1]", "").replace("Zoë | Jürgen", "Яна | Ёж")
    put(named, text, "koi8-r")
    (named.folder / "kifu.toml").write_text('[encodings]\n"*.names" = "koi8-r"\n')
    for jobs in ("1", "2"):
        assert named.kifu("validate", "--strict", "--jobs", jobs, ".").returncode == 0
    assert "Яна" in named.kifu("convert", "a.names", "--to", "json").stdout
    for name, why in (
        ("klingon", "not an encoding"),
        ("cp437", "not an encoding of any notation"),
    ):
        (named.folder / "kifu.toml").write_text(f'[encodings]\n"*.names" = "{name}"\n')
        done = named.kifu("validate", ".")
        assert (done.returncode, done.stdout) == (2, "")
        assert f'kifu.toml:2:1: "{name}" is {why}: expected one of utf-8, ' in done.stderr
