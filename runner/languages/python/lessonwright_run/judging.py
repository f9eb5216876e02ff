"""The judge: a process forked from the supervisor that never runs the learner's code.

It holds the checks and the answer. It waits until the code has ended, then requests what is to be checked from the
learner's process (mirrors.py), and writes its verdicts to memory shared only with the supervisor. The answer runs in a fork
of this process.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from typing import Any, Dict, Optional

from . import checking
from .shared_memory import SharedMemory
from .kernel import set_dumpable
from .limits import apply_limits
from .mirrors import Figure, Names, Objects

_WORK_FOLDER = "/work"


def fork_judge(request: Dict[str, Any], checks: Dict[str, Any], channel: socket.socket, verdicts: SharedMemory) -> int:
    """Returns the process id of the judge.
    @param channel: to the process that serves the objects of the code
    """
    judge = os.fork()
    if judge != 0:
        return judge
    try:
        _become_judge(channel)
        _judge({**request, "checks": checks}, channel, verdicts)
    finally:
        os._exit(0)


def _become_judge(channel: socket.socket) -> None:
    signal.set_wakeup_fd(-1)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.setsid()
    os.closerange(3, channel.fileno())
    os.closerange(channel.fileno() + 1, 4096)
    # The learner can write to the work folder, so nothing is imported from it.
    sys.path[:] = [way for way in sys.path if way and not way.startswith((_WORK_FOLDER, "/tmp"))]
    set_dumpable(False)


def _judge(request: Dict[str, Any], channel: socket.socket, verdicts: SharedMemory) -> None:
    objects = Objects(channel)
    hello = objects.wait_for_end()
    limits = request["limits"]
    # Both kinds of checks have the time limit of a run.
    apply_limits({**limits, "cpu_seconds": len(checking.KINDS) * float(limits["cpu_seconds"]) + 1}, is_ended_first=False)
    names: Any = Names(objects)
    if request["language"] == "cli":
        from .cli_run import add_tools

        names = dict(names)
        names["__terminal_lines__"] = hello.get("terminal_lines") or []
        add_tools(names)
    error = hello.get("error")
    checking.run_checks(
        request,
        names,
        verdicts,
        error=error if _is_error(error) else None,
        output=str(hello.get("output") or ""),
        figures=lambda: [Figure(objects.ask("figures"))] if request["language"] == "python" else [],
        objects=objects,
    )


def _is_error(error: Optional[Any]) -> bool:
    return isinstance(error, dict) and all(isinstance(error.get(part), str) for part in ("name", "message")) and type(error.get("line")) in (int, type(None))
