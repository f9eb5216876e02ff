"""R as its supervisor sees it: starts it, sends its request, sets its limits, enforces its time, and reads its output."""

from __future__ import annotations

import math
import os
import resource
import secrets
import select
import signal
import subprocess
import time
from typing import Any, Dict, List, Optional, Tuple

from frames import fields, read_frames

STARTING, RUNNING, COLLECTING, DONE = range(4)
"""Progress of the code, as in Python's report."""

_GRACE_SECONDS = 1.0
"""R is interrupted at its time limit and reports the line; it is killed this much later."""
_LOOK_SECONDS = 0.25
"""How often CPU time is checked and an interrupt repeated: one that arrives while a system program runs is lost."""
_COLLECT_SECONDS = 9.0
"""For plots and variables after the code, which have tighter limits themselves (guard.R); checks have the time limit."""
_OPEN_FILES = 256
_LEAVE_PIPE = 1 << 20
_OWN_FOLDERS = ("/work", "/tmp", "/dev/shm")
_MIB = 1 << 20


class RProcess:
    """One R, for one run."""

    def __init__(self, program: str, folder: str) -> None:
        request_end, self._request = os.pipe()
        self._report, report_end = os.pipe()
        os.set_blocking(self._report, False)
        self._output = bytearray()
        self._word = secrets.token_hex(16)
        self._records = b""
        self._result_bytes = 0
        self._checks: List[Tuple[str, str]] = []
        self._phase = STARTING
        self._was_disk_full = False
        self._wake = _wake_on_child_end()
        self._child = subprocess.Popen(
            [program, "--vanilla", "--no-echo", f"--file={folder}/main.R", "--args", folder, str(request_end), str(report_end)],
            stdin=subprocess.DEVNULL,
            pass_fds=(request_end, report_end),
            start_new_session=True,
            restore_signals=False,
            preexec_fn=_prepare_child,
        )
        os.close(request_end)
        os.close(report_end)

    def wait_until_warm(self) -> None:
        """Also returns when R has ended; the run then reports that."""
        while b"\nwarm\n" not in self._output and self._child.poll() is None:
            self._listen(1.0)

    def prepare(self, state: Dict[str, Any]) -> bool:
        """Runs the code of earlier screens, within the limits of a run, and keeps R waiting for the run. Returns whether it does."""
        limits = state["limits"]
        wall, cpu = (float(limits[name]) for name in ("wall_seconds", "cpu_seconds"))
        used = self._processor_seconds()
        # The run has as much again, and hard limits can't be raised.
        self._limit({**limits, "cpu_seconds": 2 * cpu}, used)
        self._output.clear()
        self._send(fields([("result_bytes", "0"), ("is_prepared", "1"), *_earlier(state)]))
        end = time.monotonic() + wall
        while b"\nprepared\n" not in self._output:
            # "collect": the code jumped out of our program, which now ends.
            is_over = self._child.poll() is not None or b"\ncollect\n" in self._output
            if is_over or time.monotonic() >= end or self._processor_seconds() >= used + cpu:
                return False
            self._listen(_LOOK_SECONDS)
        return True

    def run(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Runs a request to its end; `records` then has R's results."""
        self._result_bytes = int(request["limits"]["result_bytes"])
        self._output.clear()
        used = self._processor_seconds()
        limits = request["limits"]
        # Code of earlier screens has the same time again.
        shares = 2 if request.get("earlier") else 1
        wall, cpu = (shares * float(limits[name]) for name in ("wall_seconds", "cpu_seconds"))
        self._limit({**limits, "cpu_seconds": cpu}, used)
        self._phase = RUNNING
        self._checks = _checks(request)
        # Start a new line: code that ran before may have written to this pipe.
        self._send(b"\n" + fields(_program(request)))
        limit = self._wait(wall, used + cpu)
        self._records, is_done = read_frames(bytes(self._output), self._word, self._result_bytes)
        self._phase = DONE if is_done else self._phase
        code = self._child.returncode
        return {
            "phase": self._phase,
            "exit_code": code if code is not None and code >= 0 else None,
            "signal": signal.Signals(-code).name if code is not None and code < 0 and not is_done else None,
            "limit": limit or ("cpu" if code == -signal.SIGXCPU else "disk" if self._was_disk_full or _is_disk_full() else None),
        }

    def records(self) -> bytes:
        """Returns R's records, one per line, up to the limit for results."""
        return self._records

    @property
    def is_done(self) -> bool:
        """Whether R reached its own end."""
        return self._phase == DONE

    def _wait(self, wall_seconds: float, cpu_until: float) -> Optional[str]:
        """Waits for the end. Returns the exceeded limit."""
        limit = None
        end = time.monotonic() + wall_seconds
        kill_at = math.inf
        while self._child.poll() is None:
            now = time.monotonic()
            if self._phase == RUNNING and b"\ncollect\n" in self._output:
                self._phase = COLLECTING
                # Check while R waits: on exit it deletes its temporary folder, which frees space.
                self._was_disk_full = _is_disk_full()
                kill_at = now + _COLLECT_SECONDS + (wall_seconds if self._checks else 0.0)
                # Start a new line: the code may have written to this pipe.
                self._send(b"\n" + fields([("word", self._word), ("limit", limit or ""), ("seconds", f"{wall_seconds:g}"), *self._checks]))
            elif self._phase == COLLECTING and f"\n{self._word} done ".encode("ascii") in self._output:
                break
            elif now >= kill_at:
                self._child.kill()
                self._child.wait()
                break
            if self._phase == RUNNING:
                met = "time" if now >= end else "cpu" if self._processor_seconds() >= cpu_until else None
                if limit is None and met is not None:
                    limit, kill_at = met, now + _GRACE_SECONDS
                if limit is not None:
                    os.killpg(self._child.pid, signal.SIGINT)
            next_look = min(now + _LOOK_SECONDS, end if limit is None else math.inf) if self._phase == RUNNING else kill_at
            self._listen(min(next_look, kill_at) - now)
        self._listen(0)
        return limit

    def _listen(self, seconds: float) -> None:
        """Reads R's output for at most this long, or until it has ended."""
        ready, _, _ = select.select([self._report, self._wake], [], [], max(0.0, seconds))
        if self._wake in ready:
            os.read(self._wake, 512)
            self._reap_orphans()
        if self._report not in ready and seconds > 0:
            return
        while True:
            try:
                piece = os.read(self._report, _LEAVE_PIPE)
            except BlockingIOError:
                return
            if not piece:
                return
            # Drop what exceeds the limit, but keep reading so that R isn't blocked.
            if len(self._output) <= 2 * self._result_bytes + _MIB:
                self._output += piece

    def _reap_orphans(self) -> None:
        """Orphans must be reaped by process 1; otherwise they still count as processes."""
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None or ended.si_pid == self._child.pid:
                return
            os.waitpid(ended.si_pid, 0)

    def _send(self, text: bytes) -> None:
        try:
            view = memoryview(text)
            while view:
                view = view[os.write(self._request, view) :]
        except BrokenPipeError:
            pass

    def _limit(self, limits: Dict[str, Any], used: float) -> None:
        """Sets limits for R and everything it starts, from now on. Memory: in addition to what it already uses."""
        cpu = int(used + limits["cpu_seconds"] + 2.999)
        memory = int(limits["memory_bytes"]) + self._address_space()
        disk = int(limits["disk_bytes"])
        wanted = [
            (resource.RLIMIT_CPU, cpu, cpu + 1),
            (resource.RLIMIT_AS, memory, memory),
            (resource.RLIMIT_FSIZE, disk, disk),
            (resource.RLIMIT_NPROC, int(limits["processes"]), int(limits["processes"])),
            (resource.RLIMIT_NOFILE, _OPEN_FILES, _OPEN_FILES),
            (resource.RLIMIT_CORE, 0, 0),
            (resource.RLIMIT_MEMLOCK, 0, 0),
            (resource.RLIMIT_MSGQUEUE, 0, 0),
        ]
        if self._child.poll() is not None:
            return
        for kind, soft, hard in wanted:
            ceiling = resource.prlimit(self._child.pid, kind)[1]
            if ceiling != resource.RLIM_INFINITY:
                soft, hard = min(soft, ceiling), min(hard, ceiling)
            resource.prlimit(self._child.pid, kind, (soft, hard))

    def _processor_seconds(self) -> float:
        values = self._proc("stat").rsplit(")", 1)[-1].split()
        return sum(float(ticks) for ticks in values[11:13]) / os.sysconf("SC_CLK_TCK") if len(values) > 12 else 0.0

    def _address_space(self) -> int:
        pages = self._proc("statm").split()
        return int(pages[0]) * resource.getpagesize() if pages else 0

    def _proc(self, name: str) -> str:
        try:
            with open(f"/proc/{self._child.pid}/{name}", encoding="ascii", errors="replace") as file:
                return file.read()
        except OSError:
            return ""


def _program(request: Dict[str, Any]) -> List[Tuple[str, str]]:
    """The request in the form that our R program reads (request.R)."""
    values = request["values"]
    return [
        ("result_bytes", str(int(request["limits"]["result_bytes"]))),
        *_earlier(request),
        *(("preamble", text) for text in request["preamble"]),
        ("code", request["code"]),
        *((("input", request["input"]),) if request.get("input") else ()),
        *((("values", "all"),) if values == "all" else (("value", name) for name in values)),
        *(("compared", name) for name in request.get("compared", ())),
    ]


def _earlier(request: Dict[str, Any]) -> List[Tuple[str, str]]:
    cells = request.get("earlier", ())
    return [
        *(("earlier", cell["code"]) for cell in cells),
        *(("earlier_name", cell["name"]) for cell in cells),
        *(("may_fail", str(int(cell["may_fail"]))) for cell in cells),
    ]


def _is_disk_full() -> bool:
    """R doesn't report every failed write, so the files may be incomplete."""
    for folder in _OWN_FOLDERS:
        state = os.statvfs(folder)
        if state.f_bavail == 0 or (state.f_files > 0 and state.f_favail == 0):
            return True
    return False


def _checks(request: Dict[str, Any]) -> List[Tuple[str, str]]:
    """Sent after the code has ended, so that it finds no check in its memory."""
    checks = request["checks"]
    if not checks:
        return []
    unit = checks.get("unit")
    return [
        *([] if checks["legacy"] is None else [("legacy", checks["legacy"])]),
        *([] if unit is None else [(f"unit_{part}", unit[part]) for part in ("module", "submission", "file", "code")]),
        *([] if unit is None else [("unit_before", text) for text in unit["before"]]),
    ]


def _prepare_child() -> None:
    # A file over its limit is then an error in R rather than its end; Python leaves `SIGXFSZ` ignored.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wake_on_child_end() -> int:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    return reading
