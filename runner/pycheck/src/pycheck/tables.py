"""Arrays, series and data frames; numpy and pandas are used only if the code has imported them."""

import sys
from typing import Any, Callable, List, Optional, Tuple

from .texts import article, class_name, counted, quoted

Compare = Callable[[Any, Any, str], Optional[str]]


def library(name: str, *needed: str) -> Optional[Any]:
    """Returns an imported module if it has the needed attributes; something else may use its name."""
    module = sys.modules.get(name)
    return module if module is not None and all(hasattr(module, need) for need in needed) else None


def numpy_scalar(value: Any) -> Any:
    """Converts a numpy or pandas scalar to a Python value; returns anything else unchanged."""
    numpy = library("numpy", "generic", "datetime64", "timedelta64")
    if numpy is not None and issubclass(type(value), numpy.generic):
        if issubclass(type(value), (numpy.datetime64, numpy.timedelta64)):
            pandas = library("pandas", "Timestamp", "Timedelta")
            if pandas is None:
                return value.item()
            value = (pandas.Timestamp if issubclass(type(value), numpy.datetime64) else pandas.Timedelta)(value)
        else:
            return value.item()
    pandas = library("pandas", "NaT", "NA", "Timestamp", "Timedelta")
    if pandas is not None:
        if value is pandas.NaT or value is pandas.NA:
            return float("nan")
        if issubclass(type(value), pandas.Timestamp):
            return value.to_pydatetime(warn=False)
        if issubclass(type(value), pandas.Timedelta):
            return value.to_pytimedelta()
    return value


def is_table(value: Any) -> bool:
    return is_frame(value) or _kind(value) is not None


def is_frame(value: Any) -> bool:
    pandas = library("pandas", "DataFrame")
    return pandas is not None and issubclass(type(value), pandas.DataFrame)


def table_difference(expected: Any, actual: Any, what: str, compare: Compare) -> Optional[str]:
    """Like `compare.difference`, if at least one of the two is a table."""
    wanted, found = _kind(expected), _kind(actual)
    if is_frame(expected) and is_frame(actual):
        return frame_difference(expected, actual, what, compare)
    if wanted is None or found is None or wanted != found:
        return f"{what} should be {article(_type(expected))}, but it is {article(_type(actual))}."
    if wanted == "array":
        if expected.shape != actual.shape:
            return f"{what} should have the shape {expected.shape}, but it has {actual.shape}."
        return _cells(_flat(expected), _flat(actual), lambda n: f"Item {n + 1} of {what}", compare)
    return _series_difference(expected, actual, what, compare, has_index=wanted == "series")


def frame_difference(
    expected: Any, actual: Any, what: str, compare: Compare, check_index: bool = True, check_order: bool = True
) -> Optional[str]:
    """Compares columns, number of rows, index, then the cells column by column."""
    columns = columns_difference(list(expected.columns), list(actual.columns), what, check_order)
    if columns:
        return columns
    if len(expected.index) != len(actual.index):
        return f"{what} should have {counted(len(expected.index), 'row')}, but it has {len(actual.index)}."
    labels = list(expected.index)
    if check_index:
        index = _cells(labels, list(actual.index), lambda n: f"Index {n + 1} of {what}", compare)
        if index:
            return index
    places = {_key(name): number for number, name in enumerate(actual.columns)}
    for number, name in enumerate(expected.columns):
        other = number if check_order else places[_key(name)]
        cells = _column(expected, number), _column(actual, other)
        different = _category_difference(expected.dtypes.iloc[number], actual.dtypes.iloc[other], f"Column {quoted(name)} of {what}")
        different = different or _cells(*cells, _cell_text(name, labels, what), compare)
        if different:
            return different
    return None


def columns_difference(expected: List[Any], actual: List[Any], what: str, check_order: bool) -> Optional[str]:
    """Names missing columns: they don't reveal the answer, and without them learners are stuck."""
    wanted, found = [_key(name) for name in expected], [_key(name) for name in actual]
    for name in expected:
        if _key(name) not in found:
            return f"{what} should have the column {quoted(name)}."
    for name in actual:
        if _key(name) not in wanted:
            return f"{what} has the column {quoted(name)}, which should not be there."
    if len(wanted) != len(found):
        return f"{what} should have {counted(len(wanted), 'column')}, but it has {len(found)}."
    return f"The columns of {what} are in a different order than expected." if check_order and wanted != found else None


def _cell_text(name: Any, labels: List[Any], what: str) -> Callable[[int], str]:
    return lambda row: f"Column {quoted(name)}, row {quoted(labels[row])} of {what}"


def _series_difference(expected: Any, actual: Any, what: str, compare: Compare, has_index: bool) -> Optional[str]:
    if len(expected) != len(actual):
        return f"{what} should have {counted(len(expected), 'item')}, but it has {len(actual)}."
    if has_index:
        index = _cells(list(expected.index), list(actual.index), lambda n: f"Index {n + 1} of {what}", compare)
        if index:
            return index
        labels = list(expected.index)
        different = _category_difference(expected.dtype, actual.dtype, what)
        return different or _cells(list(expected), list(actual), lambda n: f"{what}[{quoted(labels[n])}]", compare)
    return _cells(list(expected), list(actual), lambda n: f"Item {n + 1} of {what}", compare)


def _category_difference(expected: Any, actual: Any, what: str) -> Optional[str]:
    """A category isn't only another way to store the same values, as the other types of columns are."""
    wanted, found = str(expected), str(actual)
    return f"{what} should have the type {wanted}, but it has {found}." if (wanted == "category") != (found == "category") else None


def _cells(expected: List[Any], actual: List[Any], place: Callable[[int], str], compare: Compare) -> Optional[str]:
    for number, (one, other) in enumerate(zip(expected, actual)):
        if type(one) is type(other) and type(one) in (int, str, bool) and one == other:
            continue
        if _is_missing(one) and _is_missing(other):
            continue
        different = compare(one, other, place(number))
        if different:
            return different
    return None


def _is_missing(value: Any) -> bool:
    """pandas represents missing values as None, NaN and NaT."""
    plain = numpy_scalar(value)
    return plain is None or (type(plain) is float and plain != plain)


def _column(frame: Any, number: int) -> List[Any]:
    return list(frame.iloc[:, number].tolist())


def _flat(array: Any) -> List[Any]:
    return list(array.reshape(-1).tolist())


def _key(name: Any) -> Tuple[str, str]:
    plain = numpy_scalar(name)
    return type(plain).__name__, repr(plain)


def _kind(value: Any) -> Optional[str]:
    """Frames are their own kind, distinguished by the callers."""
    pandas, numpy = library("pandas", "Series", "Index", "DataFrame"), library("numpy", "ndarray")
    if pandas is not None:
        for base, name in ((pandas.DataFrame, "frame"), (pandas.Series, "series"), (pandas.Index, "index")):
            if issubclass(type(value), base):
                return name
    return "array" if numpy is not None and issubclass(type(value), numpy.ndarray) else None


def _type(value: Any) -> str:
    return "array" if _kind(value) == "array" else class_name(type(value))
