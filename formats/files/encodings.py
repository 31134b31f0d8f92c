"""Decides the encoding of a text: configured, marked, declared, default, or guessed.

This is only needed for files that may not be in UTF-8.
"""

from __future__ import annotations

import codecs
import re
from functools import cached_property, lru_cache
from itertools import pairwise

from ...findings import Finding, Rule
from .. import codes
from ..interface.descriptor import NotationDescriptor
from ..text.columns import visible
from ..text.text import Text
from .source import HEAD, UNDECODED, UTF_8, CannotEncode, Encoding, configured_encoding, undefined

WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""The two byte orders of UTF-16 by their marks; a notation lists both as `utf-16`."""

_WIDER = {"shift_jis": "cp932", "euc_kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030"}
"""Supersets of encodings that go by the name of the smaller encoding."""
_SPELLED = {"cp932": "Shift_JIS", "euc_jp": "EUC-JP", "cp949": "EUC-KR", "gb18030": "GB18030"}
"""The names registered by IANA, with which a text declares its encoding."""

_HIGH = re.compile(rb"[\x80-\xff]")
_LONG = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SHORT = re.compile(rb"[\xc2-\xdf][\x80-\xbf]")
"""UTF-8 sequences of three or four bytes, and of two."""
_WIDE = re.compile("[\u0800-\ufffc\ufffe-\U0010ffff]")
"""A character of three or four bytes, except the one that replaces invalid bytes."""
_ASIAN = re.compile(
    "[\u2010-\u2027\u2160-\u217f\u2190-\u21ff\u2460-\u26ff\u3000-\u30ff\u3130-\u318f"
    "\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]"
)
"""A character that occurs in East Asian texts."""
_EUROPEAN = re.compile("[^\\W\\d_\u1100-\uffff]|[\xa1\xab\xb0\xb4\xb7\xbb\xbf\u2013-\u2026]")
"""A letter, or a mark within words."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_RUN = re.compile("[\u3005-\uffff]+")
_BESIDE = re.compile("[a-z](?=[\u3005-\uffff])|[\u3005-\uffff](?=[a-z])")
"""East Asian letters, and those next to a lowercase letter; the latter are rare in real texts."""


@lru_cache(maxsize=256)
def plain_name(name: str) -> str:
    """Return the canonical name of an encoding; "" if it is unknown.

    >>> plain_name("UTF8"), plain_name("Shift_JIS"), plain_name("rot13")
    ('utf-8', 'cp932', '')
    """
    try:
        "".encode(name.strip())  # unlike `lookup`, this only knows text encodings
        found = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return ""
    return _WIDER.get(found, "utf-8" if found == "ascii" else found)


def decided(each: NotationDescriptor, head: bytes, suffix: str = "") -> Encoding:
    """Return the encoding of a file in this notation with these first bytes and this suffix.

    The configuration comes first, then a byte order mark, a declaration in the text, and the
    suffix. Otherwise a text is in UTF-8 if possible, or in the notation's default; another encoding
    is guessed only if everything in the text supports it.

    >>> either = NotationDescriptor("a/b", "a.b", bool, encodings=("utf-8", "cp932"))
    >>> [decided(either, "王と玉".encode(name)).name for name in ("utf-8", "cp932")]
    ['utf-8', 'cp932']
    """
    configured = configured_encoding()
    if configured is None and _is_plain(each, head, suffix):
        return UTF_8
    evidence = _Evidence(each, head, suffix)
    if configured is None:
        return evidence.encoding()
    if plain_name(configured) in evidence.names:
        return evidence.certain(configured, "the configuration says")
    found = evidence.encoding()
    return evidence.wrong(found, f"the configuration says {configured}", evidence.allowed)


def _is_plain(each: NotationDescriptor, head: bytes, suffix: str) -> bool:
    """Return whether a text is in UTF-8 by default, with nothing to report about its encoding."""
    if each.encodings[0] != "utf-8" or suffix in each.suffix_encodings:
        return False
    if each.prescribed is not None and not head.isascii():
        return False
    if each.declared is not None and each.declared.search(head) is not None:
        return False
    return _decodes(head, "utf-8")


class _Evidence:
    """The evidence for an encoding in the first bytes of a file."""

    def __init__(self, each: NotationDescriptor, head: bytes, suffix: str) -> None:
        self.names = {plain_name(name): name for name in each.encodings}
        """The encodings that the notation lists, by their canonical names."""
        self.allowed = f"{each.id} is written in {' or '.join(each.encodings)}"
        self._each, self._head, self._suffix = each, head, suffix
        wide = "utf-16" in self.names
        self._mark = next((mark for mark in WIDE if wide and head.startswith(mark)), b"")
        self._begun = head
        """The same bytes, in an encoding that extends ASCII."""
        if self._mark:
            text = head[len(self._mark) :].decode(WIDE[self._mark], "replace")
            self._begun = text.encode("utf-8", "replace")
        elif head.startswith(codecs.BOM_UTF8):
            self._mark = codecs.BOM_UTF8
            self._begun = head.removeprefix(codecs.BOM_UTF8)
        self._said = None if each.declared is None else each.declared.search(self._begun)

    def encoding(self) -> Encoding:
        """Return the encoding, with the findings about it."""
        said = self._said
        if said is not None:
            return self.certain(said[1].decode("ascii", "replace"), "it declares", said.start(1))
        named = self._each.suffix_encodings.get(self._suffix)
        if named is not None:
            return self.certain(named, f"the suffix {self._suffix} says")
        return self._marked or self._unsaid or self._guessed or self._prescribed or UTF_8

    def certain(self, spelled: str, says: str, at: int = 0) -> Encoding:
        """Return a stated encoding, or the actual one with an error if the text is not in it."""
        said, name = f"{says} {spelled}", plain_name(spelled)
        if name not in self.names:
            return self.wrong(self._shown, said, self.allowed, at)
        marked = self._marked
        if marked is not None:
            kind = "utf-8" if marked is UTF_8 else "utf-16"
            why = f"it begins with the byte order mark of {marked.name}"
            return marked if name == kind else self.wrong(marked, said, why, at)
        if name == "utf-16":
            return self.wrong(self._shown, said, "there is no UTF-16 byte order mark", at)
        if _decodes(self._head, name) and not self._is_rather_utf_8(name):
            return _encoding(self.names[name])
        shown = self._shown
        other = None if shown is UTF_8 and not _decodes(self._head, "utf-8") else shown
        if other is None or plain_name(other.name) == name:
            return _encoding(self.names[name])  # the text is damaged, and each bad byte is reported
        return self.wrong(other, said, f"this is {other.name}", at)

    def _is_rather_utf_8(self, name: str) -> bool:
        """Return whether a text is UTF-8 although it could be in another encoding."""
        is_likely = name != "utf-8" and "utf-8" in self.names and len(_LONG.findall(self._head)) > 1
        return is_likely and _decodes(self._head, "utf-8")

    def wrong(self, found: Encoding, said: str, but: str, at: int = 0) -> Encoding:
        """Return an encoding, and an error saying that the text declares a different one."""
        why = f"{said}, but {but}; it is read as {found.name}"
        return self._with(found, codes.WRONG_ENCODING, why, at)

    @property
    def _marked(self) -> Encoding | None:
        """The encoding given by a byte order mark. A UTF-8 one is left in the text."""
        if not self._mark:
            return None
        return Encoding(WIDE[self._mark], self._mark) if self._mark in WIDE else UTF_8

    @property
    def _unsaid(self) -> Encoding | None:
        """UTF-8 or the default, or None if the text is in neither."""
        default, shows = next(iter(self.names)), not self._head.isascii()
        is_utf_8 = "utf-8" in self.names and _decodes(self._head, "utf-8")
        if default == "utf-8":
            if is_utf_8 and shows and self._each.prescribed is not None:
                return undeclared(self._each, UTF_8, self._begun)
            return UTF_8 if is_utf_8 else None
        if not (is_utf_8 and shows):
            return _encoding(self.names[default])
        return self._noted(
            UTF_8, "read as utf-8, a guess: all of it is valid UTF-8, and no encoding is declared"
        )

    @property
    def _guessed(self) -> Encoding | None:
        found = self._alone
        if found is None or found.name == self._each.prescribed:
            return found
        why = "it is not UTF-8, all of it makes sense this way, and no encoding is declared"
        return self._noted(found, f"read as {found.name}, a guess: {why}")

    @property
    def _prescribed(self) -> Encoding | None:
        """The encoding that the notation prescribes, unless this is damaged UTF-8."""
        name = self._each.prescribed
        if name is None or _is_damaged_utf_8(self._head) or not _decodes(self._head, name):
            return None
        why = f"read as {name}, since no encoding is declared; it may be another one"
        return self._noted(_encoding(name), why)

    @property
    def _shown(self) -> Encoding:
        """The actual encoding if the stated one is wrong, without a note that it is a guess."""
        found = self._marked or self._unsaid or self._alone or UTF_8
        return Encoding(found.name, found.mark) if found.findings else found

    @cached_property
    def _alone(self) -> Encoding | None:
        """The only encoding that makes sense of the text, or None if there is not exactly one."""
        never = ("utf-8", "utf-16", *map(plain_name, self._each.declared_only))
        others = (name for plain, name in self.names.items() if plain not in never)
        texts = dict[str, str]()
        for name in others:
            text = _sensible(self._head, name)
            if text is not None:
                texts.setdefault(text, name)
        if len(texts) == 1:
            return _encoding(*texts.values())
        name = None
        if texts and self._each.prescribed is not None:
            from .likely import likely  # only for texts that should declare their encoding

            name = likely({plain_name(name): text for text, name in texts.items()})
        return None if name is None else _encoding(self.names[name])

    def _noted(self, found: Encoding, why: str) -> Encoding:
        first = _HIGH.search(self._begun)
        return self._with(found, codes.GUESSED_ENCODING, why, first.start() if first else 0)

    def _with(self, found: Encoding, rule: Rule, why: str, at: int) -> Encoding:
        return _with(found, rule, why, self._begun[:at])


def undeclared(each: NotationDescriptor, found: Encoding, head: bytes) -> Encoding:
    """Return an encoding, with a warning if a text in UTF-8 must declare it and does not."""
    first = _HIGH.search(head)
    if first is None or (each.declared is not None and each.declared.search(head)):
        return found
    why = f"no encoding is declared, so this should be {each.prescribed}, but it is {found.name}"
    return _with(found, codes.UNDECLARED_ENCODING, why, head[: first.start()])


def prescribes(each: NotationDescriptor, found: Encoding, head: bytes) -> Encoding:
    """Return the encoding of a text that was decoded by the caller: UTF-8, unless the text may have
    been in the prescribed encoding, or is damaged. A warning from an earlier reading is renewed.
    """
    kept = tuple(one for one in found.findings if one.rule is not codes.UNDECLARED_ENCODING)
    found = Encoding(found.name, found.mark, kept)
    text = _decoded(head, "utf-8")
    if text is None:
        return found
    try:
        text.encode(each.prescribed or "utf-8")
    except UnicodeEncodeError:
        return undeclared(each, found, head)
    return found


def _with(found: Encoding, rule: Rule, why: str, before: bytes) -> Encoding:
    """Return an encoding with a finding placed after the first bytes of a text."""
    text = Text(before.decode("utf-8", "replace"))
    line, column = text.position(len(text.content))
    finding = Finding(rule=rule, message=visible(why), line=line, column=column)
    return Encoding(found.name, found.mark, (*found.findings, finding))


def _encoding(name: str) -> Encoding:
    return UTF_8 if plain_name(name) == "utf-8" else Encoding(name)


def _decodes(head: bytes, name: str) -> bool:
    """Return whether the beginning of a file can be decoded."""
    return _decoded(head, name) is not None


def _decoded(head: bytes, name: str) -> str | None:
    """Decode the first bytes of a file, which may end mid-character; return None if invalid."""
    try:
        text = codecs.getincrementaldecoder(name)().decode(head, final=len(head) < HEAD)
    except UnicodeDecodeError:
        return None
    return None if undefined(name).search(text) else text


def _sensible(head: bytes, name: str) -> str | None:
    """Return the decoded text if all of it makes sense in this encoding, otherwise None."""
    text = _decoded(head, name)
    if text is None:
        return None
    odd = "".join(char for char in text if not char.isascii())
    if len(_HIGH.findall(head)) > len(odd):  # a multi-byte encoding
        makes_sense = len(odd) > 1 and not _ASIAN.sub("", odd) and _is_apart(text)
        makes_sense = makes_sense and not _is_mostly_utf_8(head)
    else:
        is_like_utf_8 = _LONG.search(head) or _SHORT.search(head)
        makes_sense = not (is_like_utf_8 or _EUROPEAN.sub("", odd)) and _has_words(text)
    return text if makes_sense else None


def _is_mostly_utf_8(head: bytes) -> bool:
    """Return whether most non-ASCII bytes look like UTF-8, as in a damaged UTF-8 text.

    Some bytes of a text in another multi-byte encoding do, too.
    """
    high = len(_HIGH.findall(head))
    long, short = (sum(map(len, each.findall(head))) for each in (_LONG, _SHORT))
    return 3 * long > high or 3 * (long + short) > 2 * high


def _is_damaged_utf_8(head: bytes) -> bool:
    """Return whether a text has as many characters of three or four UTF-8 bytes as damaged ones.

    Short texts in other encodings often have some such sequences, but more bytes that are invalid.
    """
    text = head.decode("utf-8", "replace")
    return text.count("\ufffd") <= len(_WIDE.findall(text))


def _is_apart(text: str) -> bool:
    """Return whether East Asian letters are rarely next to ASCII lowercase letters in a text."""
    return 3 * len(_BESIDE.findall(text)) <= len(_RUN.findall(text))


def _has_words(text: str) -> bool:
    """Return whether words in a text have non-ASCII letters, but no such capitals inside."""
    mixed = (one.islower() and two.isupper() and not two.isascii() for one, two in pairwise(text))
    return any(not each.isascii() for each in _WORD.findall(text)) and not any(mixed)


# Writing


def chosen(each: NotationDescriptor, name: str | None = None) -> Encoding:
    """Return the encoding with this name for writing a notation; by default, the notation's first.

    Raises CannotEncode if the notation does not allow it, or if the name is unknown.
    """
    names = {plain_name(listed): listed for listed in each.encodings}
    plain = next(iter(names)) if name is None else plain_name(name)
    if plain not in names:
        raise CannotEncode(f"{each.id} cannot be in {name}: expected {' or '.join(each.encodings)}")
    if plain == "utf-16":
        return Encoding("utf-16-le", codecs.BOM_UTF16_LE)
    return _encoding(names[plain])


def as_was(name: str) -> Encoding:
    """Return the encoding with this name, in which a file was read."""
    return Encoding(name, next((mark for mark, wide in WIDE.items() if wide == name), b""))


def may_be(each: NotationDescriptor, encoding: Encoding) -> bool:
    """Return whether a notation allows an encoding."""
    name = "utf-16" if encoding.mark else plain_name(encoding.name)
    return name in map(plain_name, each.encodings)


def declaring(text: str, each: NotationDescriptor, encoding: Encoding) -> str:
    r"""Return a text with its encoding declaration, if any, changed to this encoding.

    >>> sgf = NotationDescriptor("a/b", "a.b", bool, declared=re.compile(rb"CA\[(.*?)\]"))
    >>> declaring("(;CA[Shift_JIS]C[1])", sgf, UTF_8)
    '(;CA[UTF-8]C[1])'
    """
    if each.declared is None:
        return text
    data = text.encode("utf-8", "surrogatepass")
    said = each.declared.search(data)
    wide = "utf-16" if encoding.mark else plain_name(encoding.name)
    if said is None or plain_name(said[1].decode("ascii", "replace")) == wide:
        return text
    new = data[: said.start(1)] + _spelled(wide).encode() + data[said.end(1) :]
    return new.decode("utf-8", "surrogatepass")


def _spelled(plain: str) -> str:
    return _SPELLED.get(plain, plain.upper().replace("ISO8859", "ISO-8859"))


def encoded(text: str, encoding: Encoding) -> bytes:
    """Encode a text without a byte order mark; raises CannotEncode.

    Bytes that could not be decoded are restored.
    """
    odd = undefined(encoding.name).search(text)
    try:
        data = text[: odd and odd.start()].encode(encoding.name, UNDECODED)
    except UnicodeEncodeError as error:
        at = error.start
    else:
        if odd is None:
            return data
        at = odd.start()
    line, column = Text(text).position(at)
    what = f"{encoding.name} cannot hold {visible(text[at])} (U+{ord(text[at]):04X})"
    raise CannotEncode(f"{what} on line {line}, column {column}")


def tells(each: NotationDescriptor, data: bytes, suffix: str, encoding: Encoding) -> bool:
    """Return whether a file with these bytes would be read in this encoding without guessing."""
    return data.isascii() or decided(each, data[:HEAD], suffix) == encoding


def encoded_again(raw: bytes, before: bytes, after: bytes, encoding: Encoding) -> bytes:
    """Encode a changed text that was read from `raw`; raises CannotEncode.

    `before` and `after` are in UTF-8. Unchanged lines keep their bytes, even if their characters
    could be written differently.
    """
    old, new = (each.decode("utf-8", "surrogatepass") for each in (before, after))
    plain, made = raw.removeprefix(encoding.mark), encoded(new, encoding)
    if encoding.mark or encoded(old, encoding) == plain:
        return encoding.mark + made
    kept = dict(zip(old.split("\n"), plain.split(b"\n"), strict=False))
    lines = (kept.get(line) or encoded(line, encoding) for line in new.split("\n"))
    return b"\n".join(lines)
