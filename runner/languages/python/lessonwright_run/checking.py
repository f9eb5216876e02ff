"""Checks of a run (product §6): runs them in this process, in which no foreign code has run, and notes what they said.

    {"type": "check", "kind": "custom" | "legacy", "results": […], "error": … | null}

Of a learner's Python the process knows mirrors only (judging.py); beside a terminal it looks at files (terminal_check.py).
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Any, Callable, Dict, List, Mapping, Optional

from .board import Board
from .checking_legacy import judge_legacy
from .errors import error_record
from .guard import cut_text

KINDS = ("custom", "legacy")
MAX_RESULTS = 200
_EXTRA_SECONDS = 2.0


class TookTooLong(BaseException):
    """The time of a check is over. Not an `Exception`: `except Exception` in a loop does not swallow it."""

    seconds = 0.0

    def __str__(self) -> str:
        return f"it did not end within {self.seconds:g} s, the time limit of this lesson"


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
    namespace: Mapping[str, Any],
    board: Board,
    *,
    error: Optional[Dict[str, Any]] = None,
    output: str = "",
    figures: Optional[Callable[[], List[Any]]] = None,
    objects: Any = None,
) -> None:
    """Runs every kind that is asked for and notes what it said.

    @param error: the record of the error that ended the code. @param output: what the code wrote, its start at least.
    @param objects: evaluates expressions where the code has run (`mirrors.Objects`).
    """
    _close_streams()
    for kind in KINDS:
        if request["checks"].get(kind) is None:
            continue
        TookTooLong.seconds = float(request["limits"]["wall_seconds"])
        clock = Clock(TookTooLong.seconds)
        clock.start()
        try:
            record = _judged(kind, request, _submission(request, namespace, error, output, figures, objects), clock)
        except BaseException as problem:  # ours, or an alarm between two steps
            record = {"results": [], "error": error_record(problem, "check.py")}
        clock.stop()
        _note_check(board, kind, record)


def _note_check(board: Board, kind: str, record: Dict[str, Any]) -> None:
    error = record["error"]
    kept = None if error is None else {name: error[name] for name in ("name", "message", "line", "column", "traceback")}
    results = record["results"][:MAX_RESULTS]
    board.note({"type": "check", "kind": kind, "results": results, "error": kept})


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

    from .answer_keeper import AnswerKeeper

    checks = request["checks"]
    keeper = AnswerKeeper(checks["answer_code"], request)
    judge = pycheck.judge if kind == "custom" else judge_legacy
    verdict = judge(checks[kind], submission, keeper.answer(clock))
    keeper.quit()
    results = [_result_data(result) for result in verdict.results]
    if isinstance(verdict.error, TookTooLong) and verdict.results and not verdict.passed:
        # What failed before has said enough.
        return {"results": results, "error": None}
    return {"results": results, "error": None if verdict.error is None else error_record(verdict.error, "check.py")}


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


def _cli_output(namespace: Mapping[str, Any]) -> str:
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


def seconds_for(request: Dict[str, Any], checks: Optional[Dict[str, Any]]) -> float:
    """What checks may take, with everything: each kind as long as the code, and as long again for the answer; 0 without any."""
    asked = 0 if not checks else sum(checks.get(kind) is not None for kind in KINDS)
    return asked * (2 * float(request["limits"]["wall_seconds"]) + _EXTRA_SECONDS)
