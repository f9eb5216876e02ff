"""Arrays, series and data frames; numpy and pandas are used only if the code has imported them."""

import sys
from collections import Counter
from typing import Any, Callable, Dict, List, Optional, Tuple

from .texts import article, class_name, composed, counted, look_alike_difference, quoted

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
                return _moment(value)
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


def _moment(value: Any) -> Any:
    """A date or span of time without pandas, with a time of day whatever its unit."""
    kind = "datetime64[us]" if value.dtype.kind == "M" else "timedelta64[us]"
    item = value.astype(kind).item()
    return float("nan") if item is None else item


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
    for name, (number, other) in zip(expected.columns, column_pairs(list(expected.columns), list(actual.columns))):
        cells = column_cells(expected, number), column_cells(actual, other)
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
            return _look_alike_column(name, actual, what) or f"{what} should have the column {quoted(name)}."
    for name in actual:
        if _key(name) not in wanted:
            return f"{what} has the column {quoted(name)}, which should not be there."
    if len(wanted) != len(found):
        return f"{what} should have {counted(len(wanted), 'column')}, but it has {len(found)}."
    times, actual_times = Counter(wanted), Counter(found)
    for name in expected:
        if times[_key(name)] != actual_times[_key(name)]:
            return f"{what} should have the column {quoted(name)} {counted(times[_key(name)], 'time')}, but it has it {actual_times[_key(name)]}."
    return f"The columns of {what} are in a different order than expected." if check_order and wanted != found else None


def column_pairs(expected: List[Any], actual: List[Any]) -> List[Tuple[int, int]]:
    """Returns the positions of columns with equal names, of which both have as many; those of one name in their order."""
    places: Dict[Tuple[str, str], List[int]] = {}
    for number, name in reversed(list(enumerate(actual))):
        places.setdefault(_key(name), []).append(number)
    return [(number, places[_key(name)].pop()) for number, name in enumerate(expected)]


def _look_alike_column(wanted: Any, actual: List[Any], what: str) -> Optional[str]:
    for name in actual:
        looks_right = look_alike_difference(wanted, name) if type(wanted) is str and type(name) is str else None
        if looks_right:
            return f"The column {quoted(name)} of {what} looks right, but {looks_right}."
    return None


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


def cells_difference(expected: List[Any], actual: List[Any], compare: Compare) -> Optional[str]:
    """Returns the first difference between two rows of cells, in which missing values are equal in any form."""
    return _cells(expected, actual, lambda _: "", compare)


_MOST_COMPARED = 200
"""Comparing more rows than this with each other takes too long."""


def pair_rows(expected: List[List[Any]], actual: List[List[Any]], is_same: Callable[[Any, Any], bool]) -> List[int]:
    """Returns the rows of `actual`, of which there are as many, in the order of the rows that they equal; those without an equal one fill the gaps.

    Rows are sorted first. Those that rounding may have sorted differently are compared with each other.
    """
    one = sorted(range(len(expected)), key=lambda row: _sort_key(expected[row]))
    other = sorted(range(len(actual)), key=lambda row: _sort_key(actual[row]))
    partners: List[Optional[int]] = [None] * len(expected)
    open_rows, left = [], []
    for row, partner in zip(one, other):
        if is_same(expected[row], actual[partner]):
            partners[row] = partner
        else:
            open_rows.append(row)
            left.append(partner)
    if len(left) <= _MOST_COMPARED:
        for row in open_rows:
            found = next((partner for partner in left if is_same(expected[row], actual[partner])), None)
            if found is not None:
                partners[row] = found
                left.remove(found)
    return [left.pop(0) if partner is None else partner for partner in partners]


def _sort_key(row: List[Any]) -> List[Tuple[str, float, str]]:
    """Makes values of different types sortable. Numbers that differ by rounding sort alike, as far as that goes."""
    return [_sort_cell(numpy_scalar(value)) for value in row]


def _sort_cell(value: Any) -> Tuple[str, float, str]:
    if value is None or (type(value) is float and value != value):
        return ("", 0.0, "")
    if type(value) in (int, float):
        return ("number", float(f"{value:.6g}") if type(value) is float or abs(value) < 2**53 else float(2**53), "")
    return (type(value).__name__, 0.0, composed(value) if type(value) is str else quoted(value))


def _is_missing(value: Any) -> bool:
    """pandas represents missing values as None, NaN and NaT."""
    plain = numpy_scalar(value)
    return plain is None or (type(plain) is float and plain != plain)


def column_cells(frame: Any, number: int) -> List[Any]:
    """By position: several columns can have one name."""
    return list(frame.iloc[:, number].tolist())


def _flat(array: Any) -> List[Any]:
    # As a list, nanoseconds would be integers.
    return list(array.reshape(-1)) if array.dtype.kind in "mM" else list(array.reshape(-1).tolist())


def _key(name: Any) -> Tuple[str, str]:
    plain = numpy_scalar(name)
    return type(plain).__name__, repr(composed(plain) if type(plain) is str else plain)


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
