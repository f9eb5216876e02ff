"""The learner's submission."""

from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional

from .errors import Failed, MissingName
from .texts import cut, plain, quoted

CODE_FILE = "script.py"
"""The file name of the learner's compiled code, whose lines are reported."""


class RaisedError:
    """An error of the code: the name of its class, its message and its line."""

    def __init__(self, name: str, message: str, line: Optional[int] = None) -> None:
        self.name = name
        self.message = message
        self.line = line

    def __repr__(self) -> str:
        return f"{self.name}: {self.message}"


class Submission:
    """The namespace after the code, its text, its output, and the error that ended it.

    `submission["total"]` is the live value; a missing name fails the check and isn't an error of the author.
    """

    def __init__(
        self,
        code: str = "",
        names: Optional[Mapping[str, Any]] = None,
        output: str = "",
        error: Optional[RaisedError] = None,
        figures: Optional[Callable[[], List[Any]]] = None,
        language: str = "python",
    ) -> None:
        self.code = code
        self.names: Mapping[str, Any] = {} if names is None else names
        self.output = output
        self.error = error
        self.language = language
        self._figures = figures

    def __getitem__(self, name: str) -> Any:
        if name not in self.names:
            raise MissingName(name)
        return self.names[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter([name for name in self.names if type(name) is str and not name.startswith("__")])

    def get(self, name: str, default: Any = None) -> Any:
        return self.names.get(name, default)

    @property
    def figures(self) -> List[Any]:
        """The matplotlib figures that were shown or are open."""
        return [] if self._figures is None else self._figures()

    def evaluate(self, expression: str, names: Optional[Dict[str, Any]] = None) -> Any:
        """Returns the value of an expression over the submission's names. Its errors fail the check."""
        try:
            return self._evaluated(expression, names or {})
        except BaseException as error:  # whatever the learner's code raises
            raise Failed(raised_text(cut(expression, 60), error), line=line_of(error)) from None

    def _evaluated(self, expression: str, names: Dict[str, Any]) -> Any:
        """Evaluates it in this process; override this if the code ran elsewhere."""
        return eval(compile(expression, "<expression>", "eval"), {**self.names, **names})

    def call(self, name: str, arguments: List[Any], keywords: Dict[str, Any]) -> Any:
        """Calls a function of the submission. Its errors fail the check."""
        function = self[name]
        if not callable(function):
            raise Failed(f"{name} should be a function.")
        try:
            return function(*arguments, **keywords)
        except BaseException as error:  # whatever the learner's code raises
            raise Failed(raised_text(call_text(name, arguments, keywords), error), line=line_of(error)) from None


def call_text(name: str, arguments: List[Any], keywords: Dict[str, Any]) -> str:
    """A call as one would write it, shortened."""
    parts = [quoted(argument) for argument in arguments] + [f"{key}={quoted(value)}" for key, value in keywords.items()]
    return cut(f"{name}({', '.join(parts)})", 80)


def raised_text(what: str, error: BaseException) -> str:
    return cut(f"{what} raised {type(error).__name__}: {message_of(error)}", 200)


def message_of(error: BaseException) -> str:
    try:
        return plain(str(error))
    except BaseException:  # a `__str__` of the learner's
        return ""


def line_of(error: BaseException) -> Optional[int]:
    """The innermost line of the learner's code in an error's traceback."""
    # The error was raised in another process.
    line = BaseException.__getattribute__(error, "__dict__").get("_pycheck_line")
    entry = error.__traceback__
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == CODE_FILE:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line
