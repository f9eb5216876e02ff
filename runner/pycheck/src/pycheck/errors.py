"""Errors that a check may raise."""

from typing import Optional


class AuthorError(Exception):
    """The check or the answer is wrong: the author must fix it, and the submission doesn't fail."""


class Failed(Exception):
    """A failed check. The text is for the learner and never reveals the whole expected value."""

    def __init__(
        self, text: str, *, expected: Optional[str] = None, actual: Optional[str] = None, line: Optional[int] = None
    ) -> None:
        super().__init__(text)
        self.text = text
        self.expected = expected
        self.actual = actual
        self.line = line
        """Line of the submission's code, counted from 1."""


class MissingName(Failed, LookupError):
    """The submission has no variable of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no variable {name}.")
