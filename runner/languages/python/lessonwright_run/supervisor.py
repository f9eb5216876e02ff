"""The parent of the script: enforces the time limit, outlives the script whatever it does, and writes the report."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from typing import Any, Callable, Dict, Optional, Protocol, Tuple

from . import shared_memory
from .shared_memory import SharedMemory
from .checking import seconds_for
from .circumstances import apply_circumstances
from .judging import fork_judge
from .kernel import set_dumpable
from .script import finish_script, run_script, start_script
from .sealed import Sealed

_GRACE_SECONDS = 1.0
"""The script stops itself at its time limit and reports the line; it is killed this much later."""
_COLLECT_SECONDS = 14.0
"""For recording plots and variables after the code, which has tighter limits itself (`script.COLLECT_SECONDS`)."""
_LAST_WORDS_SECONDS = 1.0
"""For the judge, when the script has ended."""
_PREPARED = b"p"
"""What the script writes when the code of earlier screens has run."""
_LENGTH_BYTES = 8


class Outlet(Protocol):
    """Where a supervisor writes to (outlets.py)."""

    def open(self) -> None: ...

    def enter_script(self, kept: Optional[int]) -> Optional[int]: ...

    def wait(self, seconds: float) -> None: ...

    def close(self, report: bytes) -> None: ...


def supervise(request: Dict[str, Any], sealed: Sealed, outlet: Outlet) -> None:
    """Runs the request to its end, writes the report, and exits.

    @param sealed: the checks, or null. They are opened after the script was forked, so that it never has them.
    """
    apply_circumstances(request.get("circumstances"))
    outlet.open()
    memory = SharedMemory(int(request["limits"]["result_bytes"]))
    set_dumpable(False)
    near, far = socket.socketpair() if request["has_checks"] else (None, None)
    script = os.fork()
    if script == 0:
        channel = outlet.enter_script(None if far is None else far.detach())
        set_dumpable(True)
        try:
            run_script(request, memory, channel)
        finally:
            # In any case, the script must not continue with the supervisor's code below.
            os._exit(0)
    if far is not None:
        far.close()
    _follow(request, sealed, outlet, memory, script, near, has_earlier_time=bool(request.get("earlier")))


def supervise_prepared(state: Dict[str, Any], read_next: Callable[[], Tuple[Dict[str, Any], Sealed]], outlet: Outlet, report_ready: Callable[[], None]) -> None:
    """Runs the code of earlier screens, then waits for a request that goes on from there, and runs it to its end.

    @param state: the part of a request that all runs after this code share: `limits` and `earlier`
    @param read_next: returns the request, or raises EOFError if none comes
    """
    memory = SharedMemory(int(state["limits"]["result_bytes"]))
    set_dumpable(False)
    near, far = socket.socketpair()
    script = os.fork()
    if script == 0:
        channel = outlet.enter_script(far.detach())
        set_dumpable(True)
        try:
            _run_prepared(state, memory, channel)
        finally:
            os._exit(0)
    far.close()
    near.settimeout(float(state["limits"]["wall_seconds"]) + _GRACE_SECONDS)
    if near.recv(1) != _PREPARED:
        # It ended itself. The next run runs the same code, and reports that.
        os._exit(1)
    near.settimeout(None)
    report_ready()
    try:
        request, sealed = read_next()
    except EOFError:
        os._exit(0)
    text = json.dumps(request).encode()
    # Raises an error if the script has died meanwhile; the run then starts elsewhere, as nothing was reported.
    near.sendall(len(text).to_bytes(_LENGTH_BYTES, "big") + text)
    outlet.open()
    if not request["has_checks"]:
        near.close()
    _follow(request, sealed, outlet, memory, script, near if request["has_checks"] else None, has_earlier_time=False)


def _run_prepared(state: Dict[str, Any], memory: SharedMemory, channel: Optional[int]) -> None:
    if channel is None:
        return
    start = start_script(state)
    os.write(channel, _PREPARED)
    request = json.loads(_read(channel, int.from_bytes(_read(channel, _LENGTH_BYTES), "big")))
    if not request["has_checks"]:
        os.close(channel)
    finish_script(start, request, memory, channel if request["has_checks"] else None)


def _read(descriptor: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        piece = os.read(descriptor, count - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return bytes(data)


def _follow(
    request: Dict[str, Any],
    sealed: Sealed,
    outlet: Outlet,
    memory: SharedMemory,
    script: int,
    near: Optional[socket.socket],
    *,
    has_earlier_time: bool,
) -> None:
    """Follows the script to its end, has it judged, writes the report, and exits.

    @param near: to the script, which serves its objects to the judge
    @param has_earlier_time: the script also runs the code of earlier screens, which has the same time again
    """
    limits = request["limits"]
    checks = sealed.open()
    verdicts: Optional[SharedMemory] = None
    judge: Optional[int] = None
    if near is not None:
        verdicts = SharedMemory(int(limits["result_bytes"]))
        judge = fork_judge(request, checks, near, verdicts)
        near.close()
    # A shell and a database end the code of earlier screens themselves, after they prepared what it needs.
    is_earlier_watched = has_earlier_time and request.get("language", "python") == "python"
    shares = 2 if has_earlier_time and not is_earlier_watched else 1
    allowed = {
        "wall_seconds": shares * float(limits["wall_seconds"]),
        "later_seconds": float(limits["wall_seconds"]) if is_earlier_watched else 0.0,
        # Counted from the start of the process.
        "cpu_seconds": (2 if request.get("earlier") else 1) * float(limits["cpu_seconds"]),
    }
    end = _Watch(script, judge, memory, outlet, allowed, seconds_for(request, checks)).wait()
    verdict_records = b"" if verdicts is None else verdicts.records()
    outlet.close(json.dumps(end).encode() + b"\n" + verdict_records + without_verdicts(memory.records()))
    # Exiting ends the sandbox, and with it everything the script left behind.
    os._exit(0)


def without_verdicts(records: bytes) -> bytes:
    """Returns the records of the learner's process without verdicts, which only the judge may write."""
    kept = []
    for line in records.splitlines(keepends=True):
        if b"check" in line or b"\\u" in line:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                # A reader elsewhere might accept what this one can't parse.
                continue
            if isinstance(record, dict) and record.get("type") == "check":
                continue
        kept.append(line)
    return b"".join(kept)


class _Watch:
    """Waits for the script and for the judge of its run."""

    def __init__(
        self, script: int, judge: Optional[int], memory: SharedMemory, outlet: Outlet, limits: Dict[str, Any], check_seconds: float
    ) -> None:
        self._script = script
        self._judge = judge
        self._memory = memory
        self._outlet = outlet
        self._limits = limits
        self._check_seconds = check_seconds
        self._ended: Optional[Tuple[int, float]] = None

    def wait(self) -> Dict[str, Any]:
        """Returns how the script ended."""
        deadline = time.monotonic() + float(self._limits["wall_seconds"]) + _GRACE_SECONDS
        later_seconds = float(self._limits["later_seconds"])
        is_collecting = False
        timed_out = False
        while True:
            was_running = self._ended is None
            self._reap()
            if self._ended is not None:
                if self._judge is None:
                    break
                if was_running:
                    # Nothing is left to check; allow it a moment to write its results.
                    deadline = time.monotonic() + _LAST_WORDS_SECONDS
            remaining = deadline - time.monotonic()
            if remaining > 0:
                self._outlet.wait(remaining)
            elif self._ended is not None:
                break
            elif self._memory.phase >= shared_memory.COLLECTING and not is_collecting:
                is_collecting = True
                deadline = time.monotonic() + _COLLECT_SECONDS + self._check_seconds
            elif self._memory.phase == shared_memory.RUNNING and later_seconds > 0:
                # The code of earlier screens ended in time, so the code after it has the same time again.
                deadline += later_seconds
                later_seconds = 0.0
            else:
                timed_out = True
                os.kill(self._script, signal.SIGKILL)
                deadline = time.monotonic() + _COLLECT_SECONDS
        status, cpu_used = self._ended
        killed_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        used_up = killed_by == signal.SIGXCPU or (killed_by == signal.SIGKILL and cpu_used >= float(self._limits["cpu_seconds"]))
        return {
            "phase": self._memory.phase,
            "exit_code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            "signal": None if killed_by is None else signal.Signals(killed_by).name,
            "limit": "time" if timed_out and not is_collecting else "cpu" if used_up and not timed_out else None,
        }

    def _reap(self) -> None:
        """Records the ends of script and judge, and reaps orphans."""
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self._script:
                self._ended = status, usage.ru_utime + usage.ru_stime
            elif pid == self._judge:
                self._judge = None
