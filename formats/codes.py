"""All the ways a file can be wrong before the rules of a game are checked.

`F` covers the file and its syntax, `S` the schema of a notation. If an example needs a notation,
one of the games supplies it with `findings.illustrate`.
"""

from __future__ import annotations

from ..findings import Example, declare

JSON = "RFC 8259 (JSON)."
TEXT = "The grammar of the notation (`kifu formats`)."
SCHEMA = "The JSON Schema of the notation (`kifu schema ID`)."
BOUNDED = "Memory and time stay bounded whatever a file holds."
EXPECTED = "Write what the message says is expected."
PGN = "Portable Game Notation; `kifu rate` needs the players and the result."
PGN_RESULT = "Write 1-0, 0-1, 1/2-1/2, or * if there is no result."

UNKNOWN_NOTATION = declare(
    "F001 unknown-notation",
    "The file is not a record in any notation kifu knows.",
    "A file named on the command line should be a record, and so should one with a record's name.",
    "Correct the start of the file, or name the notation with --format; `kifu formats` lists them.",
    Example(None, "Once upon a time.\n"),
)
NOT_UTF_8 = declare(
    "F002 not-utf-8",
    "The text is not in UTF-8, and its encoding is neither declared nor recognisable.",
    "JSON is in UTF-8 (RFC 8259), and so is any other text that declares no encoding.",
    "Correct the damaged character, name the encoding under `encodings` in `kifu.toml`, or "
    "convert the text: `iconv -f BIG5 -t UTF-8`.",
)
TOO_LARGE = declare(
    "F003 too-large",
    "A record is larger than 16 MiB, or has more values or characters than kifu reads.",
    f"{BOUNDED} A notation reads at most 100,000 characters of a round.",
    "Split the file; `.jsonl` holds any number of records, one per line.",
)
CORRUPT_COMPRESSION = declare(
    "F004 corrupt-compression",
    "The compressed data is damaged or cut short.",
    "A file that cannot be decompressed cannot be checked.",
    "Fetch or compress the file again.",
)
COMPRESSION_BOMB = declare(
    "F005 compression-bomb",
    "The file expands to more than a hundred times its size, and to more than 64 KiB.",
    BOUNDED,
    "Decompress it yourself if you trust it.",
)
EMPTY = declare(
    "F006 no-record",
    "There is no record in the file.",
    "A file in a named notation must have at least one record.",
    "Remove the file, or add the record.",
)
MORE_FINDINGS = declare(
    "F007 more-findings",
    "A record breaks a rule more times than are listed.",
    "Up to a thousand findings of each rule are listed, and the rest are only counted; the code of "
    "that rule selects or ignores all of them.",
    "Correct what is listed, and validate the file again, or ignore the rule in this file "
    "(`per-file-ignores`); a baseline accepts only what is listed.",
)
MERGE_CONFLICT = declare(
    "F008 merge-conflict",
    "A merge conflict was left in the file.",
    "git marks lines that two people changed, and leaves the choice to them.",
    "Keep the lines of one side; remove those of the other side and the markers.",
)
TOO_MANY_FINDINGS = declare(
    "F009 too-many-findings",
    "A record or file has too many findings; the rest is not read.",
    f"{BOUNDED} At most 2,000 schema violations are explained in a record, and a thousand slips "
    "in a file, or one for every twenty bytes if that is more.",
    "Correct what is listed, or check that this is the right file; a baseline does not accept "
    "this finding.",
)
GAME_FAILS = declare(
    "F010 game-fails",
    "A game's code raises an exception on a record.",
    "The record may be right or wrong; everything else is still checked.",
    "Report it, with the record, to the authors of the game that the message names; KIFU_DEBUG=1 "
    "shows where it happens.",
    Example(None, "kuhn JQ:pb\n"),
)
TEXT_AROUND = declare(
    "F011 text-around-record",
    "There is text before or after a record that is not part of it.",
    "People paste records from chats, with a code fence, tags or a sentence around them, or "
    "with `>` or blanks before each line. The record is checked without that text. Without a "
    "fence or the like, a line before or after a text that is not JSON or YAML may be a damaged "
    "line of the record: there, it is an error, as is a block that is not a record beside others. "
    "JSON with records inside may have other values, which no record can hold.",
    "Remove the text, or correct the line.",
    severity="note",
)
UNUSUAL_SPELLING = declare(
    "F012 unusual-spelling",
    "A text uses another way of writing throughout, which is read if it can mean only one thing.",
    "People write tables in Markdown or with commas, cards in lower case, suits as emoji, and "
    "passes as dashes. A single word that differs from the others is an error.",
    "Write it as the notation does; `kifu fmt` does so.",
    severity="note",
)
UNDECODABLE = declare(
    "F020 undecodable-byte",
    "A byte is not a character in the encoding of the text.",
    "Text that cannot be read cannot be checked.",
    "Correct the character, or the name of the encoding.",
)
WRONG_ENCODING = declare(
    "F021 wrong-encoding",
    "The declared encoding of a text is wrong, or its notation does not allow it.",
    "The text itself, a byte order mark, the suffix, or `encodings` in `kifu.toml` declares it; "
    "if two of them disagree, one is wrong.",
    "Correct the name of the encoding, or convert the text to it: `kifu convert OLD --to "
    "NOTATION --encoding NAME -o NEW`.",
)
GUESSED_ENCODING = declare(
    "F022 guessed-encoding",
    "The encoding of the text is not declared, and was guessed.",
    "The text is not UTF-8, and makes sense in the encoding that the message names.",
    "If the names look right, set `encodings` in `kifu.toml`, or write the text in UTF-8: "
    "`kifu fmt --encoding utf-8`.",
    severity="note",
)
UNDECLARED_ENCODING = declare(
    "F023 undeclared-encoding",
    "A text declares no encoding, and is not in the one that its notation prescribes in this case.",
    "Other programs may read the names and comments wrongly.",
    "Declare the encoding; `kifu fmt` does so.",
    severity="warning",
)
JSON_SYNTAX = declare("F101 json-syntax", "The text is not JSON.", JSON, EXPECTED)
REPEATED_KEY = declare(
    "F102 repeated-key",
    "An object has the same key twice.",
    "Most readers silently keep only one of the values.",
    "Keep the right one.",
)
JSON_VALUE_MISSING = declare(
    "F103 json-value-missing",
    "A key has no value.",
    f'{JSON} The example of the 2015 proposal has a bare `"goshi":`.',
    "Write the value: [] if nobody declared five し.",
)
JSON_COMMENT = declare(
    "F104 json-comment",
    "The JSON has a comment.",
    f"{JSON} The 2015 proposal has comments after `#` in its examples.",
    "Move it to the `annotations` of the match or the round; only an empty comment has a fix.",
)
TRAILING_COMMA = declare(
    "F105 trailing-comma",
    "A comma follows the last value of a list or an object.",
    JSON,
    "Remove it.",
)
NESTED_TOO_DEEP = declare(
    "F106 nested-too-deep",
    "Values are nested deeper than in any record.",
    BOUNDED,
    "Look for a repeated bracket.",
)
NUMBER_TOO_LARGE = declare(
    "F107 number-too-large",
    "A number is too large for some programs to read exactly (above 2 to the power of 53).",
    "RFC 8259, section 6.",
    "Correct the number.",
)
YAML_SYNTAX = declare("F201 yaml-syntax", "The text is not YAML.", "YAML 1.1.", EXPECTED)
YAML_ALIAS = declare(
    "F202 yaml-alias",
    "The text uses a YAML anchor, alias or tag.",
    "Records do not need them, and nested aliases can make a small file expand without bound.",
    "Write the value out.",
)
TEXT_SYNTAX = declare(
    "F301 text-syntax", "A line does not follow the grammar of its notation.", TEXT, EXPECTED
)


def _pgn(old: str = "", new: str = "") -> Example:
    """Return a PGN of one game with one passage replaced. Only `kifu rate` reads PGN."""
    tags = '[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n'
    return Example(None, tags.replace(old, new), "example.pgn")


PGN_TAG_MISSING = declare(
    "F401 pgn-tag-missing",
    "A game in a PGN file lacks the tag White, Black or Result.",
    PGN,
    "Add the tag that the message names.",
    _pgn('[Black "Bo"]\n'),
)
PGN_REPEATED_TAG = declare(
    "F402 pgn-repeated-tag",
    "A game in a PGN file has the same tag twice.",
    f"{PGN} Either value may be right.",
    "Keep the right one.",
    _pgn('[Black "Bo"]\n', '[Black "Bo"]\n[Black "Cy"]\n'),
)
PGN_UNKNOWN_RESULT = declare(
    "F403 pgn-unknown-result",
    "The result of a game in a PGN file is unknown.",
    f"{PGN} BayesElo silently skips such a game.",
    PGN_RESULT,
    _pgn('"1-0"', '"1/2"'),
)
PGN_SAME_PLAYER = declare(
    "F404 pgn-same-player",
    "A game in a PGN file has the same player on both sides.",
    "Such a game says nothing about a player's strength.",
    "Correct one of the names.",
    _pgn("Bo", "Ada"),
)
PGN_NOT_TERMINATED = declare(
    "F405 pgn-not-terminated",
    "A game in a PGN file does not end with its result; only the first such game is reported.",
    f"{PGN} BayesElo may silently read such a game and the next one as a single game.",
    f"{PGN_RESULT[:-1]}, after the moves.",
    _pgn("\n1-0\n"),
    "warning",
)
PGN_COMMENT_NOT_CLOSED = declare(
    "F406 pgn-comment-not-closed",
    "A comment in braces is not closed before the file ends.",
    f"{PGN} All games inside it would be lost.",
    "Close it with `}`.",
    _pgn("\n1-0", "\n{a fine game 1-0"),
)
PGN_CONTRADICTION = declare(
    "F407 pgn-contradiction",
    "A game in a PGN file ends with a result that differs from its Result tag.",
    f"{PGN} Either result may be right.",
    "Correct the wrong one.",
    _pgn("\n1-0", "\n0-1"),
)
MISSING_KEY = declare("S001 missing-key", "A required key is missing.", SCHEMA, "Add the key.")
WRONG_TYPE = declare(
    "S002 wrong-type",
    "A value has the wrong type.",
    SCHEMA,
    "Write a value of the type that the message names.",
)
UNKNOWN_KEY = declare(
    "S003 unknown-key",
    "The notation does not have this key.",
    f"{SCHEMA} The value of an unknown key would be lost.",
    "Correct its spelling, or remove it.",
)
WRONG_VALUE = declare(
    "S004 wrong-value",
    "The notation does not allow this value.",
    SCHEMA,
    "Write one of the values that the message names.",
)
WRONG_LENGTH = declare(
    "S005 wrong-length",
    "A list has too many or too few values.",
    SCHEMA,
    "Write as many as the message says.",
)
