"""The server: receives messages from an editor, passes the work to other modules, and answers.

Texts are processed in threads, so that the editor never waits for long ones; all messages are sent
from the event loop.

Only the latest version of each document counts.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from .. import __version__
from ..archive.configuration import NAMES
from ..archive.errors import ProjectError
from ..findings.shown import visible
from ..replayer.discovery import culprit, raised
from .completions import TRIGGERS, completions
from .diagnostics import Superseded, diagnostic, diagnostics, known, located
from .documents import Document
from .edits import QuickFix, all_fixes, formatting, quick_fixes
from .hovers import hover
from .symbols import symbols

ResultT = TypeVar("ResultT")

PAUSE = 0.15
"""How many seconds without typing to wait before checking a document."""

FIX_ALL = "source.fixAll.kifu"
"""The kind of the action that applies all safe fixes; editors may request it on saving."""


class Server(LanguageServer):
    """A server, and the latest version of each open document."""

    def __init__(self) -> None:
        # pygls and the protocol disagree on line endings, so pygls might apply partial changes in
        # the wrong place; whole texts avoid this.
        untyped: Any = super()
        untyped.__init__(
            "kifu", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.documents: dict[str, Document] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        # Checks whose results are no longer needed must not delay hovers.
        self._checkers = ThreadPoolExecutor(max_workers=1)
        self._workers = ThreadPoolExecutor(max_workers=2)
        self._shown: set[str] = set()

    # Documents

    def take(self, uri: str) -> None:
        """Store the editor's current text of a document, and check it."""
        text = self.workspace.get_text_document(uri)
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is not None and not os.path.isabs(path):
            path = None  # a file name from another system
        self._take(
            Document(
                text.source,
                path,
                uri=uri,
                version=text.version,
                folder=self._folder(path),
                encoding=self.workspace.position_encoding or types.PositionEncodingKind.Utf16,
            )
        )

    def take_all_again(self) -> None:
        """Check all documents again, as the configuration has changed."""
        self._shown.clear()
        for document in list(self.documents.values()):
            self._take(document.again())

    def drop(self, uri: str) -> None:
        """Forget a closed document."""
        self.documents.pop(uri, None)
        self._cancel(uri)
        self._publish(uri, None, [])

    def _take(self, document: Document) -> None:
        self.documents[document.uri] = document
        self._cancel(document.uri)
        self._checks[document.uri] = asyncio.create_task(self._check(document))

    def _cancel(self, uri: str) -> None:
        check = self._checks.pop(uri, None)
        if check is not None:
            check.cancel()

    def _folder(self, path: str | None) -> str:
        """Return the editor's folder; if it has several, the one that contains a document."""
        folders = [to_fs_path(each.uri) or "" for each in self.workspace.folders.values()]
        around = [each for each in folders if path is not None and path.startswith(f"{each}/")]
        return max(around or folders[:1], key=len, default="") or self.workspace.root_path or ""

    # Checks

    async def _check(self, document: Document) -> None:
        """Check a document after a pause in typing, and report its findings."""
        await asyncio.sleep(PAUSE)

        def work() -> list[types.Diagnostic]:
            return list(diagnostics(document, located(document, lambda: self._is_old(document))))

        found = await self._worked_out(work, self._checkers)
        if not self._is_old(document):
            self._publish(document.uri, document.version, found or [])

    def _is_old(self, document: Document) -> bool:
        return self.documents.get(document.uri) is not document

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version=version)
        )

    # Answers

    async def answer(self, uri: str, work: Callable[[Document], ResultT | None]) -> ResultT | None:
        """Return the result of work on a document, or None if the document has since changed."""
        document = self.documents.get(uri)
        if document is None:
            return None
        found = await self._worked_out(lambda: work(document), self._workers)
        return None if self._is_old(document) else found

    async def _worked_out(
        self, work: Callable[[], ResultT | None], workers: ThreadPoolExecutor
    ) -> ResultT | None:
        """Return the result of some work, or None if it fails; each failure is reported once."""
        try:
            return await asyncio.get_running_loop().run_in_executor(workers, work)
        except Superseded:
            return None
        except ProjectError as why:
            self.tell(str(why))
        except Exception as why:
            plugin = culprit(why)
            internal = f"internal error: {raised(why)} (please report it)"
            self.tell(internal if plugin is None else str(plugin))
        return None

    def tell(self, message: str) -> None:
        """Show an error to the user; each message is shown only once."""
        if message not in self._shown:
            self._shown.add(message)
            kind = types.MessageType.Error
            said = f"kifu: {visible(message)}"
            self.window_show_message(types.ShowMessageParams(kind, said))

    def log(self, message: str) -> None:
        """Write a line to the editor's log of this server."""
        kind = types.MessageType.Info
        self.window_log_message(types.LogMessageParams(kind, visible(message)))

    def shutdown(self) -> None:
        """Shut down as soon as a running check notices that its result is no longer needed."""
        self.documents.clear()
        self._checkers.shutdown(wait=False, cancel_futures=True)
        self._workers.shutdown(wait=False, cancel_futures=True)
        super().shutdown()


def server() -> Server:
    """Return a server with all its features, without starting it."""
    found = Server()

    @found.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        _watch(found)

    @found.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        found.take(params.text_document.uri)

    @found.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        found.take(params.text_document.uri)

    @found.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        found.drop(params.text_document.uri)

    @found.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def configured(params: types.DidChangeWatchedFilesParams) -> None:
        found.take_all_again()

    @found.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        formats = _hover_formats(found.client_capabilities)

        def work(document: Document) -> types.Hover | None:
            offset = document.positions.offset(params.position)
            return hover(document, offset, known(document), types.MarkupKind.Markdown in formats)

        return await found.answer(params.text_document.uri, work)

    @found.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(TRIGGERS))
    async def completed(params: types.CompletionParams) -> types.CompletionList | None:
        def work(document: Document) -> types.CompletionList | None:
            return completions(document, document.positions.offset(params.position))

        return await found.answer(params.text_document.uri, work)

    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]

    @found.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))
    async def acted(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        def work(document: Document) -> list[types.CodeAction]:
            return _actions(found, document, params)

        return await found.answer(params.text_document.uri, work)

    @found.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await found.answer(params.text_document.uri, symbols)

    @found.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        done = await found.answer(params.text_document.uri, formatting)
        if done is None:
            return None
        if done.why is not None:
            found.log(f"{params.text_document.uri}: not changed: {done.why}")
        return done.edits

    return found


def _watch(found: Server) -> None:
    """Ask the editor to report changes to configurations, if it can."""
    workspace = found.client_capabilities.workspace
    watching = workspace and workspace.did_change_watched_files
    if watching is None or not watching.dynamic_registration:
        return
    names = [types.FileSystemWatcher(f"**/{name}") for name in NAMES]
    options = types.DidChangeWatchedFilesRegistrationOptions(names)
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    registration = types.Registration("configuration", method, options)
    found.client_register_capability(types.RegistrationParams([registration]))


def _hover_formats(client: types.ClientCapabilities) -> list[types.MarkupKind]:
    hovering = client.text_document and client.text_document.hover
    return list((hovering and hovering.content_format) or [])


def _actions(
    found: Server, document: Document, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return the actions for a range, of the kinds that the editor asks for."""
    only = params.context.only
    done = list[types.CodeAction]()
    if _is_wanted(types.CodeActionKind.QuickFix, only):
        start = document.positions.offset(params.range.start)
        end = document.positions.offset(params.range.end)
        done += (_action(found, document, each) for each in quick_fixes(document, start, end))
    if only is not None and _is_wanted(FIX_ALL, only):
        edits = all_fixes(document)
        if edits:
            title, edit = "apply all safe fixes", _edit(found, document, edits)
            done.append(types.CodeAction(title, kind=FIX_ALL, edit=edit))
    return done


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Return whether a kind is requested, directly or through a more general kind (`source`)."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _action(found: Server, document: Document, fix: QuickFix) -> types.CodeAction:
    return types.CodeAction(
        visible(fix.title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(document, fix.found)],
        edit=_edit(found, document, fix.edits),
        is_preferred=fix.is_safe or None,
    )


def _edit(found: Server, document: Document, edits: list[types.TextEdit]) -> types.WorkspaceEdit:
    """Return changes to this version of a document, if the editor supports versions."""
    workspace = found.client_capabilities.workspace
    can = workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes
    if not can:
        return types.WorkspaceEdit(changes={document.uri: edits})
    where = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(where, list(edits))])
