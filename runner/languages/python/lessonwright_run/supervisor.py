"""The parent of the script: keeps the clock, outlives the script whatever it does, and writes the report."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import time
from typing import Any, Dict, Optional, Tuple

from . import board as boards
from .board import Board
from .script import run_script

_PR_SET_DUMPABLE = 4
_GRACE_SECONDS = 1.0
"""The script stops itself at its time limit, so that it can say at which line; it is killed this much later."""
_COLLECT_SECONDS = 9.0
"""For noting plots and variables after the code, which bounds itself more tightly (`script.COLLECT_SECONDS`)."""


def supervise(request_fd: int, report_fd: int) -> None:
    """Runs the request to its end, writes the report, and leaves the process."""
    with os.fdopen(request_fd, "rb") as stream:
        request: Dict[str, Any] = json.loads(stream.read())
    os.set_inheritable(report_fd, False)
    # Whoever waits for the report knows by this line that the sandbox stands.
    _write(report_fd, b'{"ready":true}\n')
    board = Board(int(request["limits"]["result_bytes"]))
    _set_dumpable(False)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    script = os.fork()
    if script == 0:
        os.close(report_fd)
        _set_dumpable(True)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        try:
            run_script(request, board)
        finally:
            # Whatever happened: nothing of the script goes on here, where the report is written.
            os._exit(0)
    end = _wait(script, board, float(request["limits"]["wall_seconds"]), float(request["limits"]["cpu_seconds"]))
    _write(report_fd, json.dumps(end).encode() + b"\n" + board.records())
    # Leaving ends the sandbox, and with it whatever the script left behind.
    os._exit(0)


def _set_dumpable(dumpable: bool) -> None:
    """A process that is not dumpable shows neither memory nor descriptors to others of its user (`/proc/…/fd`)."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, int(dumpable), 0, 0, 0)


def _wait(script: int, board: Board, wall_seconds: float, cpu_seconds: float) -> Dict[str, Any]:
    deadline = time.monotonic() + wall_seconds + _GRACE_SECONDS
    is_collecting = False
    timed_out = False
    while True:
        ended = _reap(script)
        if ended is not None:
            break
        remaining = deadline - time.monotonic()
        if remaining > 0:
            signal.sigtimedwait({signal.SIGCHLD}, remaining)
        elif board.phase >= boards.COLLECTING and not is_collecting:
            is_collecting = True
            deadline = time.monotonic() + _COLLECT_SECONDS
        else:
            timed_out = True
            os.kill(script, signal.SIGKILL)
            deadline = time.monotonic() + _COLLECT_SECONDS
    status, cpu_used = ended
    killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    used_up = killed_by == signal.SIGXCPU or (killed_by == signal.SIGKILL and cpu_used >= cpu_seconds)
    return {
        "phase": board.phase,
        "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
        "signal": None if killed_by is None else signal.Signals(killed_by).name,
        "limit": "time" if timed_out and not is_collecting else "cpu" if used_up and not timed_out else None,
    }


def _reap(script: int) -> Optional[Tuple[int, float]]:
    """The script's status and processor time, once it has ended."""
    pid, status, usage = os.wait4(script, os.WNOHANG)
    return None if pid == 0 else (status, usage.ru_utime + usage.ru_stime)


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
