"""The server's routes, which answer only the page that the studio's user opened."""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from msgspec import MsgspecError
from msgspec.json import decode, encode
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ...arena.players.thinking import while_wanted
from ...findings.limits import LIMIT
from ..page import built
from .calls import CALLS, Call, New, Options, begin, choices, opened, overview, seats_of
from .desk import Desk
from .errors import Refused
from .games import own_calls
from .page import PAGE, POLICY

SCRIPT = "kifu-studio.js"
TOKEN = "X-Kifu-Token"

MOST_BYTES = 2 * LIMIT + 2**20
"""The maximum size of a request in bytes: the longest text, with two bytes for each quotation mark
and line ending, plus some for other values.
"""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def application(desk: Desk, token: str, hosts: set[str]) -> Starlette:
    """Return the studio as an ASGI application that accepts requests to these hosts."""
    server = _Server(desk, token, hosts)
    return Starlette(
        routes=[
            Route("/", server.page, methods=["GET"]),
            Route(f"/{SCRIPT}", server.script, methods=["GET"]),
            Route("/api/{call}", server.studio, methods=["POST"]),
            Route("/api/sheets/{sheet}/{call}", server.sheet, methods=["POST"]),
            Route("/api/sheets/{sheet}/game/{call}", server.own, methods=["POST"]),
        ],
        exception_handlers={Refused: _refused, 404: _missing, 405: _missing, 500: _failed},
    )


class _Server:
    def __init__(self, desk: Desk, token: str, hosts: set[str]) -> None:
        self._desk = desk
        self._token = token
        self._hosts = hosts
        self._script = built(__package__ or "", SCRIPT)
        self._offered = choices()

    # Requests without a token: the responses contain no data

    async def page(self, request: Request) -> Response:
        self._require_host(request)
        return Response(PAGE, media_type="text/html", headers=_HEADERS)

    async def script(self, request: Request) -> Response:
        self._require_host(request)
        return Response(self._script, media_type="text/javascript", headers=_HEADERS)

    # Requests that need the token

    async def studio(self, request: Request) -> Response:
        data, call = await self._body(request), request.path_params["call"]
        desk = self._desk
        match call:
            case "sheets":
                return await _answered(lambda: overview(desk, self._offered))
            case "new":
                return await _answered(lambda: begin(desk, _decoded(data, New)))
            case "seats":
                return await _answered(lambda: seats_of(_decoded(data, Options)))
            case "open":
                name = request.query_params.get("name", "")
                return await _answered(lambda: opened(desk, name, data))
            case _:
                raise Refused("unknown call", 404)

    async def sheet(self, request: Request) -> Response:
        return await self._called(request, lambda: CALLS)

    async def own(self, request: Request) -> Response:
        def calls() -> Mapping[str, Call[Any]]:
            notation = self._desk.sheet(request.path_params["sheet"]).notation
            return own_calls(notation.game) if notation else {}

        return await self._called(request, calls)

    async def _called(
        self, request: Request, calls: Callable[[], Mapping[str, Call[Any]]]
    ) -> Response:
        data, name = await self._body(request), request.path_params["call"]
        call = calls().get(name)
        if call is None:
            raise Refused("unknown call", 404)
        identifier = request.path_params["sheet"]
        sheet = self._desk.sheet(identifier)
        before = sheet.called_off

        def act() -> Any:
            body = _decoded(data, call.body)
            wanted = while_wanted(lambda: sheet.called_off == before)
            with wanted, sheet.lock if call.waits else nullcontext():
                self._desk.sheet(identifier, getattr(body, "version", None))
                return call.act(self._desk, sheet, body)

        return await _answered(act)

    async def _body(self, request: Request) -> bytes:
        """Return a request's body. Raises Refused if it is too long or lacks the token."""
        self._require_host(request)
        given = request.headers.get(TOKEN, "")
        if not hmac.compare_digest(given.encode(), self._token.encode()):
            raise Refused("open the address that the studio printed when it started", 403)
        found = bytearray()
        try:
            async for chunk in request.stream():
                found += chunk
                if len(found) > MOST_BYTES:
                    raise Refused(f"the request is longer than {MOST_BYTES // 2**20} MiB", 413)
        except ClientDisconnect:
            raise Refused("the page has disconnected", 400) from None
        return bytes(found)

    def _require_host(self, request: Request) -> None:
        """Refuse requests from other pages, or through another host name that points here."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if host not in self._hosts or origin not in (None, f"http://{host}"):
            raise Refused("the request comes from another site", 403)


def _decoded(data: bytes, body: type[Any]) -> Any:
    try:
        return decode(data, type=body)
    except MsgspecError as why:
        raise Refused(f"invalid call: {why}", 400) from None


async def _answered(work: Callable[[], Any]) -> Response:
    """Return the response to a call, computed in a thread that does not delay shutdown."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Any] = loop.create_future()

    def finish(result: Any, error: BaseException | None) -> None:
        if not found.cancelled():
            found.set_result(result) if error is None else found.set_exception(error)

    def run() -> None:
        result, error = None, None
        try:
            result = encode(work())
        except BaseException as why:
            error = why
        if not loop.is_closed():
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=run, daemon=True).start()
    return Response(await found, media_type="application/json", headers=_HEADERS)


# Errors


def _json(values: Any, status: int) -> Response:
    return Response(encode(values), status, _HEADERS, "application/json")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _json({"error": str(error), **error.more}, error.status)


async def _missing(request: Request, error: Exception) -> Response:
    return _json({"error": "not found"}, getattr(error, "status_code", 404))


async def _failed(request: Request, error: Exception) -> Response:
    what = f"{type(error).__name__}: {error}"
    where = error if os.environ.get("KIFU_DEBUG") else None
    logging.getLogger(__name__).error("kifu: internal error: %s", what, exc_info=where)
    return _json({"error": f"internal error in the studio ({what}): nothing was changed"}, 500)
