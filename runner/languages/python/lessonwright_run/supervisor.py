"""The parent of the script: keeps the clock, outlives the script whatever it does, and writes the report."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any, Dict, Optional, Protocol, Tuple

from . import board as boards
from .board import Board
from .checking import seconds_for
from .checking_token import give_token, vetted
from .kernel import set_dumpable
from .outlets import _write  # noqa: F401
from .script import run_script

_GRACE_SECONDS = 1.0
"""The script stops itself at its time limit, so that it can say at which line; it is killed this much later."""
_COLLECT_SECONDS = 9.0
"""For noting plots and variables after the code, which bounds itself more tightly (`script.COLLECT_SECONDS`)."""


_set_dumpable = set_dumpable


class Outlet(Protocol):
    """What a supervisor writes to (outlets.py)."""

    def open(self) -> None: ...

    def enter_script(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def close(self, report: bytes) -> None: ...


def supervise(request: Dict[str, Any], outlet: Outlet) -> None:
    """Runs the request to its end, writes the report, and leaves the process."""
    token = give_token(request)
    outlet.open()
    board = Board(int(request["limits"]["result_bytes"]))
    set_dumpable(False)
    script = os.fork()
    if script == 0:
        outlet.enter_script()
        set_dumpable(True)
        try:
            run_script(request, board)
        finally:
            # Whatever happened: nothing of the script goes on here, where the report is written.
            os._exit(0)
    limits = request["limits"]
    end = _wait(script, board, outlet, float(limits["wall_seconds"]), float(limits["cpu_seconds"]), seconds_for(request))
    outlet.close(json.dumps(end).encode() + b"\n" + vetted(board.records(), token))
    # Leaving ends the sandbox, and with it whatever the script left behind.
    os._exit(0)


def _wait(
    script: int, board: Board, outlet: Outlet, wall_seconds: float, cpu_seconds: float, check_seconds: float
) -> Dict[str, Any]:
    deadline = time.monotonic() + wall_seconds + _GRACE_SECONDS
    is_collecting = False
    timed_out = False
    while True:
        ended = _reap(script)
        if ended is not None:
            break
        remaining = deadline - time.monotonic()
        if remaining > 0:
            outlet.wait(remaining)
        elif board.phase >= boards.COLLECTING and not is_collecting:
            is_collecting = True
            deadline = time.monotonic() + _COLLECT_SECONDS + check_seconds
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
    """The script's status and processor time, once it has ended. Orphans that fell to us go as well."""
    while True:
        pid, status, usage = os.wait4(-1, os.WNOHANG)
        if pid == script:
            return status, usage.ru_utime + usage.ru_stime
        if pid == 0:
            return None
