"""WebSockets: they send the table to players and spectators, and receive the players' messages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from fastapi import APIRouter
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from rentier.errors import RentierError
from rentier.web import messages
from rentier.web.rates import RateLimit
from rentier.web.refusals import FORBIDDEN, TOO_MANY, Refused, wrong_message
from rentier.web.seating import check_agent
from rentier.web.store import PERSON, TABLE
from rentier.web.table import Table
from rentier.web.tables import TableRegistry
from rentier.web.view import encoded
from rentier.web.watchers import Watcher

log = logging.getLogger(__name__)
MOST_ERRORS = 20  # per minute
MOST_UNDOS = 60  # per minute: each replays the game
JOIN_SECONDS = 20
CLOSE_SECONDS = 2
LONGEST_MESSAGE = 16_384
TOO_MUCH, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013


class Sockets:
    """All sockets on the server."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._open: Counter[str] = Counter()
        self.router = APIRouter()
        self.router.add_api_websocket_route("/api/tables/{table}/live", self.live)

    async def live(self, socket: WebSocket, table: str) -> None:
        """Serve one socket."""
        address = socket.client.host if socket.client else ""
        if self._open[address] >= self._registry.settings.most_sockets:
            await socket.close(TOO_MUCH, "too many sockets from your address")
            return
        await socket.accept()
        self._open[address] += 1
        try:
            await self._serve(socket, table, address)
        except (WebSocketDisconnect, RuntimeError):  # closed while we were writing
            pass
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _serve(self, socket: WebSocket, game: str, address: str) -> None:
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                join = messages.JOIN.validate_json(await _text(socket))
            table = await self._registry.table(game)
            watcher = self._registry.watcher(table, join.token, join.watch)
            self._registry.admit(table, watcher, address)
        except (ValidationError, RentierError, TimeoutError) as error:
            line = wrong_message(error) if isinstance(error, ValidationError) else str(error) or "no join message came in time"
            await socket.send_text(encoded({"type": "error", "error": line, "number": None}))
            await socket.close(TOO_MUCH)
            return
        await table.join(watcher)
        await self._registry.send_rematch(table, [watcher])
        client = Client(self._registry, table, watcher)
        try:
            await self._talk(socket, client)
        finally:
            client.leave()
            table.leave(watcher)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it may be gone, or no longer reading
            async with asyncio.timeout(CLOSE_SECONDS):
                await socket.close(client.closing)

    async def _talk(self, socket: WebSocket, client: Client) -> None:
        """Send and receive until either ends."""
        tasks = [
            asyncio.create_task(_tell(socket, client.watcher)),
            asyncio.create_task(_hear(socket, client, RateLimit(self._registry.settings.messages_a_second, 1))),
            asyncio.create_task(client.watcher.gone.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect | RuntimeError):
                    log.error("a socket failed", exc_info=ended)


async def _text(socket: WebSocket) -> str:
    """Return the next text."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", TOO_MUCH))
    return message.get("text") or ""


async def _tell(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        await socket.send_text(await watcher.next())


async def _hear(socket: WebSocket, client: Client, rate: RateLimit) -> None:
    """Receive messages until there are too many, or too many wrong ones."""
    while True:
        text = await _text(socket)
        if len(text.encode()) > LONGEST_MESSAGE:
            client.closing = TOO_BIG
            return
        if not rate.allows():
            client.closing = TOO_MUCH
            return
        if not await client.hear(text):
            client.closing = TOO_MUCH
            return


class Client:
    """The client at the other end of a socket."""

    def __init__(self, registry: TableRegistry, table: Table, watcher: Watcher) -> None:
        self.watcher = watcher
        self.closing = TRY_AGAIN  # close code, unless set otherwise
        self._registry = registry
        self._table = table
        self._errors = RateLimit(MOST_ERRORS, 60)
        self._undos = RateLimit(MOST_UNDOS, 60)
        self._hinting: asyncio.Task[bool] | None = None

    def leave(self) -> None:
        """Cancel a pending hint."""
        if self._hinting is not None:
            self._hinting.cancel()

    async def hear(self, text: str) -> bool:
        """Handle a message or send an error; return False after too many errors."""
        try:
            message = messages.MESSAGE.validate_json(text)
        except ValidationError as error:
            return self._refuse(wrong_message(error))
        if isinstance(message, messages.Hint):  # slow; only the newest is answered
            self.leave()
            self._hinting = asyncio.create_task(self._try_hint(message))
            return True
        return await self._try(self._do(message), getattr(message, "number", None))

    async def _try_hint(self, message: messages.Hint) -> bool:
        return await self._try(self._hint(message), message.number)

    async def _try(self, doing: Coroutine[Any, Any, None], number: int | None) -> bool:
        try:
            await doing
        except RentierError as error:
            return self._refuse(str(error), number)
        return True

    def _refuse(self, line: str, number: int | None = None) -> bool:
        self.watcher.send(encoded({"type": "error", "error": line, "number": number}))
        return self._errors.allows()

    async def _do(self, message: messages.ClientMessage) -> None:
        table = self._table
        match message:
            case messages.Act(number=number, action=action, auto=auto):
                seat = self._seat()
                if table.seats[seat].bot and (await table.check(seat, number, action))["legal"]:
                    await table.set_bot(seat, False)
                await table.decide(seat, number, action, TABLE if auto else PERSON)
            case messages.Check(number=number, action=action):
                self.watcher.send(encoded(await table.check(self._seat(), number, action)))
            case messages.WantOffers(wanted=wanted, seat=other):
                await table.want_offers(self._seat(), other, wanted)
            case messages.SetLimit(number=number, most=most):
                await table.set_limit(self._seat(), number, most)
            case messages.Undo(number=number):
                self._seat()
                if not self._undos.allows():
                    raise Refused("you undo too fast; wait a moment", TOO_MANY)
                await table.undo(number)
            case messages.Leave():
                await table.set_bot(self._seat(), True)
            case messages.Back():
                await table.set_bot(self._seat(), False)
            case messages.Chat(text=text):
                table.say(self._seat(), text)
            case messages.Skip():
                self._seat()
                await table.skip()
            case messages.Ping():
                self.watcher.send('{"type":"pong"}')
            case _:
                self._check_host()
                await self._manage(message)

    async def _manage(self, message: messages.ClientMessage) -> None:
        """Handle the messages that only the host may send."""
        table = self._table
        match message:
            case messages.SetDelay(seconds=seconds):
                await table.change_settings({"delay": seconds})
            case messages.Pause(paused=paused):
                table.steps = 0
                await table.change_settings({"paused": paused})
            case messages.Show(odds=odds, hints=hints, chat=chat):
                chosen = {"odds": odds, "hints": hints, "chat": chat}
                await table.change_settings({name: value for name, value in chosen.items() if value is not None})
            case messages.Start():
                await table.start()
            case messages.Step():
                if not table.settings["paused"]:
                    raise Refused("pause the game before stepping")
                table.steps = 1
                table.changed.notify()

    async def _hint(self, message: messages.Hint) -> None:
        if not self._table.settings["hints"]:
            raise Refused("hints are switched off at this table", FORBIDDEN)
        agent = message.agent and check_agent(message.agent, self._registry.settings.own_machine).spec
        playing = await self._registry.playing(self._table.id)
        self.watcher.send(encoded(await playing.hint(self._seat(), message.number, agent)))

    def _seat(self) -> int:
        if self.watcher.seat is None:
            raise Refused("you are watching; only players can do this", FORBIDDEN)
        return self.watcher.seat

    def _check_host(self) -> None:
        if not self.watcher.host:
            raise Refused("only the host can do this", FORBIDDEN)
