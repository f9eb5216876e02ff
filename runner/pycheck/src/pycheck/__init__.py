"""Checks of a learner's submission.

In check code every checker is in scope by its name; each call is one check, and so is a plain `assert`:

    variable_value("total", 45.5, tolerance=2)
    function_returns("double", [4], feedback="double should return twice its argument.")
    assert len(submission["rows"]) > 3, "There should be more than three rows."

`submission` and `answer` are the two namespaces. Standalone, without a lesson:

    from pycheck import LocalAnswer, Submission, judge
    verdict = judge(check_code, Submission(code, names, output), LocalAnswer(answer_code))

    errors.py       errors of checks
    session.py      one judging: results in order of declaration, and dependencies between them
    registry.py     the decorator that makes a function a checker;  arguments.py its typed arguments
    submission.py   answer.py    the two sides
    compare.py      values;  tables.py arrays, series and frames;  plots.py figures
    source.py       static analysis of the code
    judge.py        runs check code
    checkers/       the checkers, by group
    metadata.py     describes them all, for the page that builds checks
"""

from .answer import FROM_ANSWER, Answer, LocalAnswer
from .checkers import *  # noqa: F401,F403 - every checker, by its name
from .checkers import __all__ as _checker_names
from .errors import AuthorError
from .judge import judge
from .session import Verdict
from .submission import Submission

__all__ = [*_checker_names, "FROM_ANSWER", "Answer", "AuthorError", "LocalAnswer", "Submission", "Verdict", "judge"]
