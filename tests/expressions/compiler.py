"""Turn a grammar that does not recurse into one regular expression.

    python -m tests.expressions.compiler                   rewrite all stored expressions
    python -m tests.expressions.compiler GAME/NAME RULE    write one for a rule of a grammar

An expression is stored beside its grammar, `NAME.RULE.re` beside `NAME.lark`, so that a text that
follows the grammar is read without lark. A test compares each expression with a newly made one.

lark takes one word at a time. It tries the terminals that may come next, ordered by priority,
length and name, and the first that matches counts. So in the expression, a terminal is matched as a
whole (`(?>…)`), after what the grammar ignores, and only where no earlier terminal matches
(`(?!…)`). Which terminals may come next is read from the tables of lark's own parser, by visiting
all states it can reach.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

import kifu.formats
from kifu.formats.text.grammar import grammar, package_of, source

from .overlap import may_begin_alike, may_match_before

if TYPE_CHECKING:
    from lark import Lark

_LONGEST = 50
"""The maximum number of repetitions that a part of a grammar may require."""
_END = "$END"


class NotExpressible(ValueError):
    """A grammar cannot be turned into an expression, for the reason in the message."""


class _Part(Struct):
    """A part of a rule: a terminal by its number, a sequence of parts, or a choice of parts.

    `loops`: whether the part may be repeated.
    """

    kind: str
    parts: Sequence[_Part] = ()
    number: int = 0
    loops: bool = False


def expression(name: str, start: str) -> str:
    r"""The expression for a rule of a grammar (see `grammar.source`), for `re.fullmatch`.

    >>> expression("goita/digits", "hand")
    '[1-8]{8}\\Z'

    Raises NotExpressible if the grammar recurses, or if the content of a word decides which kind it
    is.
    """
    return expression_of(source(name), start, grammar(name, start))


def expression_of(text: str, start: str, parser: Lark) -> str:
    """The expression for a rule, given the text of a grammar and its parser."""
    return _Compiler(text, start, parser).pattern()


class _Compiler:
    def __init__(self, text: str, start: str, parser: Lark) -> None:
        from lark.load_grammar import GrammarBuilder

        builder = GrammarBuilder()
        builder.load_grammar(text)
        known: Any = builder.build()
        self._rules: dict[str, Any] = {str(rule[0]): rule[2] for rule in known.rule_defs}
        self._parser: Any = parser
        self._start = start
        self._terminals: dict[str, Any] = {each.name: each for each in parser.terminals}
        self._names: list[str] = []
        """The grammar's terminals, by place."""
        self._follow: dict[int, set[int]] = {}
        self._contexts: dict[int, set[int]] = {}
        """The parser states in which the terminal at a place may be read."""
        self._spaces: set[str] = set()
        """Expressions for the text skipped between words."""
        self._ends: set[int] = set()
        """The states in which a text may end."""

    def pattern(self) -> str:
        whole = self._rule(self._start, ())
        self._visit(whole)
        end = f"{self._ignored(self._ends)}\\Z"
        return f"{self._shortened(whole, end)}{end}"

    def _shortened(self, whole: _Part, end: str) -> str:
        """Return the expression without its end; lines between breaks are written only once."""
        if len(whole.parts) == 3:
            lines, line, last = map(self._written, whole.parts)
            between = last.removeprefix("(?:").removesuffix(")?")
            if lines == f"(?:{line}{between})*":
                return f"(?:{line}(?:{between}|(?={end})))+"
        return self._written(whole)

    # The rules, with a separate place for every terminal

    def _rule(self, name: str, above: tuple[str, ...]) -> _Part:
        if name in above:
            raise NotExpressible(f"the rule {name} recurses")
        if name not in self._rules:
            raise NotExpressible(f"the rule {name} is a template, or imported")
        return self._part(self._rules[name], (*above, name))

    def _part(self, tree: Any, above: tuple[str, ...]) -> _Part:
        match str(tree.data):
            case "expansions" if len(tree.children) == 1:
                return self._part(tree.children[0], above)
            case "expansions":
                return _Part("choice", [self._part(each, above) for each in tree.children])
            case "expansion":
                return _Part("row", [self._part(each, above) for each in tree.children])
            case "alias":
                return self._part(tree.children[0], above)
            case "maybe":
                return _Part("choice", [self._part(tree.children[0], above), _Part("row")])
            case "expr":
                return self._repeated(tree.children, above)
            case "value":
                return self._value(tree.children[0], above)
            case kind:
                raise NotExpressible(f"unsupported in a rule: {kind}")

    def _repeated(self, children: Sequence[Any], above: tuple[str, ...]) -> _Part:
        inner, sign, *most = children
        optional = _Part("row")
        match str(sign):
            case "?":
                return _Part("choice", [self._part(inner, above), optional])
            case "+":
                return _Part("row", [self._part(inner, above)], loops=True)
            case "*":
                once = _Part("row", [self._part(inner, above)], loops=True)
                return _Part("choice", [once, optional])
            case "~":
                least, *more = (int(str(each)) for each in most)
            case _:
                least, *more = (int(str(each)) for each in (sign, *most))
        upmost = more[0] if more else least
        if upmost > _LONGEST:
            raise NotExpressible(f"too many repetitions: {upmost}")
        rest = optional
        for _ in range(upmost - least):
            rest = _Part("choice", [_Part("row", [self._part(inner, above), rest]), optional])
        return _Part("row", [*(self._part(inner, above) for _ in range(least)), rest])

    def _value(self, found: Any, above: tuple[str, ...]) -> _Part:
        kind = type(found).__name__
        if kind == "NonTerminal":
            return self._rule(str(found.name), above)
        if kind == "Terminal":
            return self._terminal(str(found.name))
        if getattr(found, "data", "") != "literal" or found.children[0].type != "STRING":
            raise NotExpressible(f"unsupported in a rule: {found}")
        said = str(found.children[0])
        for name, each in self._terminals.items():
            fixed = type(each.pattern).__name__ == "PatternStr"
            if fixed and said == f'"{each.pattern.value}"':
                return self._terminal(name)
        raise NotExpressible(f"{said} is not a separate terminal")

    def _terminal(self, name: str) -> _Part:
        self._names.append(name)
        return _Part("terminal", number=len(self._names) - 1)

    # Which terminals may follow which

    def _connect(self, part: _Part) -> tuple[set[int], set[int], bool]:
        """Link a part's places; return its first and last ones, and whether it may be empty."""
        if part.kind == "terminal":
            return {part.number}, {part.number}, False
        if part.kind == "choice":
            found = [self._connect(each) for each in part.parts]
            first, last = set[int](), set[int]()
            for each in found:
                first |= each[0]
                last |= each[1]
            return first, last, any(each[2] for each in found)
        first, last, empty = set[int](), set[int](), True
        for each in part.parts:
            begins, ends, skipped = self._connect(each)
            self._link(last, begins)
            first = first | begins if empty else first
            last = last | ends if skipped else ends
            empty = empty and skipped
        if part.loops:
            self._link(last, first)
        return first, last, empty

    def _link(self, before: set[int], behind: set[int]) -> None:
        for each in before:
            self._follow.setdefault(each, set()).update(behind)

    def _visit(self, whole: _Part) -> None:
        """Visit every state of lark's parser, and note the words expected there."""
        table: Any = self._parser.parser.parser._parse_table
        self._table, self._lexers = table.states, self._parser.parser.lexer.lexers
        self._end = table.end_states[self._start]
        first, last, empty = self._connect(whole)
        stack: tuple[int, ...] = (table.start_states[self._start],)
        begin = (stack, frozenset(first), empty)
        seen: set[tuple[tuple[int, ...], frozenset[int], bool]] = {begin}
        due = [*seen]
        while due:
            stack, places, may_end = due.pop()
            ends = self._shifted(stack, _END) is not None
            if ends != may_end:
                raise NotExpressible("the parser and the grammar end in different places")
            if ends:
                self._ends.add(stack[-1])
            for name in {self._names[each] for each in places} | self._looked_for(stack[-1]):
                after = self._shifted(stack, name)
                taken = {each for each in places if self._names[each] == name}
                if (after is None) != (not taken):
                    raise NotExpressible(f"the parser accepts {name} where the grammar does not")
                if after is None:
                    continue
                for each in taken:
                    self._contexts.setdefault(each, set()).add(stack[-1])
                following = {more for each in taken for more in self._follow.get(each, ())}
                now = (after, frozenset(following), not taken.isdisjoint(last))
                if now not in seen:
                    seen.add(now)
                    due.append(now)

    def _looked_for(self, state: int) -> set[str]:
        lexer = self._lexers[state]
        names = {each.name for each in lexer.terminals}
        return names - set(lexer.ignore_types)

    def _shifted(self, stack: tuple[int, ...], name: str) -> tuple[int, ...] | None:
        """Return the parser's stack after a terminal, or None if the terminal is not accepted."""
        while True:
            action, argument = self._table[stack[-1]].get(name, (None, None))
            if action is None:
                return None
            if action.name == "Shift":
                return (*stack, argument)
            stack = stack[: len(stack) - len(argument.expansion)]
            _, goto = self._table[stack[-1]][argument.origin.name]
            stack = (*stack, goto)
            if name == _END and goto == self._end:
                return stack

    # The expression

    def _written(self, part: _Part) -> str:
        if part.kind == "terminal":
            return self._word(part.number)
        if part.kind == "row":
            row = "".join(_counted([self._written(each) for each in part.parts]))
            return f"(?:{row})+" if part.loops else row
        *some, last = [self._written(each) for each in part.parts]
        if not last and len(some) == 1:
            inner = some[0]
            if part.parts[0].loops:
                return f"{inner.removesuffix('+')}*"
            return f"(?:{inner})?"
        some += [last]
        if len(set(some)) == 1:
            return last
        for space in self._spaces:
            behind = [each.removeprefix(space) for each in some if each.startswith(space)]
            if len(behind) > 1:
                others = [each for each in some if not each.startswith(space)]
                some = [f"{space}(?:{'|'.join(behind)})", *others]
        return some[0] if len(some) == 1 else f"(?:{'|'.join(some)})"

    def _word(self, number: int) -> str:
        name, contexts = self._names[number], self._contexts.get(number, set())
        before: dict[str, str] = {}
        for state in contexts:
            lexer = self._lexers[state]
            lexer.scanner  # noqa: B018 - makes the callbacks
            if name in lexer.callback:
                raise NotExpressible(f"its content may make {name} another terminal")
            for each in lexer.terminals:
                if each.name == name:
                    break
                if each.name not in lexer.ignore_types and self._may_both_match(each.name, name):
                    before[each.name] = self._regexp(each.name)
        guard = f"(?!{'|'.join(before.values())})" if before else ""
        pattern, word = self._terminals[name].pattern, self._regexp(name)
        if pattern.min_width < pattern.max_width:
            word = f"(?>{word})"
        elif "|" in word:
            word = f"(?:{word})"
        return f"{self._ignored(contexts)}{guard}{word}"

    def _ignored(self, states: set[int]) -> str:
        """Return the expression for skipped text, excluding words of a higher priority."""
        ignored, first = dict[str, str](), dict[str, str]()
        for state in states:
            passed = set[str]()
            for each in reversed(self._lexers[state].terminals):
                pattern = self._regexp(each.name)
                if each.name in self._lexers[state].ignore_types:
                    ignored[each.name] = pattern
                    passed.add(pattern)
                elif any(may_begin_alike(pattern, other) for other in passed):
                    first[each.name] = pattern
        if not ignored:
            return ""
        words = "|".join(ignored.values())
        found = f"(?:(?!{'|'.join(first.values())})(?:{words}))*+" if first else f"(?:{words})*+"
        if not first and _is_atom(words.removesuffix("+")):
            found = f"{words.removesuffix('+')}*+"
        self._spaces.add(found)
        return found

    def _may_both_match(self, one: str, other: str) -> bool:
        """Return whether two terminals may match at the same place."""
        expressions = self._regexp(one), self._regexp(other)
        for name, expression in zip((other, one), expressions, strict=True):
            pattern = self._terminals[name].pattern
            if type(pattern).__name__ == "PatternStr":
                return may_match_before(expression, str(pattern.value))
        return may_begin_alike(*expressions)

    def _regexp(self, name: str) -> str:
        found = str(self._terminals[name].pattern.to_regexp())
        return "".join(map(_visible, found))


def _visible(char: str) -> str:
    """Return a character of an expression, escaped so that it fits on a line of text."""
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return named.get(char, char if char.isprintable() else f"\\x{ord(char):02x}")


def _counted(parts: Sequence[str]) -> Iterator[str]:
    """Yield a sequence of parts, counting adjacent equal ones."""
    at = 0
    while at < len(parts):
        times = 1
        while at + times < len(parts) and parts[at + times] == parts[at] != "":
            times += 1
        if times == 1:
            yield parts[at]
        else:
            inner = parts[at] if _is_atom(parts[at]) else f"(?:{parts[at]})"
            yield f"{inner}{{{times}}}"
        at += times


def _is_atom(part: str) -> bool:
    """Return whether a part is a single character, class or group."""
    group = part[:1] == "(" and part.count("(") == 1 and part[-1] == ")"
    return len(part) == 1 or group or re.fullmatch(r"\[(?:[^\]\\]|\\.)+\]", part) is not None


def main(arguments: Sequence[str]) -> None:
    """Write one expression, or rewrite all stored ones."""
    if arguments:
        name, start = arguments
        _path(name, start).write_text(expression(name, start), encoding="utf-8")
        return
    for name, start in stored():
        _path(name, start).write_text(expression(name, start), encoding="utf-8")


def stored() -> Iterator[tuple[str, str]]:
    """Yield kifu's grammars that have stored expressions, each with the name of its rule."""
    folder = Path(kifu.formats.__file__).parent
    for path in sorted(folder.rglob("*.re")):
        name, _, start = path.stem.rpartition(".")
        yield path.relative_to(folder).with_name(name).as_posix(), start


def _path(name: str, start: str) -> Path:
    package, path, _ = package_of(name)
    return Path(str(resources.files(package) / f"{path}.{start}.re"))


if __name__ == "__main__":
    main(sys.argv[1:])
