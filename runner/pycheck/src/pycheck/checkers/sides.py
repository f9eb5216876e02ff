"""What several checkers ask of submission and answer."""

import re
from typing import Any, List, Optional

from ..answer import FROM_ANSWER
from ..errors import AuthorError, Failed
from ..session import now
from ..source import assignment_line
from ..submission import Submission
from ..texts import shown


def submission() -> Submission:
    """The submission that is judged."""
    side: Submission = now().submission
    return side


def variable(name: str) -> Any:
    """A variable of the submission. @throws Failed where it is missing."""
    return submission()[name]


def expected_variable(name: str, expected: Any) -> Any:
    """What was given, or else the answer's variable of this name."""
    return now().answer[name] if expected is FROM_ANSWER else expected


def fail_with(text: Optional[str], expected: Any, actual: Any, line: Optional[int] = None) -> None:
    """Fails with a difference; None: there is none."""
    if text is not None:
        raise Failed(text, expected=shown(expected), actual=shown(actual), line=line)


def line_of_variable(name: str) -> Optional[int]:
    """Where the submission gives a variable its value."""
    return assignment_line(submission().code, name) if submission().language == "python" else None


def is_found(pattern: str, text: str, ignore_case: bool) -> bool:
    """Whether a regular expression is found. @throws AuthorError for one that is none."""
    try:
        found = re.search(pattern, text, (re.IGNORECASE if ignore_case else 0) | re.MULTILINE)
    except re.error as error:
        raise AuthorError(f"The regular expression {pattern!r:.80} is wrong: {error}.") from None
    return found is not None


def lines_of(text: str) -> List[str]:
    """Without white space at the ends of lines and empty lines at the end."""
    lines = [line.rstrip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
