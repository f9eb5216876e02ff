"""The results of the answer's code. It runs apart from the submission, once a check first needs it."""

import contextlib
import io
from typing import Any, Dict, List, Optional

from .errors import AuthorError
from .plots import read_figures
from .submission import RaisedError, message_of


class FromAnswer:
    """Default for an expected value: that of the answer."""

    def __repr__(self) -> str:
        return "FROM_ANSWER"


FROM_ANSWER: Any = FromAnswer()


class Answer:
    """The answer's side. Override `evaluate` and `facts` to run it elsewhere."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        self._facts: Optional[Dict[str, Any]] = None

    def evaluate(self, expression: str, names: Optional[Dict[str, Any]] = None) -> Any:
        """Returns the value of an expression over the answer's names and additional ones.

        @throws AuthorError if there is no answer, or it has no such value.
        """
        raise AuthorError("This check compares with the answer, but the screen has none.")

    def facts(self) -> Dict[str, Any]:
        """Returns `output`, `error` (name and message, or None) and `plots` of the answer."""
        raise AuthorError("This check compares with the answer, but the screen has none.")

    def __getitem__(self, name: str) -> Any:
        return self.evaluate(name)

    def call(self, name: str, arguments: List[Any], keywords: Dict[str, Any]) -> Any:
        given = {"_arguments": arguments, "_keywords": keywords}
        return self.evaluate(f"{name}(*_arguments, **_keywords)", given)

    @property
    def output(self) -> str:
        return str(self._known()["output"])

    @property
    def plots(self) -> List[Dict[str, Any]]:
        return list(self._known()["plots"])

    @property
    def error(self) -> Optional[RaisedError]:
        error = self._known()["error"]
        return None if error is None else RaisedError(error[0], error[1])

    def _known(self) -> Dict[str, Any]:
        if self._facts is None:
            self._facts = self.facts()
        return self._facts


class LocalAnswer(Answer):
    """Runs the answer in this process, once, in its own namespace."""

    def __init__(self, code: str, before: str = "") -> None:
        super().__init__(code)
        self._before = before
        self._names: Optional[Dict[str, Any]] = None
        self._output = io.StringIO()
        self._error: Optional[BaseException] = None

    def evaluate(self, expression: str, names: Optional[Dict[str, Any]] = None) -> Any:
        names_of_answer = self._run()
        try:
            return eval(compile(expression, "<answer>", "eval"), {**names_of_answer, **(names or {})})
        except Exception as error:
            reason = "" if self._error is None else f" The answer ended with {type(self._error).__name__}."
            raise AuthorError(f"The answer has no value for {expression}: {type(error).__name__}: {error}.{reason}") from None

    def facts(self) -> Dict[str, Any]:
        self._run()
        error = None if self._error is None else (type(self._error).__name__, message_of(self._error))
        return {"output": self._output.getvalue(), "error": error, "plots": read_figures(open_figures())}

    def _run(self) -> Dict[str, Any]:
        if self._names is None:
            self._names = {"__name__": "__main__"}
            with contextlib.redirect_stdout(self._output):
                try:
                    for text in (self._before, self.code):
                        exec(compile(text, "answer.py", "exec"), self._names)
                except BaseException as error:  # the answer may leave, or end with an error on purpose
                    self._error = error
        return self._names


def open_figures() -> List[Any]:
    """Returns pyplot's open figures, if it was imported."""
    import sys

    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return [] if helpers is None else [manager.canvas.figure for manager in helpers.Gcf.get_all_fig_managers()]
