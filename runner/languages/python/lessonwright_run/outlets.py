"""Where the supervisor's and the script's output goes: directly to separate pipes, or as frames through one."""

from __future__ import annotations

import os
import select
import signal
from typing import Dict, Optional

from .frames import REPORT, STDERR, STDOUT, FrameWriter

_READY = b'{"ready":true}\n'
"""Signals that the sandbox has started."""
_PIECE = 64 * 1024
_MAX_DESCRIPTORS = 4096
_KEPT = 3


class DirectOutlet:
    """For a separate sandbox: the script has descriptors 1 and 2 from outside, and the report has a pipe."""

    def __init__(self, report_fd: int) -> None:
        self._report_fd = report_fd

    def open(self) -> None:
        os.set_inheritable(self._report_fd, False)
        _write(self._report_fd, _READY)
        _ignore_interrupts()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})

    def enter_script(self, kept: Optional[int]) -> Optional[int]:
        """In the script's process: closes everything of the supervisor's except `kept`, and returns its new descriptor."""
        _heed_interrupts()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        return _close_all_but(kept)

    def wait(self, seconds: float) -> None:
        """Waits for the end of a child, or for this long."""
        signal.sigtimedwait({signal.SIGCHLD}, seconds)

    def close(self, report: bytes) -> None:
        _write(self._report_fd, report)


class FramedOutlet:
    """For a warm slot, as process 1 of the run: the script writes to pipes that are read here and forwarded.

    So the script never has a descriptor that another run had or will have.
    """

    def __init__(self, frames: FrameWriter) -> None:
        self._frames = frames
        self._poll = select.poll()
        self._kinds: Dict[int, bytes] = {}
        self._script_ends = [self._add_pipe(STDOUT), self._add_pipe(STDERR)]
        self._wake_fd, self._alarm_fd = os.pipe()
        for fd in (self._wake_fd, self._alarm_fd):
            os.set_blocking(fd, False)
        self._poll.register(self._wake_fd, select.POLLIN)

    def open(self) -> None:
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._alarm_fd, warn_on_full_buffer=False)
        _ignore_interrupts()
        self._frames.write(REPORT, _READY)

    def enter_script(self, kept: Optional[int]) -> Optional[int]:
        """In the script's process: its ends of the pipes become 1 and 2, and everything else is closed except `kept`."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _heed_interrupts()
        for fd, end in enumerate(self._script_ends, start=1):
            os.dup2(end, fd)
        return _close_all_but(kept)

    def wait(self, seconds: float) -> None:
        """Waits for the end of a child, or for this long, and forwards output."""
        self._close_script_ends()
        for fd, _ in self._poll.poll(max(0.0, seconds) * 1000):
            if fd == self._wake_fd:
                os.read(fd, _PIECE)
            else:
                self._pass_on(fd)

    def close(self, report: bytes) -> None:
        """Kills everything that the script left running, forwards its last output, and writes the report."""
        self._close_script_ends()
        _end_all_others()
        while self._kinds:
            for fd in list(self._kinds):
                self._pass_on(fd)
        self._frames.write(REPORT, report)

    def _add_pipe(self, kind: bytes) -> int:
        read_end, write_end = os.pipe()
        self._kinds[read_end] = kind
        self._poll.register(read_end, select.POLLIN)
        return write_end

    def _pass_on(self, fd: int) -> None:
        data = os.read(fd, _PIECE)
        if data:
            self._frames.write(self._kinds[fd], data)
        else:
            self._poll.unregister(fd)
            del self._kinds[fd]
            os.close(fd)

    def _close_script_ends(self) -> None:
        while self._script_ends:
            os.close(self._script_ends.pop())


def _close_all_but(kept: Optional[int]) -> Optional[int]:
    if kept is not None and kept != _KEPT:
        os.dup2(kept, _KEPT, inheritable=False)
    os.closerange(_KEPT if kept is None else _KEPT + 1, _MAX_DESCRIPTORS)
    return None if kept is None else _KEPT


def _ignore_interrupts() -> None:
    """The supervisor is process 1: signals from inside can't end it unless it handles them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_all_others() -> None:
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
