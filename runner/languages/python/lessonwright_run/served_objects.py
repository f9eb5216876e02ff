"""The learner's side of checks: after the code has ended, a fork of its process serves its objects.

It knows neither checks nor answer: it receives one request at a time for a value, an attribute or a call. Whatever the
learner does to this module, it can only send other values, as the code itself could have.
"""

from __future__ import annotations

import inspect
import io
import os
import pickle
import select
import signal
import socket
import sys
from typing import Any, Callable, Dict, List, Tuple

from . import wire
from .errors import _entries
from .guard import restore_builtins

HELLO = b"ended"
CODE_FILE = "script.py"
_LOOK_MS = 20
SPECIAL = (
    "call repr str bytes format hash bool len iter next reversed contains getitem setitem delitem missing enter exit "
    "add radd iadd sub rsub isub mul rmul imul matmul rmatmul truediv rtruediv itruediv floordiv rfloordiv mod rmod divmod "
    "pow rpow neg pos abs invert and rand or ror xor rxor lshift rshift int float complex index round trunc floor ceil "
    "eq ne lt le gt ge"
).split()
_DATA_BASES = (bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)
_MUTABLE = (list, dict, set, bytearray)


def serve_checks(channel: socket.socket, namespace: Dict[str, Any], figures: Callable[[], List[Any]], hello: Dict[str, Any]) -> None:
    """Forks the process that serves, and waits until the judge is done with it."""
    restore_builtins()
    child = os.fork()
    if child == 0:
        try:
            restore_builtins()
            sys.settrace(None)
            sys.setprofile(None)
            _Server(channel, namespace, figures).serve(hello)
        finally:
            os._exit(0)
    judge = select.poll()
    judge.register(channel, select.POLLRDHUP)
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if any(event & (select.POLLRDHUP | select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in judge.poll(_LOOK_MS)):
            # The judge is done, whatever the child is still doing.
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return


class _Server:
    def __init__(self, channel: socket.socket, namespace: Dict[str, Any], figures: Callable[[], List[Any]]) -> None:
        self._channel = channel
        self._names = namespace
        self._figures = figures
        self._objects: List[Any] = []
        self._numbers: Dict[int, int] = {}

    def serve(self, hello: Dict[str, Any]) -> None:
        wire.send(self._channel, HELLO + self._packed(hello))
        self._until_returned()

    def _until_returned(self) -> Any:
        """Serves requests until the judge returns from a callback, or has exited."""
        while True:
            what, *arguments = self._unpacked(wire.receive(self._channel))
            if what == "return":
                return arguments[0]
            try:
                reply = self._packed(("value", getattr(self, "_do_" + what)(*arguments)))
            except BaseException as error:  # the learner's own methods may raise anything
                reply = self._error_reply(error)
            wire.send(self._channel, reply)

    def _error_reply(self, error: BaseException) -> bytes:
        line = None
        for entry in _entries(error.__traceback__):
            if entry.tb_frame.f_code.co_filename == CODE_FILE:
                line = entry.tb_lineno
        try:
            return self._packed(("error", type(error), tuple(error.args), self._number(error), line))
        except Exception:
            return self._packed(("error", RuntimeError, (type(error).__name__,), self._number(error), line))

    def _do_names(self) -> List[str]:
        return [name for name in self._names if type(name) is str]

    def _do_get(self, name: str, is_kept: bool = False) -> Any:
        return _Kept(self._names[name]) if is_kept else self._names[name]

    def _do_eval(self, expression: str, names: Dict[str, Any]) -> Any:
        return eval(compile(expression, "<expression>", "eval"), {**self._names, **names})

    def _do_call(self, function: Any, arguments: Tuple[Any, ...], keywords: Dict[str, Any], is_kept: bool = False) -> Any:
        value = function(*arguments, **keywords)
        # Send back what the call changed in lists of the check.
        after = [argument if type(argument) in _MUTABLE else None for argument in arguments]
        return (_Kept(value) if is_kept else value), after

    def _do_getattr(self, value: Any, name: str) -> Any:
        return getattr(value, name)

    def _do_setattr(self, value: Any, name: str, to: Any) -> None:
        setattr(value, name, to)

    def _do_special(self, value: Any, name: str, arguments: Tuple[Any, ...]) -> Any:
        found = getattr(type(value), name)(value, *arguments)
        return found

    def _do_data(self, value: Any) -> Any:
        return _base_data(value)

    def _do_state(self, value: Any) -> Any:
        from pycheck.compare import object_state

        return object_state(value)

    def _do_figures(self) -> Any:
        from pycheck.answer import open_figures
        from pycheck.plots import read_figures

        return read_figures([*self._figures(), *open_figures()])

    def _do_signature(self, value: Any) -> Any:
        found = inspect.signature(value)
        return [(part.name, int(part.kind), part.default is not part.empty) for part in found.parameters.values()]

    def _number(self, value: Any) -> int:
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self._objects)
            self._objects.append(value)
        return number

    def _packed(self, value: Any) -> bytes:
        buffer = io.BytesIO()
        pickler = pickle.Pickler(buffer, protocol=4)
        pickler.persistent_id = self._persistent_id  # type: ignore[method-assign]
        pickler.dump(value)
        return buffer.getvalue()

    def _persistent_id(self, value: Any) -> Any:
        kind = type(value)
        if kind in wire.PLAIN:
            return None
        if kind is _Kept:
            value, kind = value.value, type(value.value)
        elif wire.is_data(kind.__module__, kind.__qualname__) or wire.is_data_kind(kind):
            return None
        elif wire.is_data(getattr(value, "__module__", None), getattr(value, "__qualname__", None)):
            # Functions that pickling uses to rebuild data.
            return None
        if isinstance(value, type):
            return self._class_id(value)
        return ("object", self._number(value), self._class_id(kind), _base_data(value), _plots(value))

    def _class_id(self, kind: type) -> Any:
        name = kind.__qualname__
        if wire.is_known_class(kind.__module__, name) and wire.found(kind.__module__, name) is kind:
            return ("known", kind.__module__, name)
        bases = tuple(self._class_id(base) for base in kind.__bases__)
        special = [name for name in SPECIAL if getattr(kind, f"__{name}__", None) is not getattr(object, f"__{name}__", None)]
        return ("class", self._number(kind), str(kind.__name__), bases, special)

    def _unpacked(self, message: bytes) -> Any:
        unpickler = pickle.Unpickler(io.BytesIO(message))
        unpickler.persistent_load = self._persistent_load  # type: ignore[method-assign]
        return unpickler.load()

    def _persistent_load(self, pid: Any) -> Any:
        kind, number = pid
        if kind == "object":
            return self._objects[number]

        def call_back(*arguments: Any, **keywords: Any) -> Any:
            wire.send(self._channel, self._packed(("callback", number, arguments, keywords)))
            has_returned, value = self._until_returned()
            if not has_returned:
                raise RuntimeError(value)
            return value

        return call_back


class _Kept:
    """An object that stays in this process."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _base_data(value: Any) -> Any:
    for base in _DATA_BASES:
        if issubclass(type(value), base) and type(value) is not base:
            if base in _MUTABLE or base in (tuple, frozenset):
                return base(base.__iter__(value)) if base is not dict else dict(dict.items(value))
            return base.__str__(value) if base is str else base.__new__(base, value) if base is not int else int.__add__(value, 0)
    return None


def _plots(value: Any) -> Any:
    from pycheck.plots import is_figure, read_figure

    return read_figure(value) if is_figure(value) else None
