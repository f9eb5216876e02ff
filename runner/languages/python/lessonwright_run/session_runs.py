"""The host's side of the interpreter: gives it runs, keeps the clock, tells what they wrote and how they ended."""

from __future__ import annotations

import array
import asyncio
import json
import os
import signal
import socket
import time
from typing import Any, Dict, Optional, Tuple

from . import board as boards
from .board import Board
from .checking import seconds_for
from .judging import fork_judge
from .kernel import set_dumpable
from .session import keep_running
from .session_children import Children
from .session_log import Outlet, SessionLog
from .supervisor import without_verdicts

_GRACE_SECONDS = 1.0
"""The code is stopped by its own clock, so that it can say at which line; the session is ended this much later."""
_COLLECT_SECONDS = 9.0
"""For noting plots and variables, which bound themselves more tightly; checks have their own time (`seconds_for`)."""
_LAST_WORDS_SECONDS = 1.0
"""For the judge of a run, when the interpreter has done with it."""
_STOP_SECONDS = 2.0
"""For code that is asked to stop."""
_LOOK_SECONDS = 0.2
"""A fork of the learner's may hold the channel open beyond the interpreter's death, so that is looked for as well."""


class Interpreter:
    """The process that keeps the name space. One run at a time; the runner sees to that."""

    def __init__(
        self,
        pid: int,
        channel: socket.socket,
        handing: socket.socket,
        board: Board,
        children: Children,
        outlets: Tuple[Outlet, Outlet],
    ) -> None:
        self._pid = pid
        self._handing = handing
        self._children = children
        self._channel = channel
        self._board = board
        self._outlets = outlets

    @classmethod
    def start(
        cls, settings: Dict[str, Any], board: Board, log: SessionLog, children: Children, ours: Tuple[int, ...]
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
                keep_running(settings, inner_side, handed, board)
            finally:
                os._exit(0)
        children.watch(pid)
        inner_side.close()
        handed.close()
        for _, write_end in pipes:
            os.close(write_end)
        host_side.setblocking(False)
        outlets = (Outlet(pipes[0][0], "stdout", log), Outlet(pipes[1][0], "stderr", log))
        return cls(pid, host_side, handing, board, children, outlets)

    def attach(self) -> None:
        """Within the loop: begins to read what it writes."""
        for outlet in self._outlets:
            outlet.attach()

    async def run(self, request: Dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Runs a request to its end. A line of `reader` stops it, and so does its end."""
        for outlet in self._outlets:
            # What was written since the last run belongs to none.
            outlet.drain()
            outlet.listen(writer)
        stopping = asyncio.ensure_future(self._stop_when_told(reader))
        # What is checked, and how, never gets into the interpreter.
        checks = request.pop("checks", None)
        request["has_checks"] = checks is not None
        verdicts: Optional[Board] = None
        judge: Optional[int] = None
        check_seconds = seconds_for(request, checks)
        try:
            loop = asyncio.get_running_loop()
            if checks is not None:
                verdicts = Board(int(request["limits"]["result_bytes"]))
                judge = self._fork_judge(request, checks, verdicts)
            await loop.sock_sendall(self._channel, json.dumps(request).encode() + b"\n")
            is_alive, timed_out = await self._await_end(float(request["limits"]["wall_seconds"]), check_seconds)
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
            # It has closed its channel, or was killed, and is about to end.
            self._kill()
            await asyncio.sleep(0.005)
        end = self._end(is_alive, timed_out)
        told = b"" if verdicts is None else verdicts.records()
        records = (told + without_verdicts(self._board.records())).decode("ascii", "replace")
        writer.write(json.dumps({"end": end, "is_over": not is_alive, "records": records}).encode() + b"\n")
        await writer.drain()
        if not is_alive:
            # The name space is gone, and the session with it.
            os._exit(0)

    def _fork_judge(self, request: Dict[str, Any], checks: Dict[str, Any], verdicts: Board) -> int:
        near, far = socket.socketpair()
        self._handing.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [far.fileno()]))])
        far.close()
        judge = fork_judge(request, checks, near, verdicts)
        self._children.watch(judge)
        near.close()
        return judge

    async def _end_judge(self, judge: int) -> None:
        """Gives it a moment to write down what it found."""
        deadline = time.monotonic() + _LAST_WORDS_SECONDS
        while self._children.status(judge) is None:
            if time.monotonic() > deadline:
                os.kill(judge, signal.SIGKILL)
            await asyncio.sleep(0.002)

    async def _await_end(self, seconds: float, check_seconds: float) -> Tuple[bool, bool]:
        """Whether the interpreter lives on, and whether it ran out of time."""
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
            if is_collecting or self._board.phase < boards.COLLECTING:
                answer.cancel()
                self._kill()
                return False, not is_collecting
            is_collecting = True
            deadline = time.monotonic() + _COLLECT_SECONDS + check_seconds

    async def _stop_when_told(self, reader: asyncio.StreamReader) -> None:
        await reader.readline()
        if self._children.status(self._pid) is None:
            os.kill(self._pid, signal.SIGINT)
        await asyncio.sleep(_STOP_SECONDS)
        self._kill()

    def _kill(self) -> None:
        if self._children.status(self._pid) is None:
            os.kill(self._pid, signal.SIGKILL)

    def _end(self, is_alive: bool, timed_out: bool) -> Dict[str, Any]:
        end: Dict[str, Any] = {"phase": self._board.phase, "exit_code": None, "signal": None, "limit": None}
        if is_alive:
            return end
        status = self._children.status(self._pid) or 0
        killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        end["exit_code"] = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        end["signal"] = None if killed_by is None else signal.Signals(killed_by).name
        end["limit"] = "time" if timed_out else "cpu" if killed_by == signal.SIGXCPU else None
        return end
