"""Keeps the end of what a session's programs write while no run is listening."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from typing import Optional

LOG_BYTES = 64 * 1024
_CHUNK = 64 * 1024
_MOST_UNSENT = 1024 * 1024
_MOST_AT_END = 4 * 1024 * 1024


class SessionLog:
    """The end of a text, limited in size."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, data: bytes) -> None:
        self._bytes = (self._bytes + data)[-LOG_BYTES:]

    def text(self) -> str:
        return self._bytes.decode("utf-8", "replace")


class Outlet:
    """One output stream of a program: forwarded to a listener, otherwise logged."""

    def __init__(self, fd: int, name: str, log: SessionLog) -> None:
        self._fd = fd
        self._name = name
        self._log = log
        self._listener: Optional[asyncio.StreamWriter] = None
        self._is_paused = False
        os.set_blocking(fd, False)

    def attach(self) -> None:
        """Starts reading; call it inside the event loop."""
        asyncio.get_running_loop().add_reader(self._fd, self._read)

    def listen(self, listener: Optional[asyncio.StreamWriter]) -> None:
        self._listener = listener

    def drain(self) -> None:
        """Forwards the output available now; limited, because a writer may never stop."""
        left = _MOST_AT_END
        while left > 0:
            count = self._pass_on()
            if count == 0:
                return
            left -= count

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        os.close(self._fd)

    def _read(self) -> None:
        self._pass_on()
        listener = self._listener
        if listener is not None and listener.transport.get_write_buffer_size() > _MOST_UNSENT and not self._is_paused:
            self._is_paused = True
            asyncio.get_running_loop().remove_reader(self._fd)
            asyncio.ensure_future(self._resume_after(listener))

    async def _resume_after(self, listener: asyncio.StreamWriter) -> None:
        try:
            await listener.drain()
        except ConnectionError:
            pass
        self._is_paused = False
        self.attach()

    def _pass_on(self) -> int:
        try:
            data = os.read(self._fd, _CHUNK)
        except (BlockingIOError, OSError):
            return 0
        if not data:
            asyncio.get_running_loop().remove_reader(self._fd)
            return 0
        if self._listener is None:
            self._log.add(data)
        else:
            line = {self._name: base64.b64encode(data).decode("ascii")}
            self._listener.write(json.dumps(line).encode() + b"\n")
        return len(data)
