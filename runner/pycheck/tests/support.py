"""Shared by the tests."""

import os
import sys
import unittest
from typing import Any, Dict, List, Optional

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")
if SOURCE not in sys.path:
    sys.path.insert(0, SOURCE)

from pycheck import LocalAnswer, Submission, Verdict, judge  # noqa: E402
from pycheck.submission import CODE_FILE, RaisedError, line_of  # noqa: E402


def run(
    check: str, code: str = "", answer: str = "", language: str = "python", names: Optional[Dict[str, Any]] = None, output: str = ""
) -> Verdict:
    """Judges code that runs here; `names` replaces the results of another language."""
    import contextlib
    import io

    space: Dict[str, Any] = {"__name__": "__main__", **(names or {})}
    printed, error = io.StringIO(), None
    if language == "python":
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(code, CODE_FILE, "exec"), space)
            except Exception as raised:
                error = RaisedError(type(raised).__name__, str(raised), line_of(raised))
    submission = Submission(code, space, output or printed.getvalue(), error, figures=_figures, language=language)
    return judge(check, submission, LocalAnswer(answer))


def _figures() -> List[Any]:
    from pycheck.answer import open_figures

    return open_figures()


class CheckerTest(unittest.TestCase):
    """A test of checkers: which submissions pass, which fail with what text, and which errors are the author's."""

    def passes(self, check: str, code: str = "", answer: str = "", **more: Any) -> None:
        verdict = run(check, code, answer, **more)
        self.assertIsNone(verdict.error, f"{check}: {verdict.error!r}")
        self.assertTrue(verdict.passed, f"{check}: {verdict.feedback}")
        self.assertTrue(verdict.results, f"{check} checked nothing")

    def fails(self, check: str, words: str, code: str = "", answer: str = "", **more: Any) -> Verdict:
        verdict = run(check, code, answer, **more)
        self.assertIsNone(verdict.error, f"{check}: {verdict.error!r}")
        self.assertFalse(verdict.passed, f"{check} passed")
        self.assertIn(words, verdict.feedback or "")
        self.assertLessEqual(len(verdict.feedback or ""), 200)
        return verdict

    def is_wrong(self, check: str, words: str, code: str = "", answer: str = "", **more: Any) -> None:
        verdict = run(check, code, answer, **more)
        self.assertIsNotNone(verdict.error, f"{check} should be an error: {verdict.feedback}")
        self.assertIn(words, str(verdict.error))
