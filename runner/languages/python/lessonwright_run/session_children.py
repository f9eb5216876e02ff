"""The processes of a session. Its host is process 1, which inherits all orphans."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Dict, Optional, Set


class Children:
    """Reaps child processes and remembers the status of watched ones."""

    def __init__(self) -> None:
        self._watched: Set[int] = set()
        self._statuses: Dict[int, int] = {}

    def attach(self) -> None:
        """Starts reaping; call it inside the event loop."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, self._reap)
        self._reap()

    def watch(self, pid: int) -> None:
        """Call it right after the process was started."""
        self._watched.add(pid)

    def status(self, pid: int) -> Optional[int]:
        """The status of a watched process, as in `os.waitpid`; None: it is alive."""
        self._reap()
        return self._statuses.get(pid)

    def exit_code(self, pid: int) -> Optional[int]:
        """The exit code of a watched process that has ended; above 128: ended by a signal."""
        status = self.status(pid)
        if status is None:
            return None
        return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)

    def _reap(self) -> None:
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return
                if pid in self._watched:
                    self._statuses[pid] = status
        except ChildProcessError:
            return
