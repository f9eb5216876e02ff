"""Values as data, for comparing outside this process, in the form of `VariableValue` of `platform/contract/variables.ts`.

Limited in depth, number of parts and text; values that are larger or of an unknown kind are `opaque` and compared by a
text. For built-in classes and their subclasses it only uses the methods of the built-in class.
"""

from __future__ import annotations

import datetime
import types
from typing import Any, Callable, Dict, List, Optional

from .guard import METHOD_SECONDS, attempt, class_name, cut_text, library, plain_text, without_addresses

Value = Dict[str, Any]

MAX_DEPTH = 12
MAX_PARTS = 10_000
"""Values inside a value, itself included."""
MAX_VALUE_TEXT = 100_000
MAX_OPAQUE_TEXT = 5_000
MAX_INT_BITS = 10_000


class _TooMuch(Exception):
    """The value is larger than what is reported as data."""


def to_value(value: Any, string_form: str) -> Value:
    """`string_form`: the text for a value of unknown kind. Never raises, whatever the value's own methods do."""
    data = attempt(lambda: _Reader(value, string_form).read(value), 2 * METHOD_SECONDS)
    if data is not None:
        return data
    return _opaque(attempt(lambda: _digest(value), 2 * METHOD_SECONDS) or string_form)


def _digest(value: Any) -> Optional[str]:
    from .digests import digest_text  # only for what is large, and takes time to import

    return digest_text(value)


def _opaque(text: str) -> Value:
    return {"kind": "opaque", "text": cut_text(without_addresses(text), MAX_OPAQUE_TEXT), "cut": len(text) > MAX_OPAQUE_TEXT}


def _float(number: float) -> Any:
    if number != number:
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "-inf"
    return number


class _Reader:
    """Reads one value, and counts its parts."""

    def __init__(self, whole: Any, string_form: str) -> None:
        self._whole = whole
        self._string_form = string_form
        self._parts = 0
        self._depth = 0
        self._readers = self._make_readers()

    def read(self, value: Any) -> Value:
        self._parts += 1
        self._depth += 1
        if self._parts > MAX_PARTS or self._depth > MAX_DEPTH:
            raise _TooMuch
        try:
            return self._read(value)
        finally:
            self._depth -= 1

    def _read(self, value: Any) -> Value:
        kind = type(value)
        if value is None:
            return {"kind": "none"}
        for base, reader in self._readers:
            if issubclass(kind, base):
                return reader(value)
        if issubclass(kind, type):
            return _opaque(f"class {class_name(value)}")
        if issubclass(kind, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
            return _opaque(_signature(value))
        from .figures import read_plot

        artists = read_plot(value)
        if artists is not None:
            return {"kind": "plot", "artists": [self.read(artist) for artist in artists]}
        # The text of the whole value is known already, and may have been slow.
        return _opaque(self._string_form if value is self._whole else plain_text(repr(value)) or "")

    def _make_readers(self) -> List[Any]:
        """Class and reader, subclasses first: a bool is an int, a Timestamp a datetime."""
        readers: List[Any] = []
        pandas = library("pandas", "DataFrame", "Series", "Index", "NaT", "NA")
        if pandas is not None:
            readers += [
                (pandas.DataFrame, self._frame),
                (pandas.Series, self._series),
                (pandas.Index, self._index),
                (type(pandas.NaT), lambda _: {"kind": "date", "value": "NaT"}),
                (type(pandas.NA), lambda _: {"kind": "none"}),
            ]
        numpy = library("numpy", "ndarray", "bool_", "integer", "floating", "datetime64", "timedelta64")
        if numpy is not None:
            readers += [
                (numpy.ndarray, self._array),
                (numpy.bool_, lambda v: {"kind": "bool", "value": bool(v)}),
                (numpy.integer, lambda v: self._int(int(v))),
                (numpy.floating, lambda v: {"kind": "float", "value": _float(float(v))}),
                (numpy.datetime64, lambda v: {"kind": "date", "value": str(v)}),
                (numpy.timedelta64, lambda v: {"kind": "date", "value": str(v)}),
            ]
        return readers + [
            (bool, lambda v: {"kind": "bool", "value": v is True}),
            (int, self._int),
            (float, lambda v: {"kind": "float", "value": _float(float.__float__(v))}),
            (complex, self._complex),
            (str, lambda v: {"kind": "str", "value": self._text(str.__str__(v))}),
            ((bytes, bytearray), self._bytes),
            ((datetime.datetime, datetime.date, datetime.time), lambda v: {"kind": "date", "value": self._text(v.isoformat())}),
            (datetime.timedelta, lambda v: {"kind": "date", "value": self._text(datetime.timedelta.__str__(v))}),
            (list, lambda v: self._items("list", list.__len__(v), list.__iter__(v))),
            (tuple, lambda v: self._items("tuple", tuple.__len__(v), tuple.__iter__(v))),
            (set, lambda v: self._items("set", set.__len__(v), set.__iter__(v))),
            (frozenset, lambda v: self._items("set", frozenset.__len__(v), frozenset.__iter__(v))),
            (dict, self._dict),
        ]

    def _text(self, text: str) -> str:
        if len(text) > MAX_VALUE_TEXT:
            raise _TooMuch
        return text

    def _int(self, number: int) -> Value:
        if int.bit_length(number) > MAX_INT_BITS:
            raise _TooMuch
        return {"kind": "int", "value": int.__repr__(int.__int__(number))}

    def _complex(self, number: complex) -> Value:
        real, imag = complex.real.__get__(number), complex.imag.__get__(number)  # type: ignore[attr-defined]
        return {"kind": "complex", "real": _float(real), "imag": _float(imag)}

    def _bytes(self, data: Any) -> Value:
        return {"kind": "bytes", "value": self._text(bytes(data[: MAX_VALUE_TEXT + 1]).hex())}

    def _items(self, kind: str, length: int, items: Any) -> Value:
        self._make_room(length)
        return {"kind": kind, "items": [self.read(item) for item in items]}

    def _dict(self, value: Dict[Any, Any]) -> Value:
        self._make_room(2 * dict.__len__(value))
        return {"kind": "dict", "entries": [[self.read(key), self.read(item)] for key, item in list(dict.items(value))]}

    def _make_room(self, parts: int) -> None:
        """Fails early, before reading a large part of a value that is too large anyway."""
        if self._parts + parts > MAX_PARTS:
            raise _TooMuch

    def _all(self, items: Any) -> List[Value]:
        return [self.read(item) for item in items]

    def _array(self, array: Any) -> Value:
        self._make_room(array.size)
        flat: List[Any] = list(array.reshape(-1)) if array.dtype.kind != "V" else [str(item) for item in array.reshape(-1)]
        return {"kind": "array", "dtype": str(array.dtype), "shape": [int(n) for n in array.shape], "items": self._all(flat)}

    def _index(self, index: Any) -> Value:
        self._make_room(len(index))
        return {"kind": "array", "dtype": str(index.dtype), "shape": [len(index)], "items": self._all(list(index))}

    def _series(self, series: Any) -> Value:
        self._make_room(2 * len(series))
        return {
            "kind": "series",
            "name": self.read(series.name),
            "dtype": str(series.dtype),
            "index": self._all(list(series.index)),
            "items": self._all(list(series)),
        }

    def _frame(self, frame: Any) -> Value:
        rows, columns = frame.shape
        self._make_room(rows * columns + rows + columns)
        cells: List[List[Value]] = [self._all(list(frame.iloc[:, number])) for number in range(columns)]
        return {
            "kind": "frame",
            "columns": self._all(list(frame.columns)),
            "dtypes": [str(dtype) for dtype in frame.dtypes],
            "index": self._all(list(frame.index)),
            "rows": [[column[number] for column in cells] for number in range(rows)],
        }


def _signature(function: Callable[..., Any]) -> str:
    """A function is compared by its signature; its code is for other checks."""
    import inspect

    return f"function {plain_text(function.__name__) or '?'}{inspect.signature(function)}"
