"""An editor as the server sees it: pygls' own client, talking to `kifu lsp` over stdio."""

import asyncio
import re
import sys
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ResultT = TypeVar("ResultT")

PATIENCE = 60
"""The time limit for the server's answers in seconds: long, as the machine may be busy."""


class Editor:
    """Opens documents in a folder, types in them, and requests what an editor would show."""

    def __init__(
        self,
        folder: Path,
        capabilities: types.ClientCapabilities | None = None,
        command: Sequence[str] = (sys.executable, "-m", "kifu", "lsp"),
    ) -> None:
        self.folder = folder
        self.published: list[types.PublishDiagnosticsParams] = []
        self.shown: list[str] = []
        self.logged: list[str] = []
        self.watched: list[types.RegistrationParams] = []
        self._command = command
        self._loop = asyncio.new_event_loop()
        self._thread = ThreadPoolExecutor(1)  # a browser may be using this thread's event loop
        self._versions: dict[str, int] = {}
        self._told = asyncio.Event()
        self._client: Any = LanguageClient("test", "1")
        self._listen()
        self.server = self._run(self._start(capabilities or types.ClientCapabilities()))

    def _listen(self) -> None:
        @self._client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)
            self._told.set()

        @self._client.feature(types.WINDOW_SHOW_MESSAGE)
        def shown(params: types.ShowMessageParams) -> None:
            self.shown.append(params.message)

        @self._client.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            self.logged.append(params.message)

        @self._client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.watched.append(params)

    async def _start(self, capabilities: types.ClientCapabilities) -> types.InitializeResult:
        await self._client.start_io(*self._command, cwd=self.folder)
        params = types.InitializeParams(capabilities, root_uri=self.folder.as_uri())
        found = await self._client.initialize_async(params)
        self._client.initialized(types.InitializedParams())
        return found

    def _run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self._thread.submit(self._run_there, work).result()

    def _run_there(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return self._loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def close(self) -> int | None:
        """Close the editor and return the server's exit status."""

        async def leave() -> int | None:
            await self._client.shutdown_async(None)
            self._client.exit(None)
            assert self._client._server is not None
            status = await self._client._server.wait()
            await self._client.stop()
            return status

        found = self._run(leave())
        self._loop.close()
        self._thread.shutdown()
        return found

    # Documents

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> None:
        """Open a document whose text need not be saved."""
        self._versions[name] = 1
        item = types.TextDocumentItem(self.uri(name), "plaintext", 1, text)
        self._client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, name: str, text: str) -> None:
        """Replace the whole text of a document."""
        self._versions[name] += 1
        where = types.VersionedTextDocumentIdentifier(self._versions[name], self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self._client.text_document_did_change(types.DidChangeTextDocumentParams(where, [change]))

    def shut(self, name: str) -> None:
        """Close a document."""
        where = types.TextDocumentIdentifier(self.uri(name))
        self._client.text_document_did_close(types.DidCloseTextDocumentParams(where))

    def configure(self, name: str, text: str) -> None:
        """Save a configuration file, and notify the server of the change."""
        (self.folder / name).write_text(text)
        change = types.FileEvent(self.uri(name), types.FileChangeType.Changed)
        self._client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))

    # Answers

    def diagnostics(self, name: str, text: str | None = None) -> list[types.Diagnostic]:
        """Open or edit a document if a text is given, and wait for its diagnostics."""
        if text is not None:
            (self.type if name in self._versions else self.open)(name, text)
        return self._run(self._diagnostics(self.uri(name), self._versions[name]))

    async def _diagnostics(self, uri: str, version: int) -> list[types.Diagnostic]:
        while True:
            for each in self.published:
                if each.uri == uri and each.version == version:
                    self.published.remove(each)
                    return list(each.diagnostics)
            self._told.clear()
            await self._told.wait()

    def codes(self, name: str, text: str | None = None) -> list[object]:
        """Return the codes of a document's diagnostics."""
        return [each.code for each in self.diagnostics(name, text)]

    def hover(self, name: str, line: int, character: int) -> types.Hover | None:
        """Return the hover at a position."""
        where = types.TextDocumentIdentifier(self.uri(name))
        params = types.HoverParams(where, types.Position(line, character))
        return self._run(self._client.text_document_hover_async(params))

    def hovered(self, name: str, line: int, character: int) -> str:
        """Return the text of the hover at a position."""
        found = self.hover(name, line, character)
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def actions(
        self,
        name: str,
        where: types.Range,
        only: Sequence[types.CodeActionKind | str] | None = None,
    ) -> list[types.CodeAction]:
        """Return the code actions for a range."""
        context = types.CodeActionContext([], only)
        document = types.TextDocumentIdentifier(self.uri(name))
        params = types.CodeActionParams(document, where, context)
        found: list[Any] = self._run(self._client.text_document_code_action_async(params)) or []
        return [each for each in found if isinstance(each, types.CodeAction)]

    def completed(self, name: str, line: int, character: int) -> Sequence[types.CompletionItem]:
        """Return what is offered at a position."""
        where = types.TextDocumentIdentifier(self.uri(name))
        params = types.CompletionParams(where, types.Position(line, character))
        found: Any = self._run(self._client.text_document_completion_async(params))
        return [] if found is None else found.items

    def symbols(self, name: str) -> list[types.DocumentSymbol]:
        """Return the outline of a document."""
        params = types.DocumentSymbolParams(types.TextDocumentIdentifier(self.uri(name)))
        found: list[Any] = self._run(self._client.text_document_document_symbol_async(params)) or []
        return [each for each in found if isinstance(each, types.DocumentSymbol)]

    def formatted(self, name: str) -> Sequence[types.TextEdit] | None:
        """Return the edits that bring a document into canonical form."""
        options = types.FormattingOptions(2, insert_spaces=True)
        where = types.TextDocumentIdentifier(self.uri(name))
        params = types.DocumentFormattingParams(where, options)
        return self._run(self._client.text_document_formatting_async(params))


def edited(text: str, edits: Sequence[Any]) -> str:
    """Apply edits as an editor does: by lines, in UTF-16."""
    for each in sorted(edits, key=lambda one: _key(one.range.start), reverse=True):
        start, end = offset(text, each.range.start), offset(text, each.range.end)
        text = text[:start] + each.new_text + text[end:]
    return text


def _key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def offset(text: str, position: types.Position) -> int:
    """Return the offset of a position that counts UTF-16 code units."""
    lines = re.split("(?<=\n)|(?<=\r)(?!\n)", text)
    line = lines[position.line].rstrip("\r\n").encode("utf-16-le", "surrogatepass")
    assert 2 * position.character <= len(line)
    before = line[: 2 * position.character].decode("utf-16-le", "surrogatepass")
    return sum(map(len, lines[: position.line])) + len(before)
