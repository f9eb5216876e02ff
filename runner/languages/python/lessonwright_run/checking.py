"""Checks of a run, in the process that still holds what the code left behind (product §6).

`run_checks` runs them here and now: for processes that no foreign code has run in, or that are forks made for it.
`checking_guard.guarded_checks` is around it where a learner's code ran: it puts back what the code may have changed, and
forks. What a check said goes on the board as a record:

    {"type": "check", "kind": "custom" | "legacy", "token": …, "results": […], "error": … | null}
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Any, Callable, Dict, List, Optional

from . import plots
from .board import Board
from .checking_legacy import judge_legacy
from .errors import error_record
from .guard import cut_text

KINDS = ("custom", "legacy")
CHECK_SECONDS = 5.0
"""For one kind of check, without the time that the answer takes."""
MAX_RESULTS = 200


class TookTooLong(BaseException):
    """The time of a check is over. Not an `Exception`: `except Exception` in a loop does not swallow it."""

    def __str__(self) -> str:
        return "it did not come to an end in time"


class Clock:
    """Raises `TookTooLong` in this process when the time of a check is over; stands still while the answer runs."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    def start(self) -> None:
        signal.signal(signal.SIGALRM, _raise_took_too_long)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        # Again and again: who swallows it once is asked once more.
        signal.setitimer(signal.ITIMER_REAL, max(self._left, 0.001), 0.2)

    def stop(self) -> None:
        self._left = signal.setitimer(signal.ITIMER_REAL, 0)[0]


def run_checks(
    request: Dict[str, Any],
    namespace: Dict[str, Any],
    board: Board,
    *,
    error: Optional[Dict[str, Any]] = None,
    output: str = "",
) -> None:
    """Runs every kind that is asked for and notes what it said.

    @param error: the record of the error that ended the code. @param output: what the code wrote, its start at least.
    """
    for kind in KINDS:
        if request["checks"].get(kind) is not None:
            run_check(kind, request["checks"], "", request, namespace, board, error=error, output=output)


def run_check(
    kind: str,
    checks: Dict[str, Any],
    token: str,
    request: Dict[str, Any],
    namespace: Dict[str, Any],
    board: Board,
    *,
    error: Optional[Dict[str, Any]],
    output: str,
    answer: Optional[Callable[[Clock], Any]] = None,
) -> None:
    """Runs one kind. @param answer: makes the answer's side; None: it is run in a fork of this process."""
    _close_streams()
    clock = Clock(CHECK_SECONDS)
    clock.start()
    try:
        record = _judged(kind, checks, request, namespace, error, output, clock, answer)
    except BaseException as problem:  # ours, or an alarm between two steps
        record = {"results": [], "error": error_record(problem, "check.py")}
    clock.stop()
    note_check(board, kind, token, record)


def note_check(board: Board, kind: str, token: str, record: Dict[str, Any]) -> None:
    """Puts on the board what a check said."""
    error = record["error"]
    kept = None if error is None else {name: error[name] for name in ("name", "message", "line", "column", "traceback")}
    results = record["results"][:MAX_RESULTS]
    board.note({"type": "check", "kind": kind, "token": token, "results": results, "error": kept})


def _judged(
    kind: str,
    checks: Dict[str, Any],
    request: Dict[str, Any],
    namespace: Dict[str, Any],
    error: Optional[Dict[str, Any]],
    output: str,
    clock: Clock,
    make_answer: Optional[Callable[[Clock], Any]],
) -> Dict[str, Any]:
    import pycheck
    from pycheck.submission import RaisedError

    answer = make_answer(clock) if make_answer is not None else _forked_answer(checks, request, clock)
    ended = None if error is None else RaisedError(error["name"], error["message"], error["line"])
    language = request.get("language", "cli")
    submission = pycheck.Submission(
        code=request.get("code", ""),
        names=namespace,
        output=_cli_output(namespace) if language == "cli" else output,
        error=ended,
        figures=lambda: list(plots.GALLERY.figures),
        language=language,
    )
    judge = pycheck.judge if kind == "custom" else judge_legacy
    verdict = judge(checks[kind], submission, answer)
    if isinstance(verdict.error, TookTooLong) and verdict.results and not verdict.passed:
        # What failed before has said enough.
        return {"results": [_result_data(result) for result in verdict.results], "error": None}
    return {
        "results": [_result_data(result) for result in verdict.results],
        "error": None if verdict.error is None else error_record(verdict.error, "check.py"),
    }


def _result_data(result: Any) -> Dict[str, Any]:
    """As `CheckResult` of contract/src/runs.ts."""
    return {
        "name": cut_text(result.name, 200),
        "pass": result.passed,
        "expected": result.expected,
        "actual": result.actual,
        "feedback": result.feedback,
        "hints": [] if result.hint is None or result.passed else [cut_text(result.hint, 500)],
        "checker_id": result.checker_id,
        "tag_id": None if result.tag_id is None else cut_text(result.tag_id, 200),
        "hint": None if result.hint is None else cut_text(result.hint, 500),
        "counts": result.counts,
        "has_custom_feedback": result.has_custom_feedback,
        "has_custom_hints": result.hint is not None,
        "line": result.line,
    }


def _forked_answer(checks: Dict[str, Any], request: Dict[str, Any], clock: Clock) -> Any:
    from .checking_keeper import LazyKeeper

    return LazyKeeper(checks, request).answer(clock)


def _cli_output(namespace: Dict[str, Any]) -> str:
    """What a terminal shows besides the lines that were typed."""
    from pycheck.checkers.commands import PROMPT

    lines: List[str] = [str(line) for line in namespace.get("terminal_lines") or []]
    return "\n".join(line for line in lines if PROMPT.match(line) is None)


def _close_streams() -> None:
    """What a check, or code of the learner's that it calls, prints goes nowhere."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    sys.stdin = sys.__stdin__ = open(os.devnull)  # type: ignore[misc]
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8", errors="backslashreplace", write_through=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _raise_took_too_long(_signal: int, _frame: Any) -> None:
    raise TookTooLong


def seconds_for(request: Dict[str, Any]) -> float:
    """What the checks of a request may take, with everything; 0 without any."""
    checks = request.get("checks")
    asked = 0 if not checks else sum(checks.get(kind) is not None for kind in KINDS)
    return asked * (CHECK_SECONDS + 2.0) + (float(request["limits"]["wall_seconds"]) if asked else 0.0)


