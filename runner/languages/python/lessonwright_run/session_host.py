"""The first process of a session: outlives what runs in it, and serves the runner's calls.

A call is a connection to a socket that nothing else in the sandbox can reach. Its first line is the request:

    {"do": "run", …request}         output lines and the end (session_runs.py)
    {"do": "launch", …}             the same for an application, until it listens (session_launch.py)
    {"do": "connect", "port": n}    `ok` and then the bytes of that port, or `no`
    {"do": "state"}                 {"listening": […], "log": "…"}

The learner's code never runs in this process. It is process 1 of the sandbox, which nothing inside can end or stop.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
from typing import Any, Dict, Optional

from .shared_memory import SharedMemory
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
        # A project's files can be changed. Other files are bound read-only.
        shutil.copytree(_FILES_FOLDER, _WORK_FOLDER, dirs_exist_ok=True, copy_function=shutil.copyfile)
    set_dumpable(False)
    listener = socket.socket(fileno=listen_fd)
    children = Children()
    log = SessionLog()
    interpreter: Optional[Interpreter] = None
    if settings["has_interpreter"]:
        # Before the loop: a fork needs a single thread and no loop.
        memory = SharedMemory(int(settings["limits"]["result_bytes"]))
        interpreter = Interpreter.start(settings, memory, log, children, (report_fd, listen_fd))
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
            # The runner may disconnect at any time.
            pass
        finally:
            writer.close()

    server = await asyncio.start_unix_server(answer, sock=listener, limit=_LINE_BYTES)
    # Signals that the session has started.
    os.write(report_fd, b'{"ready":true}\n')
    await server.serve_forever()
