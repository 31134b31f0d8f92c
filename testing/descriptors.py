"""Laws of descriptors: they are accurate and import little."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from .. import replayer
from ..formats import Notation
from ..formats.files.detect import detect
from ..formats.interface import catalog
from ..replayer.game import Game
from .laws import Laws
from .samples import first_writable, foreign_texts, record, texts, writable

_IN_A_FRESH_INTERPRETER = """
import json, sys
from kifu import formats
for text in json.load(sys.stdin):
    formats.detect(text.encode())
print(json.dumps(sorted(sys.modules)))
"""


class DescriptorLaws(Laws):
    """Laws of a game's two descriptors, `GAME` and `FORMATS`."""

    def test_the_name_is_the_same_everywhere(self, game: Game[Any, Any]) -> None:
        """Descriptors, rules and notations agree on the game's name, in lower-case letters."""
        assert re.fullmatch("[a-z]+", self.name), (
            f"{self.name!r} is not all lower-case letters: rename the game"
        )
        assert game.name == self.name, (
            f"the name of the game is {game.name!r}: set `name` of its class to {self.name!r}"
        )
        for each in catalog.formats()[self.name].notations:
            assert each.game == self.name, f"call the notation {each.id} {self.name}/NAME"
        assert replayer.games()[self.name].title, "give GAME, the descriptor, a `title`"

    def test_records_are_of_the_declared_type(self, game: Game[Any, Any]) -> None:
        """The descriptor's module `record` defines `Record`, the type of the records."""
        made, declared = record(self.name, 0), replayer.games()[self.name].record
        try:
            found = replayer.game_of(made)
        except Exception as error:
            found = error
        assert found is game, (
            f"`generate` returned a {type(made).__name__} of {type(made).__module__}, which is not "
            f"the Record of {declared}: set `record` in GAME to the module of that class, which "
            "must be named Record and derive from kifu.replayer.record.GameRecord"
        )

    def test_notations_are_what_their_descriptors_say(self) -> None:
        """A notation's module defines its `NOTATION`, with the same identifier."""
        for each in catalog.formats()[self.name].notations:
            notation = catalog.notation(each.id)
            assert notation.id == each.id, (
                f"the NOTATION of {each.module} is {notation.id}, but its descriptor has "
                f"{each.id}: correct one of the two"
            )
            assert notation.title, f"give the NOTATION of {each.module} a `title`"
            assert notation.suffix.startswith("."), (
                f"the suffix of {each.id} is {notation.suffix!r}: it must begin with a dot"
            )

    def test_the_canonical_notation_comes_first(self) -> None:
        """The first notation is JSON with a schema, and supports everything."""
        first = catalog.canonical_notation(self.name)
        assert first.id == f"{self.name}/json", (
            f"the first notation in FORMATS is {first.id}: put {self.name}/json first"
        )
        assert not first.unsupported, (
            f"{first.id} is canonical, so it must support everything: leave its `unsupported` empty"
        )
        made = "make it with kifu.formats.document.canonical.canonical"
        assert first.schema is not None, f"{first.id} has no `schema`: {made}"
        assert first.compact is not None, f"{first.id} has no `compact`: {made}"

    def test_records_that_are_equal_differ_in_nothing(self) -> None:
        """The module of losses finds no difference between a record and itself."""
        same = record(self.name, 0)
        found = catalog.differences(self.name, same, same)
        assert found == [], (
            f"`differences` says that a record differs from itself in {found}: name only fields "
            "whose values differ"
        )

    def test_what_is_written_is_detected(self, notation: Notation[Any]) -> None:
        """A written text is recognised as its notation."""
        claims = catalog.described()[notation.id].claims
        for each in writable(notation.id)[:10]:
            for text in texts(notation, each):
                assert claims(text), (
                    f"`claims` in the descriptor of {notation.id} must accept any text in this "
                    f"notation; it does not accept this one: {text}"
                )
                found = detect(text.encode())
                assert found is not None, (
                    f"no notation recognises this text in {notation.id}: {text}"
                )
                assert found.id == notation.id, (
                    f"{found.id} claims this text in {notation.id}: a descriptor may claim only "
                    f"texts that cannot be in another notation: {text}"
                )

    def test_foreign_texts_are_left_alone(self, notation: Notation[Any]) -> None:
        """A notation claims no texts of other games, prose, schemas, or empty texts."""
        claims = catalog.described()[notation.id].claims
        for what, text in foreign_texts(self.name):
            assert not claims(text), (
                f"{notation.id} claims {what}: a descriptor may claim only texts that cannot be in "
                f"another notation: {text[:200]!r}"
            )

    def test_detection_imports_no_notation(self) -> None:
        """Detecting a notation imports no rules, records or notations.

        This is tested in a fresh interpreter.
        """
        found = [next(texts(each, first_writable(each))) for each in catalog.notations(self.name)]
        done = subprocess.run(
            [sys.executable, "-c", _IN_A_FRESH_INTERPRETER],
            input=json.dumps(found),
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, (
            f"a fresh interpreter cannot detect notations: the game must be importable in every "
            f"process, not only in pytest's (`pip install -e .`): {done.stderr[-1000:]}"
        )
        loaded = set(json.loads(done.stdout)) & {
            *(each.module for each in catalog.described().values()),
            *(
                module
                for each in replayer.games().values()
                for module in (each.module, each.record)
            ),
            *(each.codes for each in replayer.games().values()),
        }
        assert not loaded, (
            f"detecting a notation of {self.name} imports {', '.join(sorted(loaded))}: the modules "
            "with the descriptors, and their `claims`, must not import them"
        )
