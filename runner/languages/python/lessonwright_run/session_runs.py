"""The host's side of the interpreter: sends it runs, enforces time limits, and reports output and endings."""

from __future__ import annotations

import array
import asyncio
import json
import os
import signal
import socket
import time
from typing import Any, Dict, Optional, Tuple

from . import shared_memory
from .shared_memory import SharedMemory
from .checking import seconds_for
from .judging import fork_judge
from .kernel import set_dumpable
from .session import keep_running
from .session_children import Children
from .session_log import Outlet, SessionLog
from .supervisor import without_verdicts

_GRACE_SECONDS = 1.0
"""The code's own timer stops it first and reports the line; the session is ended this much later."""
_COLLECT_SECONDS = 14.0
"""For recording plots and variables, which have tighter limits themselves; checks have their own time (`seconds_for`)."""
_LAST_WORDS_SECONDS = 1.0
"""For the judge of a run, after the interpreter is done with it."""
_STOP_SECONDS = 2.0
"""For code that was asked to stop."""
_LOOK_SECONDS = 0.2
"""Polling interval: a fork made by the learner's code may keep the channel open after the interpreter has died."""


class Interpreter:
    """The process with the persistent namespace. One run at a time, which the runner ensures."""

    def __init__(
        self,
        pid: int,
        channel: socket.socket,
        handing: socket.socket,
        memory: SharedMemory,
        children: Children,
        outlets: Tuple[Outlet, Outlet],
    ) -> None:
        self._pid = pid
        self._handing = handing
        self._children = children
        self._channel = channel
        self._memory = memory
        self._outlets = outlets

    @classmethod
    def start(
        cls, settings: Dict[str, Any], memory: SharedMemory, log: SessionLog, children: Children, ours: Tuple[int, ...]
    ) -> "Interpreter":
        """`ours`: descriptors that the interpreter must not have."""
        host_side, inner_side = socket.socketpair()
        handing, handed = socket.socketpair()
        pipes = [os.pipe(), os.pipe()]
        pid = os.fork()
        if pid == 0:
            try:
                for (read_end, write_end), stream in zip(pipes, (1, 2)):
                    os.close(read_end)
                    os.dup2(write_end, stream)
                    os.close(write_end)
                for descriptor in ours:
                    os.close(descriptor)
                host_side.close()
                handing.close()
                os.setsid()
                set_dumpable(True)
                keep_running(settings, inner_side, handed, memory)
            finally:
                os._exit(0)
        children.watch(pid)
        inner_side.close()
        handed.close()
        for _, write_end in pipes:
            os.close(write_end)
        host_side.setblocking(False)
        outlets = (Outlet(pipes[0][0], "stdout", log), Outlet(pipes[1][0], "stderr", log))
        return cls(pid, host_side, handing, memory, children, outlets)

    def attach(self) -> None:
        """Starts reading its output; call it inside the event loop."""
        for outlet in self._outlets:
            outlet.attach()

    async def run(self, request: Dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Runs a request to its end. A line from `reader`, or its end, stops it."""
        for outlet in self._outlets:
            # Output since the last run belongs to no run.
            outlet.drain()
            outlet.listen(writer)
        stopping = asyncio.ensure_future(self._stop_on_request(reader))
        # Checks never reach the interpreter.
        checks = request.pop("checks", None)
        request["has_checks"] = checks is not None
        verdicts: Optional[SharedMemory] = None
        judge: Optional[int] = None
        check_seconds = seconds_for(request, checks)
        # Code of earlier screens has the same time again.
        seconds = (2 if request.get("earlier") else 1) * float(request["limits"]["wall_seconds"])
        try:
            loop = asyncio.get_running_loop()
            if checks is not None:
                verdicts = SharedMemory(int(request["limits"]["result_bytes"]))
                judge = self._fork_judge(request, checks, verdicts)
            await loop.sock_sendall(self._channel, json.dumps(request).encode() + b"\n")
            is_alive, timed_out = await self._await_end(seconds, check_seconds)
        except ConnectionError:
            is_alive, timed_out = False, False
        finally:
            if judge is not None:
                await self._end_judge(judge)
            stopping.cancel()
            for outlet in self._outlets:
                outlet.drain()
                outlet.listen(None)
        while not is_alive and self._children.status(self._pid) is None:
            # It closed its channel or was killed, and is about to end.
            self._kill()
            await asyncio.sleep(0.005)
        end = self._end(is_alive, timed_out)
        verdict_records = b"" if verdicts is None else verdicts.records()
        records = (verdict_records + without_verdicts(self._memory.records())).decode("ascii", "replace")
        writer.write(json.dumps({"end": end, "is_over": not is_alive, "records": records}).encode() + b"\n")
        await writer.drain()
        if not is_alive:
            # The namespace is gone, and the session with it.
            os._exit(0)

    def _fork_judge(self, request: Dict[str, Any], checks: Dict[str, Any], verdicts: SharedMemory) -> int:
        near, far = socket.socketpair()
        self._handing.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [far.fileno()]))])
        far.close()
        judge = fork_judge(request, checks, near, verdicts)
        self._children.watch(judge)
        near.close()
        return judge

    async def _end_judge(self, judge: int) -> None:
        """Gives it a moment to write its results."""
        deadline = time.monotonic() + _LAST_WORDS_SECONDS
        while self._children.status(judge) is None:
            if time.monotonic() > deadline:
                os.kill(judge, signal.SIGKILL)
            await asyncio.sleep(0.002)

    async def _await_end(self, seconds: float, check_seconds: float) -> Tuple[bool, bool]:
        """Returns whether the interpreter is alive, and whether it timed out."""
        answer = asyncio.ensure_future(asyncio.get_running_loop().sock_recv(self._channel, 1))
        deadline = time.monotonic() + seconds + _GRACE_SECONDS
        is_collecting = False
        while True:
            done, _ = await asyncio.wait({answer}, timeout=_LOOK_SECONDS)
            if done:
                return answer.result() != b"", False
            if self._children.status(self._pid) is not None:
                answer.cancel()
                return False, False
            if time.monotonic() < deadline:
                continue
            if is_collecting or self._memory.phase < shared_memory.COLLECTING:
                answer.cancel()
                self._kill()
                return False, not is_collecting
            is_collecting = True
            deadline = time.monotonic() + _COLLECT_SECONDS + check_seconds

    async def _stop_on_request(self, reader: asyncio.StreamReader) -> None:
        await reader.readline()
        if self._children.status(self._pid) is None:
            os.kill(self._pid, signal.SIGINT)
        await asyncio.sleep(_STOP_SECONDS)
        self._kill()

    def _kill(self) -> None:
        if self._children.status(self._pid) is None:
            os.kill(self._pid, signal.SIGKILL)

    def _end(self, is_alive: bool, timed_out: bool) -> Dict[str, Any]:
        end: Dict[str, Any] = {"phase": self._memory.phase, "exit_code": None, "signal": None, "limit": None}
        if is_alive:
            return end
        status = self._children.status(self._pid) or 0
        killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        end["exit_code"] = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        end["signal"] = None if killed_by is None else signal.Signals(killed_by).name
        end["limit"] = "time" if timed_out else "cpu" if killed_by == signal.SIGXCPU else None
        return end
