"""Ports on the sandbox's own loopback: which ones are listened on, and a way to them from the runner."""

from __future__ import annotations

import asyncio
from typing import List, Set

_LISTEN = "0A"
_CHUNK = 64 * 1024
_ADDRESSES = ("127.0.0.1", "::1")


def listening_ports() -> Set[int]:
    """Reads the kernel's table, without connecting to applications."""
    ports: Set[int] = set()
    for table in ("/proc/self/net/tcp", "/proc/self/net/tcp6"):
        try:
            with open(table, encoding="ascii") as lines:
                next(lines)
                rows = [line.split() for line in lines]
        except OSError:
            continue
        ports.update(int(row[1].rsplit(":", 1)[1], 16) for row in rows if row[3] == _LISTEN)
    return ports


async def forward(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connects the runner to an application; sends `ok` or `no` first."""
    for address in _ADDRESSES:
        try:
            inner_reader, inner_writer = await asyncio.open_connection(address, port)
            break
        except OSError:
            continue
    else:
        writer.write(b"no\n")
        await writer.drain()
        return
    writer.write(b"ok\n")
    tasks: List["asyncio.Task[None]"] = [
        asyncio.ensure_future(_pump(reader, inner_writer)),
        asyncio.ensure_future(_pump(inner_reader, writer)),
    ]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        inner_writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copies until the end of the input, which is forwarded too. If one side breaks, both do."""
    while True:
        chunk = await reader.read(_CHUNK)
        if not chunk:
            break
        writer.write(chunk)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
