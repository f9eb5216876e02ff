"""A short text for tables and arrays that are too large to report cell by cell.

Shape, names and types are readable; the cells are hashed, with floats rounded to six significant digits, so that different
ways to compute the same result agree and any real difference still shows.
"""

from __future__ import annotations

import hashlib
from typing import Any, Optional

from .guard import library

_DIGITS = 6


def digest_text(value: Any) -> Optional[str]:
    """Returns None if the value isn't an array, series or frame."""
    pandas, numpy = library("pandas", "DataFrame", "Series", "Index"), library("numpy", "ndarray")
    if pandas is not None and issubclass(type(value), pandas.DataFrame):
        columns = ", ".join(str(name) for name in value.columns[:20])
        types = ",".join(str(dtype) for dtype in value.dtypes[:200])
        parts = [_digest(value.index)] + [_digest(value.iloc[:, number]) for number in range(min(value.shape[1], 500))]
        return f"DataFrame of {value.shape[0]} rows and {value.shape[1]} columns ({columns}) {_hash(types + ''.join(parts))}"
    if pandas is not None and issubclass(type(value), (pandas.Series, pandas.Index)):
        index = _digest(value.index) if issubclass(type(value), pandas.Series) else ""
        name = str(getattr(value, "name", None))
        return f"{type(value).__name__} of {len(value)} items (name {name}, {value.dtype}) {_hash(index + _digest(value))}"
    if numpy is not None and issubclass(type(value), numpy.ndarray):
        return f"array of shape {value.shape} ({value.dtype}) {_hash(_digest(value.reshape(-1)))}"
    return None


def _digest(column: Any) -> str:
    """Hashes one column, series, index or flat array."""
    import numpy

    array = numpy.asarray(column)
    if array.dtype.kind == "f":
        array = _rounded(array)
    if array.dtype.kind in "fiubmM":
        return _hash(numpy.ascontiguousarray(array).tobytes())
    running = hashlib.sha256()
    for item in array.tolist():
        running.update(repr(round(item, _DIGITS) if type(item) is float else item).encode("utf-8", "replace") + b"\n")
    return running.hexdigest()


def _rounded(array: Any) -> Any:
    import numpy

    wide = array.astype("float64")
    with numpy.errstate(all="ignore"):
        size = numpy.where((wide == 0) | ~numpy.isfinite(wide), 1.0, 10.0 ** numpy.floor(numpy.log10(numpy.abs(wide))))
        rounded = numpy.round(wide / size, _DIGITS - 1) * size
    rounded = numpy.where(numpy.isfinite(wide), rounded, wide)
    rounded[numpy.isnan(rounded)] = numpy.nan
    return rounded + 0.0


def _hash(data: Any) -> str:
    return "digest " + hashlib.sha256(data if type(data) is bytes else data.encode()).hexdigest()[:16]
