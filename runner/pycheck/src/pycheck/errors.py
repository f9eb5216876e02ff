"""What a check may raise."""

from typing import Optional


class AuthorError(Exception):
    """The check itself is wrong, or the answer is: its author's to mend, and no fault of the submission."""


class Failed(Exception):
    """A check that does not hold. The text is for the learner and never tells the whole expected value."""

    def __init__(
        self, text: str, *, expected: Optional[str] = None, actual: Optional[str] = None, line: Optional[int] = None
    ) -> None:
        super().__init__(text)
        self.text = text
        self.expected = expected
        self.actual = actual
        self.line = line
        """Of the submission's code, from 1."""


class MissingName(Failed, LookupError):
    """The submission has no variable of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no variable {name}.")
