"""The keeper: a process that is forked before the learner's code runs, and holds what that code must not see.

It hands out the check only when the code has come to its end, together with a token that the records of the check must
carry; so a submission finds neither the check nor the answer in its memory, and notes that it makes by itself do not count.
When a check asks for the answer the keeper runs it and tells its values, pickled: they are read in the sandbox only.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import signal
import socket
import struct
import sys
import types
from typing import Any, Dict, Optional, Tuple

from . import board as boards
from .board import Board
from .kernel import set_dumpable

_LENGTH = struct.Struct(">I")
_MAX_MESSAGE = 256 * 1024 * 1024
_CHECK, _FACTS, _VALUE, _QUIT = b"c", b"f", b"v", b"q"
_EXTRA_SECONDS = 2.0


class Keeper:
    """The near side: what the checking process holds."""

    def __init__(self, channel: socket.socket, answer_code: Optional[str], wall_seconds: float) -> None:
        self._channel = channel
        self._answer_code = answer_code
        self._wall_seconds = wall_seconds

    @classmethod
    def fork(cls, checks: Dict[str, Any], token: str, request: Dict[str, Any], board: Optional[Board] = None) -> "Keeper":
        """@param board: the check is handed out only once the board says that the code has ended."""
        near, far = socket.socketpair()
        wall_seconds = float(request["limits"]["wall_seconds"])
        child = os.fork()
        if child == 0:
            # A child of nobody's that the learner's code could wait for, in a session that it sends no signals to.
            if os.fork() == 0:
                with contextlib.suppress(BaseException):
                    near.close()
                    _keep(far, checks, token, request, board)
            os._exit(0)
        os.waitpid(child, 0)
        far.close()
        return cls(near, None if board is not None else checks["answer_code"], wall_seconds)

    def take_check(self, kind: str) -> Tuple[Dict[str, Any], str]:
        """Check code and token. @raise EOFError where the keeper is gone."""
        self._channel.settimeout(_EXTRA_SECONDS)
        _send(self._channel, _CHECK + kind.encode())
        told = json.loads(_receive(self._channel))
        self._answer_code = told["checks"]["answer_code"]
        return told["checks"], told["token"]

    def answer(self, clock: Any) -> Any:
        """The answer's side, for pycheck."""
        from pycheck import Answer, AuthorError

        keeper = self

        class KeptAnswer(Answer):
            def evaluate(self, expression: str, names: Optional[Dict[str, Any]] = None) -> Any:
                kind, told = keeper.ask(clock, _VALUE, (expression, names or {}))
                if kind == "error":
                    raise AuthorError(f"The answer has no value of {expression[:80]}: {told}")
                return told

            def facts(self) -> Dict[str, Any]:
                kind, told = keeper.ask(clock, _FACTS, None)
                if kind == "error":
                    raise AuthorError(f"The answer could not be run: {told}")
                return dict(told)

        return KeptAnswer(self._answer_code or "")

    def ask(self, clock: Any, what: bytes, arguments: Any) -> Tuple[str, Any]:
        """Asks for something of the answer, which is run at the first time. The clock of the check stands still."""
        clock.stop()
        try:
            self._channel.settimeout(self._wall_seconds + _EXTRA_SECONDS)
            _send(self._channel, what + _pickled(arguments))
            answer = _Reader(io.BytesIO(_receive(self._channel))).load()
        except (OSError, EOFError):
            return "error", "the answer did not come to its end in time, or ended the process."
        except Exception as error:
            return "error", f"its value cannot be read: {type(error).__name__}: {error}"
        finally:
            clock.start()
        return answer[0], answer[1]

    def quit(self) -> None:
        """Ends the keeper."""
        with contextlib.suppress(OSError):
            _send(self._channel, _QUIT)
        self._channel.close()


class LazyKeeper(Keeper):
    """For checks in a process that holds no foreign code: nothing has to be kept from it, so it forks when it is asked."""

    def __init__(self, checks: Dict[str, Any], request: Dict[str, Any]) -> None:
        self._checks = checks
        self._request = request
        self._forked: Optional[Keeper] = None
        self._answer_code = checks["answer_code"]

    def ask(self, clock: Any, what: bytes, arguments: Any) -> Tuple[str, Any]:
        if self._forked is None:
            self._forked = Keeper.fork(self._checks, "", self._request)
        return self._forked.ask(clock, what, arguments)


def _keep(channel: socket.socket, checks: Dict[str, Any], token: str, request: Dict[str, Any], board: Optional[Board]) -> None:
    os.setsid()
    set_dumpable(False)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    answer: Optional[_AnswerRun] = None
    while True:
        message = _receive(channel)
        what, arguments = message[:1], message[1:]
        if what == _QUIT:
            return
        if board is not None and board.phase < boards.COLLECTING:
            # The code itself asks, before its end.
            return
        if what == _CHECK:
            told = {"checks": checks, "token": token}
            _send(channel, json.dumps(told).encode())
            continue
        if answer is None:
            answer = _AnswerRun(checks["answer_code"], request)
        _send(channel, _told(answer, what, arguments))


def _told(answer: "_AnswerRun", what: bytes, arguments: bytes) -> bytes:
    try:
        if what == _FACTS:
            return _pickled(("value", answer.facts()))
        expression, names = _Reader(io.BytesIO(arguments)).load()
        return _pickled(("value", answer.value(expression, names)))
    except BaseException as error:  # the answer may raise anything, and its values may be of any kind
        ended = "" if answer.error is None else f" The answer ended with {answer.error[0]}: {answer.error[1]}"
        return _pickled(("error", f"{type(error).__name__}: {error}.{ended}"))


class _AnswerRun:
    """The answer, run in this process in a name space of its own."""

    def __init__(self, code: str, request: Dict[str, Any]) -> None:
        from . import script

        self.error: Optional[Tuple[str, str]] = None
        main = types.ModuleType("__main__")
        sys.modules["__main__"] = main
        self._names = vars(main)
        self._output = io.StringIO()
        sys.stdout = self._output
        signal.signal(signal.SIGALRM, script._raise_time_limit)
        signal.setitimer(signal.ITIMER_REAL, float(request["limits"]["wall_seconds"]))
        try:
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
            raise RuntimeError("the answer of a screen of the command line is not run beside a submission")
        for text in (*request.get("preamble", ()), code):
            exec(compile(text, "answer.py", "exec", dont_inherit=True), self._names)

    def value(self, expression: str, names: Dict[str, Any]) -> Any:
        return eval(compile(expression, "<answer>", "eval"), {**self._names, **names})

    def facts(self) -> Dict[str, Any]:
        from pycheck.answer import open_figures
        from pycheck.plots import read_figures

        from .plots import GALLERY

        plots = read_figures([*GALLERY.figures, *open_figures()])
        return {"output": self._output.getvalue(), "error": self.error, "plots": plots}


class _Writer(pickle.Pickler):
    """Instances of the code's own classes, functions and figures go over as what they hold."""

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


def _send(channel: socket.socket, message: bytes) -> None:
    channel.sendall(_LENGTH.pack(len(message)) + message)


def _receive(channel: socket.socket) -> bytes:
    (length,) = _LENGTH.unpack(_read(channel, _LENGTH.size))
    if length > _MAX_MESSAGE:
        raise EOFError("too long")
    return _read(channel, length)


def _read(channel: socket.socket, count: int) -> bytes:
    pieces = []
    while count > 0:
        piece = channel.recv(min(count, 1 << 20))
        if not piece:
            raise EOFError("the other side is gone")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
