"""The first process of a terminal's sandbox: holds the pseudo-terminal, and runs checks beside its shell.

As process 1 it can't be ended or stopped by signals from inside, and because it isn't dumpable, nothing can read its memory
or descriptors. Frames arrive on one descriptor (one byte for the kind, four for the length, the payload); the terminal's
output goes to another one unchanged, and events go to a third as lines of JSON.

    ready     {}                the sandbox has started
    checked   {id, end, …}      a check has ended (terminal_check.py)
    exited    {code}            the shell has ended; this process then exits, and with it everything inside
"""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import time
from typing import Any, Dict, List, Optional

from .kernel import set_dumpable
from .terminal_check import Check
from .terminal_shell import set_size, start_shell

FILE_NAME, FILE_BYTES, START, DATA, RESIZE, CHECK = b"f", b"b", b"s", b"d", b"r", b"c"
_HEADER = struct.Struct(">cI")
_CHUNK = 65536
_WAITING_INPUT = 256 * 1024
"""Bytes of input that are buffered for a program that doesn't read; more wait in the pipe."""


def serve(frames_fd: int, output_fd: int, events_fd: int) -> None:
    """Serves one terminal to its end, and exits."""
    set_dumpable(False)
    for descriptor in (frames_fd, output_fd, events_fd):
        os.set_inheritable(descriptor, False)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    Terminal(frames_fd, output_fd, events_fd).serve()
    os._exit(0)


class Terminal:
    def __init__(self, frames_fd: int, output_fd: int, events_fd: int) -> None:
        self._frames_fd, self._output_fd, self._events_fd = frames_fd, output_fd, events_fd
        os.set_blocking(output_fd, False)
        self._received = bytearray()
        self._typed = bytearray()
        self._shown = bytearray()
        self._file = -1
        self._master = -1
        self._shell = 0
        self._check: Optional[Check] = None
        self._waiting: List[Dict[str, Any]] = []
        self._is_open = True
        self._exit_code: Optional[int] = None
        self._wake, self._waker = os.pipe()
        for descriptor in (self._wake, self._waker):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)

    def serve(self) -> None:
        self._tell({"type": "ready"})
        while self._is_open:
            self._turn()
            if self._exit_code is not None and self._check is None and not self._shown and not self._reads_master():
                self._tell({"type": "exited", "code": self._exit_code})
                return

    def _turn(self) -> None:
        poll = select.poll()
        poll.register(self._wake, select.POLLIN)
        # The shell waits while nothing reads the screen; input waits while the program doesn't read.
        if len(self._typed) < _WAITING_INPUT:
            poll.register(self._frames_fd, select.POLLIN)
        if self._shown:
            poll.register(self._output_fd, select.POLLOUT)
        if self._master >= 0:
            wanted = (0 if self._shown else select.POLLIN) | (select.POLLOUT if self._typed else 0)
            if wanted:
                poll.register(self._master, wanted)
        if self._check is not None:
            for descriptor in self._check.descriptors:
                poll.register(descriptor, select.POLLIN)
        for descriptor, event in poll.poll(None if self._check is None else self._check.milliseconds_left()):
            self._handle(descriptor, event)
        self._reap()
        if self._check is not None and self._check.is_over():
            self._tell(self._check.finish())
            self._check = None
        if self._check is None and self._waiting:
            self._check = Check(self._waiting.pop(0), self._own_descriptors())

    def _handle(self, descriptor: int, event: int) -> None:
        if descriptor == self._wake:
            os.read(self._wake, 4096)
        elif descriptor == self._frames_fd:
            self._receive()
        elif descriptor == self._output_fd:
            self._show()
        elif descriptor == self._master:
            if event & select.POLLOUT and self._typed:
                self._type()
            if event & (select.POLLIN | select.POLLHUP | select.POLLERR):
                self._read_master()
        elif self._check is not None:
            self._check.read(descriptor)

    def _receive(self) -> None:
        data = os.read(self._frames_fd, _CHUNK)
        if not data:
            # The parent has exited.
            self._is_open = False
            return
        self._received += data
        while len(self._received) >= _HEADER.size:
            kind, length = _HEADER.unpack_from(self._received)
            end = _HEADER.size + length
            if len(self._received) < end:
                return
            payload = bytes(self._received[_HEADER.size : end])
            del self._received[:end]
            self._obey(kind, payload)

    def _obey(self, kind: bytes, payload: bytes) -> None:
        if kind == DATA:
            if self._master >= 0:
                self._typed += payload
        elif kind == FILE_NAME:
            self._open_file(payload.decode())
        elif kind == FILE_BYTES:
            self._write_file(payload)
        elif kind == RESIZE:
            if self._master >= 0:
                set_size(self._master, **json.loads(payload))
        elif kind == CHECK:
            self._waiting.append(json.loads(payload))
        elif kind == START:
            self._close_file()
            request = json.loads(payload)
            self._shell, self._master = start_shell(request)

    def _open_file(self, name: str) -> None:
        self._close_file()
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
        path = os.path.join("/work", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._file = os.open(path, flags, 0o644)

    def _write_file(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]

    def _close_file(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _read_master(self) -> None:
        try:
            data = os.read(self._master, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            # EIO: no process has the terminal open any more.
            data = b""
        if data:
            self._shown += data
            self._show()
        else:
            os.close(self._master)
            self._master = -1

    def _reads_master(self) -> bool:
        """Reads what the shell wrote before it ended, without waiting for background processes that keep the terminal open."""
        if self._master < 0:
            return False
        self._read_master()
        return len(self._shown) > 0

    def _show(self) -> None:
        try:
            del self._shown[: os.write(self._output_fd, self._shown)]
        except BlockingIOError:
            return
        except OSError:
            self._is_open = False

    def _type(self) -> None:
        try:
            del self._typed[: os.write(self._master, self._typed)]
        except BlockingIOError:
            return
        except OSError:
            self._typed.clear()

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self._shell:
                self._exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
            elif self._check is not None and pid == self._check.pid:
                self._check.ended(status)

    def _own_descriptors(self) -> List[int]:
        own = [self._frames_fd, self._output_fd, self._events_fd, self._master, self._wake, self._waker]
        return [descriptor for descriptor in own if descriptor >= 0]

    def _tell(self, event: Dict[str, Any]) -> None:
        view = memoryview(json.dumps(event).encode("ascii") + b"\n")
        while view:
            try:
                view = view[os.write(self._events_fd, view) :]
            except BlockingIOError:
                time.sleep(0.01)
