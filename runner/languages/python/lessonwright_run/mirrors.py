"""The judge's view of the learner's objects, which stay in the learner's process.

Plain data, arrays and data frames are copied. Everything else is a mirror: an object of a class with the same name, whose
attributes and calls go through the channel. None of the learner's code runs in the judge. A mirror is compared with plain
data by its contents, so the learner's `__eq__` can't influence that.
"""

from __future__ import annotations

import inspect
import io
import pickle
import socket
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

from . import wire
from .served_objects import HELLO, SPECIAL

_SPECIAL = frozenset(SPECIAL)
_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))
_MAX_CLASS_DEPTH = 50
_MUTABLE = (list, dict, set, bytearray)


class Objects:
    """The learner's objects, through a channel to the process that serves them."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._mirrors: Dict[int, Any] = {}
        self._callbacks: List[Callable[..., Any]] = []
        self._is_broken = False

    def wait_for_end(self) -> Dict[str, Any]:
        """Waits until the code has ended and returns what was sent with that.
        @raise EOFError: if the objects can't be served
        """
        message = wire.receive(self._channel)
        if not message.startswith(HELLO):
            raise EOFError("not what was expected")
        reply = self._unpacked(message[len(HELLO) :])
        return reply if type(reply) is dict else {}

    def ask(self, what: str, *arguments: Any) -> Any:
        """Sends a request and returns the reply, or raises what was raised there."""
        return self._converse((what, *arguments))

    def get(self, name: str) -> Any:
        return self._unless_unreadable("get", name)

    def call(self, function: Any, arguments: Tuple[Any, ...], keywords: Dict[str, Any]) -> Any:
        value, after = self._unless_unreadable("call", function, arguments, keywords)
        for argument, seen in zip(arguments, after):
            if type(argument) is type(seen) and type(argument) in (list, dict, set, bytearray):
                _refill(argument, seen)
        owner = _own(function).get("_pycheck_self")
        if owner is not None:
            _refill(owner, self.ask("data", owner))
        return value

    def _unless_unreadable(self, *message: Any) -> Any:
        try:
            return self._converse(message)
        except _Unreadable:
            return self._converse((*message, True))

    def _converse(self, message: Any) -> Any:
        if self._is_broken:
            raise RuntimeError("The process of the code no longer responds.")
        self._is_broken = True
        packed = self._packed(message)
        while True:
            wire.send(self._channel, packed)
            reply = self._read()
            if reply[0] == "callback":
                self._is_broken = False
                packed = self._packed(("return", self._called_back(*reply[1:])))
                self._is_broken = True
                continue
            self._is_broken = False
            if reply[0] == "value":
                return reply[1]
            raise _raised(*reply[1:])

    def _read(self) -> Any:
        message = wire.receive(self._channel)
        try:
            reply = self._unpacked(message)
        except Exception as error:
            self._is_broken = False
            raise _Unreadable(str(error)) from error
        sizes = {"value": 2, "error": 5, "callback": 4}
        if type(reply) is not tuple or not reply or sizes.get(reply[0]) != len(reply):
            raise RuntimeError("The process of the code sent an invalid reply.")
        return reply

    def _called_back(self, number: int, arguments: Any, keywords: Any) -> Tuple[bool, Any]:
        try:
            return True, self._callbacks[number](*arguments, **keywords)
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"

    def _packed(self, message: Any) -> bytes:
        buffer = io.BytesIO()
        pickler = _Pickler(buffer, self._callbacks)
        try:
            pickler.dump(message)
        except Exception as error:
            from pycheck import AuthorError

            self._is_broken = False
            raise AuthorError(f"This cannot be passed to the learner's code: {error}") from None
        return buffer.getvalue()

    def _unpacked(self, message: bytes) -> Any:
        return _Unpickler(io.BytesIO(message), self).load()

    def mirror(self, pid: Any) -> Any:
        """Returns the object for an id."""
        if pid[0] == "object":
            _, number, kind, data, plots = pid
            known = self._mirrors.get(number)
            if known is None:
                known = self._mirrors[number] = _new_mirror(self, number, self._class(kind, 0), data, plots)
            return known
        return self._class(pid, 0)

    def _class(self, pid: Any, depth: int) -> type:
        if depth > _MAX_CLASS_DEPTH:
            raise ValueError("too many classes")
        if pid[0] == "known":
            _, module, name = pid
            kind = wire.found(module, name) if wire.is_known_class(module, name) else None
            if not isinstance(kind, type):
                raise ValueError("no such class")
            return kind
        _, number, name, bases, special = pid
        if number not in self._mirrors:
            self._mirrors[number] = _mirror_class(self, number, str(name), [self._class(base, depth + 1) for base in bases], special)
        kind = self._mirrors[number]
        if not isinstance(kind, type):
            raise ValueError("no class")
        return kind


def _refill(argument: Any, seen: Any) -> None:
    base = next(base for base in _MUTABLE if isinstance(argument, base))
    base.clear(argument)  # type: ignore[attr-defined]
    base.extend(argument, seen) if base in (list, bytearray) else base.update(argument, seen)  # type: ignore[attr-defined]


class _Unreadable(Exception):
    """A value of a kind that the judge doesn't construct."""


class _MirrorMeta(type):
    """Metaclass of mirrored classes, which stay in the learner's process."""

    def __call__(cls, *arguments: Any, **keywords: Any) -> Any:
        return cls._pycheck_objects.call(cls, arguments, keywords)  # type: ignore[attr-defined]

    def __getattr__(cls, name: str) -> Any:
        return _attribute(cls._pycheck_objects, cls, name)  # type: ignore[attr-defined]


def _attribute(objects: Objects, of: Any, name: str) -> Any:
    if name.startswith("_pycheck") or name in ("__signature__", "__wrapped__", "__array__", "__array_interface__", "__array_struct__"):
        if name == "__signature__":
            parts = objects.ask("signature", of)
            made = [inspect.Parameter(n, inspect._ParameterKind(k), default=None if d else inspect.Parameter.empty) for n, k, d in parts]
            return inspect.Signature(made)
        raise AttributeError(name)
    found = objects.ask("getattr", of, name)
    if isinstance(of, _MUTABLE) and "_pycheck_number" in _own(found):
        _own(found)["_pycheck_self"] = of
    return found


def _mirror_class(objects: Objects, number: int, name: str, bases: List[type], special: Any) -> type:
    body: Dict[str, Any] = {
        "_pycheck_objects": objects,
        "_pycheck_class_number": number,
        "__module__": "__main__",
        "__getattr__": lambda self, name: _attribute(objects, self, name),
        "__setattr__": lambda self, name, value: objects.ask("setattr", self, name, value),
        "_pycheck_state": lambda self: objects.ask("state", self),
    }
    data_bases = [base for base in bases if isinstance(base, _MirrorMeta) or base is not object]
    has_data = any(issubclass(base, wire_data) for base in data_bases for wire_data in _DATA_BASES)
    is_error = any(issubclass(base, BaseException) for base in data_bases)
    for part in special:
        if part not in _SPECIAL or (has_data and part != "call") or (is_error and part not in ("str", "repr", "call")):
            continue
        body[f"__{part}__"] = _forward(objects, part)
    if "__eq__" in body and "__hash__" not in body:
        body["__hash__"] = None
    try:
        return _MirrorMeta(name, tuple(data_bases), body)
    except TypeError:
        return _MirrorMeta(name, (), body)


_DATA_BASES = (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)


def _forward(objects: Objects, part: str) -> Callable[..., Any]:
    if part == "call":
        return lambda self, *arguments, **keywords: objects.call(self, arguments, keywords)
    if part in _COMPARISONS:
        return lambda self, other: _compared(objects, part, self, other)
    return lambda self, *arguments: objects.ask("special", self, f"__{part}__", arguments)


def _compared(objects: Objects, part: str, one: Any, other: Any) -> Any:
    """Compares two of the learner's own objects with their methods, and anything else by contents."""
    if "_pycheck_number" in _own(other):
        return objects.ask("special", one, f"__{part}__", (other,))
    return {"eq": False, "ne": True}.get(part, NotImplemented)


def _own(value: Any) -> Dict[str, Any]:
    if not isinstance(type(value), _MirrorMeta):
        return {}
    own = object.__getattribute__(value, "__dict__")
    return own if isinstance(own, dict) else {}


def _new_mirror(objects: Objects, number: int, kind: type, data: Any, plots: Any) -> Any:
    if not isinstance(kind, _MirrorMeta):
        # An instance of a known class that isn't plain data: a module, a file, an iterator.
        kind = _known_mirror_class(objects, kind)
    try:
        made = _empty(kind, data)
    except TypeError:
        # A C class that can't be created without its data.
        made = object.__new__(_mirror_class(objects, number, kind.__name__, [], []))
    own = object.__getattribute__(made, "__dict__")
    own["_pycheck_number"] = number
    if type(plots) is list:
        own["_pycheck_plots"] = plots
    return made


def _empty(kind: type, data: Any) -> Any:
    base = next((base for base in _DATA_BASES if issubclass(kind, base)), None)
    if base is None:
        return BaseException.__new__(kind) if issubclass(kind, BaseException) else object.__new__(kind)
    if base not in _MUTABLE:
        return base.__new__(kind, data)  # type: ignore[call-overload]
    made = base.__new__(kind)  # type: ignore[call-overload]
    _refill(made, data)
    return made


def _known_mirror_class(objects: Objects, kind: type) -> type:
    special = [name for name in SPECIAL if getattr(kind, f"__{name}__", None) is not getattr(object, f"__{name}__", None)]
    return _mirror_class(objects, -1, kind.__name__, [kind] if issubclass(kind, BaseException) else [], special)


class _Pickler(pickle.Pickler):
    def __init__(self, buffer: io.BytesIO, callbacks: List[Callable[..., Any]]) -> None:
        super().__init__(buffer, protocol=4)
        self._callbacks = callbacks

    def persistent_id(self, value: Any) -> Any:
        kind = type(value)
        if kind in wire.PLAIN:
            return None
        if isinstance(value, _MirrorMeta):
            return ("object", type.__getattribute__(value, "_pycheck_class_number"))
        number = _own(value).get("_pycheck_number")
        if number is not None:
            return ("object", number)
        if inspect.isfunction(value) or inspect.ismethod(value):
            self._callbacks.append(value)
            return ("callback", len(self._callbacks) - 1)
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, buffer: io.BytesIO, objects: Objects) -> None:
        super().__init__(buffer)
        self._objects = objects

    def persistent_load(self, pid: Any) -> Any:
        return self._objects.mirror(pid)

    def find_class(self, module: str, name: str) -> Any:
        value = wire.found(module, name) if wire.is_data(module, name) else None
        if value is None:
            raise pickle.UnpicklingError(f"{module}.{name} is not plain data")
        return value


def _raised(kind: Any, arguments: Any, number: Any, line: Any) -> BaseException:
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        kind = RuntimeError
    try:
        error: BaseException = BaseException.__new__(kind, *arguments)
        if not isinstance(kind, _MirrorMeta):
            BaseException.__init__(error, *arguments)
    except TypeError:
        error = RuntimeError(*arguments)
    own = BaseException.__getattribute__(error, "__dict__")
    own["_pycheck_line"] = line if type(line) is int else None
    if isinstance(kind, _MirrorMeta):
        own["_pycheck_number"] = number
    return error


class Names(Mapping[str, Any]):
    """The namespace of the code; each value is fetched on access."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._known: Optional[Dict[str, None]] = None

    def __getitem__(self, name: str) -> Any:
        if name not in self:
            raise KeyError(name)
        return self._objects.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Dict[str, None]:
        if self._known is None:
            self._known = dict.fromkeys([name for name in self._objects.ask("names") if type(name) is str])
        return self._known


class Figure:
    """The contents of a figure, as data."""

    def __init__(self, plots: Any) -> None:
        self._pycheck_plots = plots
