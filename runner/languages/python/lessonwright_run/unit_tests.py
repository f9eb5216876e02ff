"""Unit tests as checks, seen from the judge: runs them in their own process and reads its results.

That process (unit_process.py; for bats see unit_bats.py) has the author's tests and the learner's submission in one interpreter, because tests import,
patch and reload the module that they test. So a submission that looks for the tests, or for the channel of the results, can
find both. Each message carries a word that the process receives when it begins. What is printed counts for nothing, and a
process that ends before its last test fails the tests that are left.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import socket
import time
from typing import Any, Dict, List, Optional

from .guard import cut_text
from .kernel import set_dumpable
from .unit_process import run_unit_tests

MAX_TESTS = 200
_GRACE_SECONDS = 1.0
"""The process reports its own time limit; it is killed this much later."""
_LOOK_SECONDS = 0.1
_MAX_BYTES = 8 * 1024 * 1024
_MAX_MESSAGE = 2_000
_MAX_TRACEBACK = 8_000
_STATES = ("passed", "failed", "errored", "skipped")

Record = Dict[str, Any]


def judge_unit_tests(job: Dict[str, Any], limits: Dict[str, Any]) -> Record:
    """Runs unit tests. Returns the results, or the error of an author: `{"results", "error"}`.

    @param job: `UnitTests` of platform/contract/runner-protocol.ts
    """
    seconds = float(limits["wall_seconds"])
    if job["framework"] == "bats":
        from .unit_bats import run_bats

        return _record(run_bats(job, seconds), None, seconds, job["module"])
    word = secrets.token_hex(16)
    near, far = socket.socketpair()
    child = os.fork()
    if child == 0:
        # In any case, this process must not continue with the judge's code below.
        with contextlib.suppress(BaseException):
            near.close()
            os.setsid()
            set_dumpable(False)
            run_unit_tests(job, far, word, seconds)
        os._exit(0)
    far.close()
    messages = _Messages(near, word, child)
    messages.read_until(time.monotonic() + seconds + _GRACE_SECONDS)
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    near.close()
    return _record(messages.kept, messages.exit_code, seconds, job["module"])


class _Messages:
    """What the process sends, one line of JSON each."""

    def __init__(self, channel: socket.socket, word: str, child: int) -> None:
        self._channel = channel
        self._word = word
        self._child = child
        self.kept: List[Dict[str, Any]] = []
        self.exit_code: Optional[int] = None
        """Null: it was still running at the end."""

    def read_until(self, deadline: float) -> None:
        """Reads until the last message, the end of the process or the deadline."""
        text = b""
        total = 0
        has_ended = False
        while time.monotonic() < deadline and total < _MAX_BYTES:
            ready = select.select([self._channel], [], [], 0 if has_ended else _LOOK_SECONDS)[0]
            piece = self._channel.recv(1 << 16) if ready else b""
            total += len(piece)
            *lines, text = (text + piece).split(b"\n")
            if any([self._keep(line) == "end" for line in lines]):
                return
            if has_ended and not piece:
                return
            if not has_ended:
                pid, status = os.waitpid(self._child, os.WNOHANG)
                has_ended = pid != 0
                if has_ended:
                    self.exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)

    def _keep(self, line: bytes) -> Optional[str]:
        with contextlib.suppress(ValueError, RecursionError):
            message = json.loads(line)
            if isinstance(message, dict) and message.get("word") == self._word and isinstance(message.get("kind"), str):
                self.kept.append(message)
                return str(message["kind"])
        return None


def _record(messages: List[Dict[str, Any]], exit_code: Optional[int], seconds: float, module: str) -> Record:
    first = next((message for message in messages if message["kind"] in ("problem", "submission", "found")), None)
    if first is not None and first["kind"] == "problem":
        return _mistake(str(first.get("name")), str(first.get("text")), first.get("line"), str(first.get("traceback") or ""))
    if first is not None and first["kind"] == "submission":
        return {"results": [_result({**first, "name": module, "state": "errored"})], "error": None}
    names: List[str] = [] if first is None else [str(name) for name in first.get("names", ())]
    if not names:
        if any(message["kind"] == "end" for message in messages):
            return _mistake("NoTests", "No tests were found: the tests need functions or methods whose names begin with “test”.")
        why = _why_ended(messages, exit_code, seconds)
        return {"results": [_result({"name": module, "state": "errored", "text": why})], "error": None}
    # The first result counts: a test has one.
    told: Dict[str, Dict[str, Any]] = {}
    for message in messages:
        if message["kind"] == "result" and message.get("state") in _STATES:
            told.setdefault(str(message.get("name")), message)
    missing = {"state": "errored", "text": _why_ended(messages, exit_code, seconds)}
    results = [_result({**told.get(name, missing), "name": name}) for name in names]
    if all(not result["counts"] for result in results):
        return _mistake("NoTests", "All tests were skipped, so nothing was tested.")
    return {"results": _shortened(results), "error": None}


def _why_ended(messages: List[Dict[str, Any]], exit_code: Optional[int], seconds: float) -> str:
    if any(message["kind"] == "end" for message in messages):
        return "This test did not run: the code ended the tests before it."
    late = next((message for message in messages if message["kind"] == "late"), None)
    if late is not None or exit_code is None:
        where = "" if late is None or not late.get("where") else f" (in {cut_text(str(late['where']), 200)})"
        return f"The tests did not finish within {seconds:g} s, the time limit of this lesson{where}."
    if exit_code < 0:
        with contextlib.suppress(ValueError):
            return f"The process of the tests was killed by {signal.Signals(-exit_code).name} before this test had finished."
    return "The code ended the process of the tests before this test had finished."


def _result(message: Dict[str, Any]) -> Record:
    """In the form of `CheckResult` of features/runs/contract/runs.ts."""
    state, text, traceback, line = (message.get(part) for part in ("state", "text", "traceback", "line"))
    passed = state == "passed"
    return {
        "name": cut_text(str(message["name"]), 200),
        "pass": passed,
        "expected": None,
        "actual": None,
        "feedback": None if passed or not isinstance(text, str) else cut_text(text, _MAX_MESSAGE),
        "hints": [],
        "checker_id": "unit_test",
        "counts": state != "skipped",
        "line": line if type(line) is int and line > 0 else None,
        "traceback": None if passed or not isinstance(traceback, str) else cut_text(traceback, _MAX_TRACEBACK),
    }


def _shortened(results: List[Record]) -> List[Record]:
    """At most `MAX_TESTS`; the last one then stands for the rest."""
    if len(results) <= MAX_TESTS:
        return results
    rest = [result for result in results[MAX_TESTS - 1 :] if result["counts"]]
    failed = [result["name"] for result in rest if not result["pass"]]
    text = "" if not failed else f"{len(failed)} of them failed, the first is {failed[0]}."
    summary = {"name": f"{len(rest)} more tests", "state": "failed" if failed else "passed", "text": text}
    return [*results[: MAX_TESTS - 1], _result(summary)]


def _mistake(name: str, text: str, line: Any = None, traceback: str = "") -> Record:
    """An error that the author must fix."""
    text = cut_text(text, _MAX_MESSAGE)
    where = line if type(line) is int and line > 0 else None
    return {
        "results": [],
        "error": {"name": name, "message": text, "line": where, "column": None, "traceback": traceback or f"{name}: {text}"},
    }
