"""Runs the checks of a run in this process, which has run no untrusted code, and records their results.

    {"type": "check", "kind": "custom" | "unit" | "legacy", "results": […], "error": … | null, "seconds": …}

The process only has mirrors of a learner's Python objects (judging.py); for a terminal it reads files (terminal_check.py).
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from typing import Any, Callable, Dict, List, Mapping, Optional

from .shared_memory import SharedMemory
from .checking_legacy import judge_legacy
from .errors import error_record
from .guard import cut_text
from .unit_tests import judge_unit_tests

KINDS = ("custom", "unit", "legacy")
MAX_RESULTS = 200
_EXTRA_SECONDS = 2.0


class TookTooLong(BaseException):
    """The time limit of a check was exceeded. Not an `Exception`, so that `except Exception` in a loop doesn't catch it."""

    seconds = 0.0

    def __str__(self) -> str:
        return f"it did not finish within {self.seconds:g} s, the time limit of this lesson"


class Clock:
    """Raises `TookTooLong` in this process when the time limit of a check is exceeded; paused while the answer runs."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    def start(self) -> None:
        signal.signal(signal.SIGALRM, _raise_took_too_long)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        # Repeats, in case the code catches the exception.
        signal.setitimer(signal.ITIMER_REAL, max(self._left, 0.001), 0.2)

    def stop(self) -> None:
        self._left = signal.setitimer(signal.ITIMER_REAL, 0)[0]


def run_checks(
    request: Dict[str, Any],
    namespace: Mapping[str, Any],
    memory: SharedMemory,
    *,
    error: Optional[Dict[str, Any]] = None,
    output: str = "",
    figures: Optional[Callable[[], List[Any]]] = None,
    objects: Any = None,
) -> None:
    """Runs every requested kind of check and records its results.

    @param error: the record of the error that ended the code
    @param output: the output of the code, or at least its start
    @param objects: evaluates expressions where the code ran (`mirrors.Objects`)
    """
    _close_streams()
    for kind in KINDS:
        if request["checks"].get(kind) is None:
            continue
        TookTooLong.seconds = float(request["limits"]["wall_seconds"])
        clock = Clock(TookTooLong.seconds)
        clock.start()
        begun = time.monotonic()
        try:
            if kind == "unit":
                # Tests run in their own process, which is ended at the time limit.
                clock.stop()
                record = judge_unit_tests(request["checks"][kind], request["limits"])
            else:
                record = _judged(kind, request, _submission(request, namespace, error, output, figures, objects), clock)
        except BaseException as problem:  # ours, or an alarm between two steps
            record = {"results": [], "error": error_record(problem, "check.py")}
        clock.stop()
        _note_check(memory, kind, record, time.monotonic() - begun)


def _note_check(memory: SharedMemory, kind: str, record: Dict[str, Any], seconds: float) -> None:
    error = record["error"]
    kept = None if error is None else {name: error[name] for name in ("name", "message", "line", "column", "traceback")}
    results = record["results"][:MAX_RESULTS]
    memory.note({"type": "check", "kind": kind, "results": results, "error": kept, "seconds": round(seconds, 6)})


def _submission(
    request: Dict[str, Any],
    namespace: Mapping[str, Any],
    error: Optional[Dict[str, Any]],
    output: str,
    figures: Optional[Callable[[], List[Any]]],
    objects: Any,
) -> Any:
    import pycheck
    from pycheck.submission import RaisedError

    class Remote(pycheck.Submission):
        def _evaluated(self, expression: str, names: Dict[str, Any]) -> Any:
            if objects is None:
                return super()._evaluated(expression, names)
            return objects.ask("eval", expression, names)

    language = request.get("language", "cli")
    return Remote(
        code=request.get("code", ""),
        names=namespace,
        output=_cli_output(namespace) if language == "cli" else output,
        error=None if error is None else RaisedError(error["name"], error["message"], error["line"]),
        figures=figures,
        language=language,
    )


def _judged(kind: str, request: Dict[str, Any], submission: Any, clock: Clock) -> Dict[str, Any]:
    import pycheck

    from .answer_process import AnswerProcess

    checks = request["checks"]
    keeper = AnswerProcess(checks["answer_code"], request)
    judge = pycheck.judge if kind == "custom" else judge_legacy
    verdict = judge(checks[kind], submission, keeper.answer(clock))
    keeper.quit()
    results = [_result_data(result) for result in verdict.results]
    if isinstance(verdict.error, TookTooLong) and verdict.results and not verdict.passed:
        # A failed check explains enough.
        return {"results": results, "error": None}
    return {"results": results, "error": None if verdict.error is None else error_record(verdict.error, "check.py")}


def _result_data(result: Any) -> Dict[str, Any]:
    """In the form of `CheckResult` of features/runs/contract/runs.ts."""
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


def _cli_output(namespace: Mapping[str, Any]) -> str:
    """Everything a terminal shows except the typed lines."""
    from pycheck.checkers.commands import PROMPT

    lines: List[str] = [str(line) for line in namespace.get("terminal_lines") or []]
    return "\n".join(line for line in lines if PROMPT.match(line) is None)


def _close_streams() -> None:
    """Discards the output of checks, and of the learner's code that they call."""
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


def seconds_for(request: Dict[str, Any], checks: Optional[Dict[str, Any]]) -> float:
    """Returns the time limit for all checks: each kind gets the time limit of the code, and again for the answer and for the
    earlier code before it; 0 without checks.
    """
    asked = 0 if not checks else sum(checks.get(kind) is not None for kind in KINDS)
    shares = 3 if request.get("earlier") else 2
    return asked * (shares * float(request["limits"]["wall_seconds"]) + _EXTRA_SECONDS)
