"""Checks beside the shell of a terminal, in the same file system, but in processes that the shell's can't reach.

During a check every process of the shell is stopped: none can change files, write into the output of the check's commands,
or kill it. Everything that the check started is killed with it.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from typing import Any, Dict, List, Tuple

from . import shared_memory
from .shared_memory import SharedMemory
from .cli_run import add_tools
from .kernel import set_dumpable
from .limits import apply_limits
from .terminal_halt import HaltedProcesses

_GRACE_SECONDS = 2.5
"""The check ends itself at its time limit, and reports that. It is killed this much later, because it takes a while to begin on a busy
machine. Keep in sync with terminal-process.ts, which waits for four checks."""


class Check:
    """A running check. `pid` is its process; `descriptors` must be read until it is over."""

    def __init__(self, request: Dict[str, Any], own_descriptors: List[int]) -> None:
        self._id = request["id"]
        limits = request["limits"]
        self._kept = int(limits["stream_bytes"])
        self._memory = SharedMemory(int(limits["result_bytes"]))
        self._others = HaltedProcesses()
        self._deadline = time.monotonic() + float(limits["wall_seconds"]) + _GRACE_SECONDS
        self._texts: Dict[int, bytearray] = {}
        self._end: Dict[str, Any] = {}
        outputs, errors = os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                _run(request, self._memory, (outputs[1], errors[1]), own_descriptors)
            finally:
                os._exit(1)
        os.close(outputs[1])
        os.close(errors[1])
        self._order = (outputs[0], errors[0])
        for descriptor in self._order:
            os.set_blocking(descriptor, False)
            self._texts[descriptor] = bytearray()
        self.descriptors = list(self._order)

    def milliseconds_left(self) -> int:
        return max(0, int((self._deadline - time.monotonic()) * 1000) + 1)

    def read(self, descriptor: int) -> None:
        try:
            data = os.read(descriptor, 65536)
        except BlockingIOError:
            return
        if not data:
            self.descriptors.remove(descriptor)
            return
        room = self._kept - len(self._texts[descriptor])
        self._texts[descriptor] += data[: max(0, room)]

    def ended(self, status: int) -> None:
        killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        self._end = {
            "phase": self._memory.phase,
            "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": None if killed_by is None else signal.Signals(killed_by).name,
            "limit": "cpu" if killed_by == signal.SIGXCPU else None,
        }

    def is_over(self) -> bool:
        if self._end:
            return True
        if time.monotonic() < self._deadline:
            return False
        os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.ended(status)
        self._end["limit"] = "time"
        return True

    def finish(self) -> Dict[str, Any]:
        """Kills what the check left running, resumes the shell, and returns the report of the check."""
        self._others.end_all_else()
        for descriptor in list(self.descriptors):
            self.read(descriptor)
        for descriptor in self._order:
            os.close(descriptor)
        self._others.go_on()
        stdout, stderr = (self._texts[descriptor].decode("utf-8", "backslashreplace") for descriptor in self._order)
        records = self._memory.records().decode("ascii", "replace")
        return {"type": "checked", "id": self._id, "end": self._end, "records": records, "stdout": stdout, "stderr": stderr}


def _run(request: Dict[str, Any], memory: SharedMemory, streams: Tuple[int, int], own_descriptors: List[int]) -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for source, target in ((null, 0), (streams[0], 1), (streams[1], 2)):
        os.dup2(source, target)
    for descriptor in own_descriptors:
        if descriptor > 2:
            os.close(descriptor)
    os.chdir("/work")
    # The user of the terminal can write to the work folder, so nothing is imported from it.
    sys.path[:] = [path for path in sys.path if path and not path.startswith(("/work", "/tmp"))]
    # Needed for its own files in /proc; all other processes are stopped.
    set_dumpable(True)
    apply_limits(request["limits"])
    set_dumpable(False)
    memory.enter(shared_memory.COLLECTING)
    namespace: Dict[str, Any] = {"__name__": "__main__"}
    add_tools(namespace, list(request["terminal_lines"]))
    importlib.import_module(".checking", __package__).run_checks(request, namespace, memory)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    memory.enter(shared_memory.DONE)
    os._exit(0)
