"""Every way in which a file can be wrong before the rules of a game are asked.

`F` stands for the file and its syntax, `S` for the schema of a notation. An example that needs a
notation is given by one of the games, by `findings.illustrate`.
"""

from __future__ import annotations

from ..findings import Example, declare

JSON = "RFC 8259 (JSON)."
TEXT = "The grammar of the notation (`kifu formats`)."
SCHEMA = "The JSON Schema of the notation (`kifu schema ID`)."

UNKNOWN_NOTATION = declare(
    code="F001",
    name="unknown-notation",
    means="The file is no record of any notation that kifu knows.",
    why="A file named on the command line is meant to be one; so is one with a name that only "
    "records have. One that nearly is one is read as that, and its slips are reported.",
    mend="Mend its beginning, or name the notation with --format; `kifu formats` lists them.",
    example=Example(None, "Once upon a time.\n"),
)
NOT_UTF_8 = declare(
    code="F002",
    name="not-utf-8",
    means="The text is not in UTF-8, and nothing says or shows which other encoding it is in.",
    why="JSON is in UTF-8 (RFC 8259), and so are texts of the other notations if nothing says "
    "otherwise, with or without a byte order mark.",
    mend="If only one byte is damaged, write its character anew. If the text is in an encoding in "
    "which its notation may be, say so under `encodings` in `kifu.toml`. Any other text is to be "
    "converted: `iconv -f BIG5 -t UTF-8` or the like.",
)
TOO_LARGE = declare(
    code="F003",
    name="too-large",
    means="A record is larger than 16 MiB, or holds more values than any game has, or more "
    "characters than its notation parses at once (100,000 of a round, in those of kifu).",
    why="Memory and time stay bounded whatever a file holds.",
    mend="Split the file; `.jsonl` holds any number of records, one a line.",
)
CORRUPT_COMPRESSION = declare(
    code="F004",
    name="corrupt-compression",
    means="The compressed data is damaged or cut short.",
    why="What cannot be unpacked cannot be checked.",
    mend="Fetch or compress the file again.",
)
COMPRESSION_BOMB = declare(
    code="F005",
    name="compression-bomb",
    means="The file unpacks to more than a hundred times its size, and to more than 64 KiB.",
    why="Memory and time stay bounded whatever a file holds.",
    mend="Unpack it yourself if it is what you expect.",
)
EMPTY = declare(
    code="F006",
    name="no-record",
    means="There is no record in the file.",
    why="A file read as a given notation holds at least one record of it.",
    mend="Remove the file, or write the record.",
)
MORE_FINDINGS = declare(
    code="F007",
    name="more-findings",
    means="A rule is broken more often in a record than is listed.",
    why="A thousand findings of each rule are listed, and the others counted; a record with a "
    "million of them belongs in no archive. They are as severe as they would be if they were "
    "listed, and are ignored or selected with their rule: the code F007 makes no difference.",
    mend="Mend what is listed, and validate the file again. If nobody is going to, ignore the rule "
    "in this file (`per-file-ignores`): a baseline accepts only what is listed.",
)
MERGE_CONFLICT = declare(
    code="F008",
    name="merge-conflict",
    means="A merge conflict was left in the file.",
    why="git marks what two people changed; which of them is right, only a person can say.",
    mend="Keep the lines of one side, and remove the others and the marks.",
)
TOO_MANY_FINDINGS = declare(
    code="F009",
    name="too-many-findings",
    means="So much is wrong with a record, or the texts of a file, that it is not read further.",
    why="Of a record, two thousand places that do not fit the schema are explained; of a file, a "
    "thousand slips are listed, and one for every twenty bytes. A file with more is no archive, "
    "and a small packed one could hold millions.",
    mend="Mend what is listed, or see whether it is the file that you mean. A baseline does not "
    "accept this: leave the file out if it is to stay as it is.",
)
GAME_FAILS = declare(
    code="F010",
    name="game-fails",
    means="The code of a game fails over a record: it raises an exception.",
    why="Nothing is known then of this record: it is neither right nor wrong. Everything else is "
    "still checked.",
    mend="Report it to the authors of the game that the message names, with the record; "
    "KIFU_DEBUG=1 shows where it happens. A game of kifu itself never fails: please report that.",
    example=Example(None, "kuhn JQ:pb\n"),
)
UNDECODABLE = declare(
    code="F020",
    name="undecodable-byte",
    means="A byte stands for no character in the encoding of the text.",
    why="What cannot be read cannot be checked, and nobody should guess what it was.",
    mend="Write the character anew, or correct what says which encoding it is.",
)
WRONG_ENCODING = declare(
    code="F021",
    name="wrong-encoding",
    means="A text says that it is in an encoding in which it is not, or may not be.",
    why="A reader that trusts what is said shows other characters, or none. It is said by the text "
    "itself, a byte order mark, the suffix, or `encodings` in `kifu.toml`; where two of them "
    "disagree, one is wrong.",
    mend="Correct what is said, or write the text anew in that encoding: `kifu convert OLD --to "
    "NOTATION --encoding NAME -o NEW`.",
)
GUESSED_ENCODING = declare(
    code="F022",
    name="guessed-encoding",
    severity="note",
    means="Nothing says which encoding the text is in: it was guessed.",
    why="All of it makes sense in the encoding that the message names, and it cannot be UTF-8. But "
    "a guess may be wrong. What is valid UTF-8 is never taken for anything else.",
    mend="See whether names are right. Then say so under `encodings` in `kifu.toml`, or write the "
    "text in UTF-8: `kifu fmt --encoding utf-8`.",
)
JSON_SYNTAX = declare(
    code="F101",
    name="json-syntax",
    means="The text is not JSON.",
    why=JSON,
    mend="Write what the message says is due.",
)
REPEATED_KEY = declare(
    code="F102",
    name="repeated-key",
    means="A key stands twice in one object.",
    why="Most readers keep only one of the values, without a word.",
    mend="Keep the one that is right.",
)
JSON_VALUE_MISSING = declare(
    code="F103",
    name="json-value-missing",
    means="A key has no value.",
    why=f'{JSON} The example of the 2015 proposal has a bare `"goshi":`.',
    mend="Write the value: [] where nobody declared five し.",
)
JSON_COMMENT = declare(
    code="F104",
    name="json-comment",
    means="A comment stands in JSON.",
    why=f"{JSON} The 2015 proposal has comments after `#` in its examples.",
    mend="Keep what it says in `annotations` of the match or the round, or in a place of its own "
    "such as the title, and remove it. Only an empty comment has a fix: with any other, what "
    "somebody wrote would be lost.",
)
TRAILING_COMMA = declare(
    code="F105",
    name="trailing-comma",
    means="A comma stands after the last value of a list or an object.",
    why=JSON,
    mend="Remove it.",
)
NESTED_TOO_DEEP = declare(
    code="F106",
    name="nested-too-deep",
    means="Values are nested deeper than any record needs.",
    why="Memory and time stay bounded whatever a file holds.",
    mend="Look for a bracket that was repeated.",
)
NUMBER_TOO_LARGE = declare(
    code="F107",
    name="number-too-large",
    means="A number is larger than programs can be trusted to read (2 to the power of 53).",
    why="RFC 8259, section 6.",
    mend="Correct the number.",
)
YAML_SYNTAX = declare(
    code="F201",
    name="yaml-syntax",
    means="The text is not YAML.",
    why="YAML 1.1.",
    mend="Write what the message says is due.",
)
YAML_ALIAS = declare(
    code="F202",
    name="yaml-alias",
    means="The text uses an anchor, an alias or a tag of YAML.",
    why="No record needs them, and nested aliases make a small file explode.",
    mend="Write the value out.",
)
TEXT_SYNTAX = declare(
    code="F301",
    name="text-syntax",
    means="A line does not follow the grammar of its notation.",
    why=TEXT,
    mend="Write what the message says is due.",
)


def _pgn(old: str = "", new: str = "") -> Example:
    """A PGN of one game, with a change. Only `kifu rate` reads PGN."""
    tags = '[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n'
    return Example(None, tags.replace(old, new), "example.pgn")


PGN = "The Portable Game Notation, of which `kifu rate` needs who played and the result."
PGN_TAG_MISSING = declare(
    code="F401",
    name="pgn-tag-missing",
    means="A game of a PGN lacks the tag White, Black or Result.",
    why=PGN,
    mend="Add the tag that the message names.",
    example=_pgn('[Black "Bo"]\n'),
)
PGN_REPEATED_TAG = declare(
    code="F402",
    name="pgn-repeated-tag",
    means="A tag stands twice in one game of a PGN.",
    why=f"{PGN} Of two values, nothing says which counts.",
    mend="Keep the one that is right.",
    example=_pgn('[Black "Bo"]\n', '[Black "Bo"]\n[Black "Cy"]\n'),
)
PGN_UNKNOWN_RESULT = declare(
    code="F403",
    name="pgn-unknown-result",
    means="The result of a game of a PGN is none that there is.",
    why=f"{PGN} BayesElo passes over such a game without a word.",
    mend="Write 1-0, 0-1, 1/2-1/2, or * where there is none.",
    example=_pgn('"1-0"', '"1/2"'),
)
PGN_SAME_PLAYER = declare(
    code="F404",
    name="pgn-same-player",
    means="A player of a PGN meets himself.",
    why="Nothing follows from such a game.",
    mend="Correct the name of one of them.",
    example=_pgn("Bo", "Ada"),
)
PGN_NOT_TERMINATED = declare(
    code="F405",
    name="pgn-not-terminated",
    means="A game of a PGN does not end with its result. It is said once for a file.",
    why=f"{PGN} BayesElo may read such a game and the next as one, without a word.",
    mend="Write 1-0, 0-1, 1/2-1/2 or * after the moves, or below the tags where there are none.",
    example=_pgn("\n1-0\n"),
    severity="warning",
)
PGN_COMMENT_NOT_CLOSED = declare(
    code="F406",
    name="pgn-comment-not-closed",
    means="A comment in braces is not closed before the file ends.",
    why=f"{PGN} All games in it would be lost.",
    mend="Close it with `}`.",
    example=_pgn("\n1-0", "\n{a fine game 1-0"),
)
PGN_CONTRADICTION = declare(
    code="F407",
    name="pgn-contradiction",
    means="A game of a PGN ends with another result than its tag says.",
    why=f"{PGN} Nothing says which of the two counts.",
    mend="Correct the one that is wrong.",
    example=_pgn("\n1-0", "\n0-1"),
)
MISSING_KEY = declare(
    code="S001",
    name="missing-key",
    means="A key that the notation demands is missing.",
    why=SCHEMA,
    mend="Add the key.",
)
WRONG_TYPE = declare(
    code="S002",
    name="wrong-type",
    means="A value is of another type than the notation demands.",
    why=SCHEMA,
    mend="Write a value of the type that the message names.",
)
UNKNOWN_KEY = declare(
    code="S003",
    name="unknown-key",
    means="A key is unknown to the notation.",
    why=f"{SCHEMA} What no reader knows would be lost.",
    mend="Correct its spelling, or remove it.",
)
WRONG_VALUE = declare(
    code="S004",
    name="wrong-value",
    means="A value is none of those that the notation allows.",
    why=SCHEMA,
    mend="Write one of the values that the message names.",
)
WRONG_LENGTH = declare(
    code="S005",
    name="wrong-length",
    means="A list has too many or too few values.",
    why=SCHEMA,
    mend="Write as many as the message says.",
)
