"""The answer's side of checks. The answer's code runs in a fork of the judge, once a check first needs it.

Nothing of the learner's code exists there, and its results are pickled and sent only to the judge.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import signal
import socket
import sys
import types
from typing import Any, Dict, Optional, Tuple

from .kernel import set_dumpable
from .plots import forget_figures
from .typed_input import give_input
from .wire import receive, send

_FACTS, _VALUE = b"f", b"v"
_EXTRA_SECONDS = 2.0


class AnswerProcess:
    """The judge's end of the answer process."""

    def __init__(self, answer_code: str, request: Dict[str, Any]) -> None:
        self._answer_code = answer_code
        self._request = request
        # Code of earlier screens has the same time again.
        self._wall_seconds = (2 if request.get("earlier") else 1) * float(request["limits"]["wall_seconds"])
        self._channel: Optional[socket.socket] = None

    def answer(self, clock: Any) -> Any:
        """Returns the answer's side, for pycheck."""
        from pycheck import Answer, AuthorError

        keeper = self

        class KeptAnswer(Answer):
            def evaluate(self, expression: str, names: Optional[Dict[str, Any]] = None) -> Any:
                kind, error_text = keeper._ask(clock, _VALUE, (expression, names or {}))
                if kind == "error":
                    raise AuthorError(f"The answer has no value for {expression[:80]}: {error_text}")
                return error_text

            def facts(self) -> Dict[str, Any]:
                kind, error_text = keeper._ask(clock, _FACTS, None)
                if kind == "error":
                    raise AuthorError(f"Couldn’t run the answer: {error_text}")
                return dict(error_text)

        return KeptAnswer(self._answer_code)

    def _ask(self, clock: Any, what: bytes, arguments: Any) -> Tuple[str, Any]:
        """Asks for something of the answer, which runs on the first call. The time limit of the check is paused."""
        clock.stop()
        try:
            if self._channel is None:
                self._channel = self._fork()
            self._channel.settimeout(self._wall_seconds + _EXTRA_SECONDS)
            send(self._channel, what + _pickled(arguments))
            answer = _Reader(io.BytesIO(receive(self._channel))).load()
        except (OSError, EOFError):
            return "error", "the answer timed out or ended its process."
        except Exception as error:
            return "error", f"couldn’t read its value: {type(error).__name__}: {error}"
        finally:
            clock.start()
        return answer[0], answer[1]

    def _fork(self) -> socket.socket:
        near, far = socket.socketpair()
        child = os.fork()
        if child == 0:
            # Double fork, so that the check sees no child process to wait for.
            if os.fork() == 0:
                with contextlib.suppress(BaseException):
                    near.close()
                    _keep(far, self._answer_code, self._request)
            os._exit(0)
        os.waitpid(child, 0)
        far.close()
        return near

    def quit(self) -> None:
        """Ends the answer process."""
        if self._channel is not None:
            self._channel.close()


def _keep(channel: socket.socket, answer_code: str, request: Dict[str, Any]) -> None:
    os.setsid()
    set_dumpable(False)
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    answer: Optional[_AnswerRun] = None
    while True:
        message = receive(channel)
        if answer is None:
            answer = _AnswerRun(answer_code, request)
        send(channel, _reply_to(answer, message[:1], message[1:]))


def _reply_to(answer: "_AnswerRun", what: bytes, arguments: bytes) -> bytes:
    try:
        if what == _FACTS:
            return _pickled(("value", answer.facts()))
        expression, names = _Reader(io.BytesIO(arguments)).load()
        return _pickled(("value", answer.value(expression, names)))
    except BaseException as error:  # the answer may raise anything, and its values may be of any kind
        ended = "" if answer.error is None else f" The answer ended with {answer.error[0]}: {answer.error[1]}"
        return _pickled(("error", f"{type(error).__name__}: {error}.{ended}"))


class _AnswerRun:
    """The answer, run in this process in its own namespace."""

    def __init__(self, code: str, request: Dict[str, Any]) -> None:
        from . import script

        self.error: Optional[Tuple[str, str]] = None
        main = types.ModuleType("__main__")
        sys.modules["__main__"] = main
        self._names = vars(main)
        self._output = io.StringIO()
        sys.stdout = self._output
        signal.signal(signal.SIGALRM, script._raise_time_limit)
        try:
            if request.get("language") == "python":
                script.run_earlier(request.get("earlier") or [], request["limits"], self._names, lambda _: None)
            signal.setitimer(signal.ITIMER_REAL, float(request["limits"]["wall_seconds"]))
            self._run(code, request)
        except BaseException as error:  # the answer may end with an error on purpose
            self.error = type(error).__name__, str(error)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _run(self, code: str, request: Dict[str, Any]) -> None:
        language = request.get("language", "cli")
        if language == "sql":
            from . import sql_run  # type: ignore[attr-defined]

            self._names["result"] = sql_run.run_query_fresh(request, code)
            return
        if language != "python":
            raise RuntimeError("the answer of a command-line screen does not run beside a submission")
        # Last, so that files written by the learner's code can't replace modules.
        sys.path.append("/work")
        for text in request.get("preamble", ()):
            exec(compile(text, "answer.py", "exec", dont_inherit=True), self._names)
        forget_figures()
        self._output.seek(0)
        self._output.truncate()
        give_input(request.get("input"))
        if not request.get("shows_last_value"):
            exec(compile(code, "answer.py", "exec", dont_inherit=True), self._names)
            return
        from .last_value import run_and_show

        run_and_show(code, "answer.py", self._names, self._output)

    def value(self, expression: str, names: Dict[str, Any]) -> Any:
        return eval(compile(expression, "<answer>", "eval"), {**self._names, **names})

    def facts(self) -> Dict[str, Any]:
        from pycheck.answer import open_figures
        from pycheck.plots import read_figures

        from .plots import GALLERY

        plots = read_figures([*GALLERY.figures, *open_figures()])
        return {"output": self._output.getvalue(), "error": self.error, "plots": plots}


class _Writer(pickle.Pickler):
    """Pickles instances of the code's own classes, functions and figures by their contents."""

    def persistent_id(self, value: Any) -> Any:
        from pycheck.compare import is_figure, object_state
        from pycheck.plots import read_figure

        kind = type(value)
        if isinstance(value, types.FunctionType) and value.__module__ == "__main__":
            return ("function", value.__name__)
        if is_figure(value):
            return (kind.__name__, read_figure(value))
        if isinstance(value, type) and value.__module__ == "__main__":
            return ("class", value.__name__)
        if kind.__module__ == "__main__":
            state = object_state(value)
            return (kind.__name__, repr(value) if state is None else state)
        return None


class _Reader(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Any:
        from pycheck.compare import StandIn

        return StandIn(pid[0], pid[1])


def _pickled(value: Any) -> bytes:
    buffer = io.BytesIO()
    _Writer(buffer, protocol=4).dump(value)
    return buffer.getvalue()
