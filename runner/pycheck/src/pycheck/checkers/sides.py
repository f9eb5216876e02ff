"""Access to submission and answer, shared by several checkers."""

import re
from typing import Any, Optional
from unicodedata import normalize

from ..answer import FROM_ANSWER
from ..errors import AuthorError, Failed
from ..session import now
from ..source import assignment_line
from ..submission import Submission
from ..texts import composed, shown


def submission() -> Submission:
    """The submission being judged."""
    side: Submission = now().submission
    return side


def variable(name: str) -> Any:
    """Returns a variable of the submission. @throws Failed if it is missing."""
    return submission()[name]


def expected_variable(name: str, expected: Any) -> Any:
    """Returns the given value, or the answer's variable of this name."""
    return now().answer[name] if expected is FROM_ANSWER else expected


def fail_with(text: Optional[str], expected: Any, actual: Any, line: Optional[int] = None) -> None:
    """Fails with a difference; None: there is none."""
    if text is not None:
        raise Failed(text, expected=shown(expected), actual=shown(actual), line=line)


def line_of_variable(name: str) -> Optional[int]:
    """The line where the submission assigns the variable."""
    return assignment_line(submission().code, name) if submission().language == "python" else None


def is_found(pattern: str, text: str, ignore_case: bool) -> bool:
    """Whether a regular expression matches, however the letters and line ends of both are encoded. @throws AuthorError if it is invalid."""
    flags = (re.IGNORECASE if ignore_case else 0) | re.MULTILINE
    try:
        found = re.search(pattern, text, flags) or re.search(normalize("NFC", pattern), composed(text), flags)
    except re.error as error:
        raise AuthorError(f"The regular expression {pattern!r:.80} is invalid: {error}.") from None
    return found is not None
