"""Data frames of pandas."""

from typing import Any, List, Tuple

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import AuthorError, Failed
from ..registry import checker
from ..tables import cells_difference, column_cells, column_pairs, columns_difference, frame_difference, is_frame, pair_rows
from ..texts import article, class_name
from .sides import expected_variable, fail_with, line_of_variable, variable

_GROUP = "Data frames"
_ABOUT = ("variable", "name")


def _frame(name: str) -> Any:
    value = variable(name)
    if not is_frame(value):
        raise Failed(f"{name} should be a DataFrame, but it is {article(class_name(type(value)))}.", line=line_of_variable(name))
    return value


def _expected_frame(name: str) -> Any:
    value = expected_variable(name, FROM_ANSWER)
    if not is_frame(value):
        raise AuthorError(f"{name} of the answer is not a DataFrame.")
    return value


@checker(_GROUP, 'dataframe_columns("sales", ["day", "sold"])', about=_ABOUT, is_ground=True)
def dataframe_columns(name: str, columns: List[Any] = FROM_ANSWER, check_order: bool = False, allow_more: bool = False) -> None:
    """The data frame has these columns.

    Args:
        name: The name of the data frame.
        columns: The names of the columns. If omitted: those that the answer's has.
        check_order: The order must match.
        allow_more: Other columns are allowed as well.
    """
    found = list(_frame(name).columns)
    wanted = list(_expected_frame(name).columns) if columns is FROM_ANSWER else list(columns)
    compared = [column for column in found if column in wanted] if allow_more else found
    fail_with(columns_difference(wanted, compared, name, check_order), wanted, found, line_of_variable(name))


@checker(_GROUP, 'dataframe_shape("sales", rows=7, columns=4)', about=_ABOUT)
def dataframe_shape(name: str, rows: int = FROM_ANSWER, columns: int = FROM_ANSWER) -> None:
    """The data frame has this number of rows and columns.

    Args:
        name: The name of the data frame.
        rows: How many rows. If omitted, like columns: as many as the answer's has.
        columns: How many columns. If omitted while rows are given: any.
    """
    found = _frame(name).shape
    shape = _expected_frame(name).shape if rows is FROM_ANSWER and columns is FROM_ANSWER else (rows, columns)
    for number, noun in enumerate(("rows", "columns")):
        if shape[number] is not FROM_ANSWER and shape[number] != found[number]:
            text = f"{name} should have {shape[number]} {noun}, but it has {found[number]}."
            raise Failed(text, expected=str(shape[number]), actual=str(found[number]), line=line_of_variable(name))


@checker(_GROUP, 'dataframe_value("sales", columns=["day", "revenue"])', about=_ABOUT)
def dataframe_value(
    name: str,
    columns: List[Any] = FROM_ANSWER,
    check_index: bool = True,
    check_row_order: bool = True,
    check_column_order: bool = False,
    check_types: bool = False,
    tolerance: float = DEFAULT_TOLERANCE,
    relative: float = 0,
) -> None:
    """The data frame equals the answer's: columns, index and every cell.

    Args:
        name: The name of the data frame.
        columns: Only these columns. If omitted: all of them.
        check_index: The row labels must be the same.
        check_row_order: The order of rows must match.
        check_column_order: The order of columns must match.
        check_types: The columns must have the same types; the width of a number does not count.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    found, wanted = _frame(name), _expected_frame(name)
    if columns is not FROM_ANSWER:
        missing = columns_difference(list(columns), [c for c in found.columns if c in columns], name, False)
        fail_with(missing, list(columns), list(found.columns), line_of_variable(name))
        found, wanted = found[list(columns)], wanted[list(columns)]
    text = columns_difference(list(wanted.columns), list(found.columns), name, check_column_order)
    fail_with(text, wanted, found, line_of_variable(name))
    pairs = column_pairs(list(wanted.columns), list(found.columns))
    within = tolerance_of(tolerance, relative)

    def compare(one: Any, other: Any, what: str) -> Any:
        return difference(one, other, what, within, 1)

    if not check_row_order and len(found.index) == len(wanted.index):
        rows = [_rows(frame, [pair[side] for pair in pairs], check_index) for side, frame in enumerate((wanted, found))]
        found = found.iloc[pair_rows(rows[0], rows[1], lambda one, other: cells_difference(one, other, compare) is None)]
    text = frame_difference(wanted, found, name, compare, check_index, check_column_order)
    if text is None and check_types:
        text = _type_difference(wanted, found, pairs, name)
    fail_with(text, wanted, found, line_of_variable(name))


def _rows(frame: Any, columns: List[int], with_index: bool) -> List[List[Any]]:
    parts = [list(frame.index)] if with_index else []
    parts += [column_cells(frame, column) for column in columns]
    return [list(row) for row in zip(*parts)] if parts else [[] for _ in frame.index]


def _type_difference(wanted: Any, found: Any, pairs: List[Tuple[int, int]], name: str) -> Any:
    for column, (number, other_number) in zip(wanted.columns, pairs):
        one, other = wanted.dtypes.iloc[number], found.dtypes.iloc[other_number]
        if one.kind != other.kind or (one.kind == "O" and str(one) != str(other)):
            return f"Column {column} of {name} should have the type {one}, but it has {other}."
    return None
