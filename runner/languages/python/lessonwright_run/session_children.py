"""The processes of a session: its host is process 1, to whom every orphan falls."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Dict, Optional, Set


class Children:
    """Reaps whatever ends, and remembers how those ended that somebody will ask for."""

    def __init__(self) -> None:
        self._watched: Set[int] = set()
        self._statuses: Dict[int, int] = {}

    def attach(self) -> None:
        """Within the loop: begins to reap."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, self._reap)
        self._reap()

    def watch(self, pid: int) -> None:
        """Right after it was started."""
        self._watched.add(pid)

    def status(self, pid: int) -> Optional[int]:
        """How a watched one ended, as `os.waitpid` tells it; None: it lives."""
        self._reap()
        return self._statuses.get(pid)

    def exit_code(self, pid: int) -> Optional[int]:
        """Of a watched one that has ended; beyond 128: by a signal."""
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
