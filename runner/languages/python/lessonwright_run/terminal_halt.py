"""Stops every process of a terminal during a check, and resumes them transparently."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import Dict, Set, Tuple

_SECONDS = 0.15
"""Time for stopping them one by one. If they fork faster than that, all are stopped at once."""
_PAUSE_SECONDS = 0.001
_HALTED, _GONE = "Tt", "ZX"


class HaltedProcesses:
    """All processes of the sandbox except the first, which is the caller. Those that were stopped before stay stopped."""

    def __init__(self) -> None:
        self._before = {pid for pid, (state, _) in _processes().items() if state in _HALTED}
        deadline = time.monotonic() + _SECONDS
        # Parents first: a running shell would see its job stopped, and report it.
        while time.monotonic() < deadline:
            running = {pid: parent for pid, (state, parent) in _processes().items() if state not in _HALTED + _GONE}
            if not running:
                break
            for pid, parent in running.items():
                if parent not in running:
                    _send(pid, signal.SIGSTOP)
            time.sleep(_PAUSE_SECONDS)
        else:
            # The kernel skips the caller and process 1, which are the same here.
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGSTOP)
        self._all: Set[int] = set(_processes())

    def go_on(self) -> None:
        """Children first: their shell must not find them stopped."""
        for pid in sorted(self._all - self._before, reverse=True):
            _send(pid, signal.SIGCONT)

    def end_all_else(self) -> None:
        """Repeats, because a process may just have started another one."""
        while True:
            left = [pid for pid, (state, _) in _processes().items() if pid not in self._all and state not in _GONE]
            if not left:
                return
            for pid in left:
                _send(pid, signal.SIGKILL)
            time.sleep(_PAUSE_SECONDS)


def _processes() -> Dict[int, Tuple[str, int]]:
    """State and parent of every process of the sandbox except the first."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit() or name == "1":
            continue
        with contextlib.suppress(OSError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
            state, parent = file.read().rpartition(b")")[2].split()[:2]
            found[int(name)] = state.decode(), int(parent)
    return found


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
