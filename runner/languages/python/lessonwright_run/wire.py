"""The protocol between the learner's process, which serves its objects, and the judge, which requests them.

Values are pickled. The judge only constructs plain data of the kinds listed here; every other object stays in the learner's
process and is referred to by a number.
"""

from __future__ import annotations

import importlib
import re
import socket
import struct
import sys
from typing import Any

_LENGTH = struct.Struct(">I")
MAX_MESSAGE = 256 * 1024 * 1024

PLAIN = frozenset((type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, type(...)))
_STANDARD = {
    "builtins": "complex bytearray set frozenset range slice",
    "collections": "OrderedDict defaultdict Counter deque",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "Decimal",
    "fractions": "Fraction",
    "uuid": "UUID",
    "pandas._libs.missing": "NA",
    "pytz": "_p _UTC",
    "numpy": "ndarray dtype matrix",
    "numpy.ma.core": "MaskedArray _mareconstruct",
}
_ALLOWED = {(module, name) for module, names in _STANDARD.items() for name in names.split()}
_REBUILDERS = re.compile(r"_reconstruct|scalar|_frombuffer|_unpickle_\w+|__pyx_unpickle_\w+|_new_\w+|_*nat_unpickle|_timedelta_unpickle")
_PANDAS = re.compile(r"pandas\.(core\.(frame|series|internals|indexes|arrays|dtypes)|_libs\.(internals|arrays|missing|interval|tslibs))\b")


def is_data(module: Any, name: Any) -> bool:
    """Whether the judge may construct something with this class or function."""
    if type(module) is not str or type(name) is not str:
        return False
    if (module, name) in _ALLOWED:
        return True
    if "." in name:
        return False
    top = module.split(".")[0]
    if top == "numpy":
        if _REBUILDERS.fullmatch(name):
            return module in ("numpy.core.multiarray", "numpy._core.multiarray", "numpy.core.numeric", "numpy._core.numeric")
        return module == "numpy.dtypes" or _is_scalar(module, name)
    if top == "pandas" and _PANDAS.match(module):
        kind = found(module, name)
        # Defined there, and not just imported.
        return _REBUILDERS.fullmatch(name) is not None or (isinstance(kind, type) and kind.__module__ == module)
    return False


def _is_scalar(module: str, name: str) -> bool:
    numpy = sys.modules.get("numpy")
    kind = getattr(numpy, name, None)
    return module == "numpy" and isinstance(kind, type) and issubclass(kind, numpy.generic)  # type: ignore[union-attr]


def is_data_kind(kind: type) -> bool:
    """Whether instances are rebuilt by functions that `is_data` allows."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(kind, getattr(numpy, "dtype", ())):
        return True
    return kind.__module__ == "pytz" or kind.__module__.startswith("pytz.")


def is_known_class(module: Any, name: Any) -> bool:
    """Whether the judge may refer to this class directly."""
    if module == "builtins":
        return isinstance(found(module, name), type)
    return is_data(module, name)


def found(module: str, name: str) -> Any:
    """Returns what has this name, or None."""
    try:
        return getattr(importlib.import_module(module), name, None)
    except Exception:  # not installed, or broken in this environment
        return None


def send(channel: socket.socket, message: bytes) -> None:
    if len(message) > MAX_MESSAGE:
        raise ValueError("too large")
    channel.sendall(_LENGTH.pack(len(message)) + message)


def receive(channel: socket.socket) -> bytes:
    """@raise EOFError: when the other side has exited"""
    (length,) = _LENGTH.unpack(_read(channel, _LENGTH.size))
    if length > MAX_MESSAGE:
        raise EOFError("too long")
    return _read(channel, length)


def _read(channel: socket.socket, count: int) -> bytes:
    pieces = []
    while count > 0:
        piece = channel.recv(min(count, 1 << 20))
        if not piece:
            raise EOFError("the other side has exited")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)
