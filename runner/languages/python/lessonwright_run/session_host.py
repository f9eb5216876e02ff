"""The first process of a session: outlives what runs in it, and answers the runner's calls.

A call is a connection to a socket that nothing else in the sandbox can reach. Its first line says what is wanted:

    {"do": "run", …request}         lines of what is written and of the end (session_runs.py)
    {"do": "launch", …}             the same of an application, until it listens (session_launch.py)
    {"do": "connect", "port": n}    `ok` and then the bytes of that port, or `no`
    {"do": "state"}                 {"listening": […], "log": "…"}

Nothing of the learner's ever runs in this process. It is process 1 of the sandbox, whom nothing inside can end or halt.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
from typing import Any, Dict, Optional

from .board import Board
from .kernel import set_dumpable
from .session_children import Children
from .session_launch import Launcher
from .session_log import SessionLog
from .session_ports import forward, listening_ports
from .session_runs import Interpreter

_LINE_BYTES = 32 * 1024 * 1024
_FILES_FOLDER = "/opt/lessonwright/files"
_WORK_FOLDER = "/work"


def host(settings_fd: int, report_fd: int, listen_fd: int) -> None:
    """Serves one session until its interpreter dies or the sandbox is ended."""
    with os.fdopen(settings_fd, "rb") as stream:
        settings: Dict[str, Any] = json.loads(stream.read())
    for descriptor in (report_fd, listen_fd):
        os.set_inheritable(descriptor, False)
    if os.path.isdir(_FILES_FOLDER):
        # Files that may be changed: a project's. Others are bound where they are read.
        shutil.copytree(_FILES_FOLDER, _WORK_FOLDER, dirs_exist_ok=True, copy_function=shutil.copyfile)
    set_dumpable(False)
    listener = socket.socket(fileno=listen_fd)
    children = Children()
    log = SessionLog()
    interpreter: Optional[Interpreter] = None
    if settings["has_interpreter"]:
        # Before the loop: at a fork there must be one thread and no loop.
        board = Board(int(settings["limits"]["result_bytes"]))
        interpreter = Interpreter.start(settings, board, log, children, (report_fd, listen_fd))
    asyncio.run(_serve(listener, report_fd, interpreter, Launcher(settings, log, children), log, children))


async def _serve(
    listener: socket.socket,
    report_fd: int,
    interpreter: Optional[Interpreter],
    launcher: Launcher,
    log: SessionLog,
    children: Children,
) -> None:
    children.attach()
    if interpreter is not None:
        interpreter.attach()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            wanted = json.loads(await reader.readline())
            if wanted["do"] == "connect":
                await forward(int(wanted["port"]), reader, writer)
            elif wanted["do"] == "state":
                state = {"listening": sorted(listening_ports()), "log": log.text()}
                writer.write(json.dumps(state).encode() + b"\n")
            elif wanted["do"] == "launch":
                await launcher.launch(wanted, reader, writer)
            elif interpreter is not None:
                await interpreter.run(wanted, reader, writer)
            await writer.drain()
        except (ConnectionError, ValueError, asyncio.IncompleteReadError):
            # The runner hung up, which is its right.
            pass
        finally:
            writer.close()

    server = await asyncio.start_unix_server(answer, sock=listener, limit=_LINE_BYTES)
    # Whoever waits for the report knows by this line that the session stands.
    os.write(report_fd, b'{"ready":true}\n')
    await server.serve_forever()
