"""Applications of a session: started beside the interpreter, one at a time, and watched until they listen."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from typing import Any, Dict, List, Optional

from .session_children import Children
from .session_log import Outlet, SessionLog
from .session_ports import listening_ports

_LOOK_SECONDS = 0.05
_PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "application_main.py")


class Launcher:
    """Starts an application, replacing the previous one."""

    def __init__(self, settings: Dict[str, Any], log: SessionLog, children: Children) -> None:
        self._limits = {**settings["limits"], "cpu_seconds": settings["total_cpu_seconds"]}
        self._log = log
        self._children = children
        self._current: Optional[int] = None
        self._outlets: List[Outlet] = []

    async def launch(self, wanted: Dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards output until one of `ports` is newly listened on, the application exits, or `seconds` are over. A line from
        `reader`, or its end, stops it.
        """
        await self._end_current()
        before = listening_ports()
        pid = self._start(wanted, writer)
        deadline = time.monotonic() + float(wanted["seconds"])
        stopped = asyncio.ensure_future(reader.readline())
        new: List[int] = []
        while not new and self._children.status(pid) is None and time.monotonic() < deadline and not stopped.done():
            await asyncio.sleep(_LOOK_SECONDS)
            new = sorted((listening_ports() - before) & set(wanted["ports"]))
        stopped.cancel()
        for outlet in self._outlets:
            outlet.drain()
            outlet.listen(None)
        exit_code = self._children.exit_code(pid)
        is_up = bool(new) and exit_code is None
        others = sorted(listening_ports() - before - set(new))
        if not is_up:
            await self._end_current()
        end = {"is_up": is_up, "exit_code": exit_code, "listening": new, "others": others}
        writer.write(json.dumps({"end": end}).encode() + b"\n")

    def _start(self, wanted: Dict[str, Any], writer: asyncio.StreamWriter) -> int:
        environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
        process = subprocess.Popen(
            [sys.executable, _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._children.watch(process.pid)
        self._current = process.pid
        # Separate descriptors: the outlets close them.
        self._outlets = [
            Outlet(os.dup(process.stdout.fileno()), "stdout", self._log),
            Outlet(os.dup(process.stderr.fileno()), "stderr", self._log),
        ]
        process.stdout.close()
        process.stderr.close()
        for outlet in self._outlets:
            outlet.listen(writer)
            outlet.attach()
        limits = {**self._limits, **wanted.get("limits", {})}
        try:
            process.stdin.write(json.dumps({**wanted["program"], "limits": limits}).encode())
            process.stdin.close()
        except BrokenPipeError:
            # It has exited already; its output says why.
            pass
        # The children report how it ended, not this object.
        process.returncode = 0
        return process.pid

    async def _end_current(self) -> None:
        if self._current is None:
            return
        try:
            os.killpg(self._current, signal.SIGKILL)
        except ProcessLookupError:
            pass
        while self._children.status(self._current) is None:
            await asyncio.sleep(0.005)
        self._current = None
        for outlet in self._outlets:
            outlet.drain()
            outlet.close()
        self._outlets = []
