"""Data frames of pandas."""

from typing import Any, List

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import AuthorError, Failed
from ..registry import checker
from ..tables import columns_difference, frame_difference, is_frame
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
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, and integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    found, wanted = _frame(name), _expected_frame(name)
    if columns is not FROM_ANSWER:
        missing = columns_difference(list(columns), [c for c in found.columns if c in columns], name, False)
        fail_with(missing, list(columns), list(found.columns), line_of_variable(name))
        found, wanted = found[list(columns)], wanted[list(columns)]
    if not check_row_order:
        order = [column for column in wanted.columns if column in list(found.columns)]
        found, wanted = _sorted(found, order, check_index), _sorted(wanted, order, check_index)
    within = tolerance_of(tolerance, relative)
    text = frame_difference(
        wanted, found, name, lambda one, other, what: difference(one, other, what, within, 1), check_index, check_column_order
    )
    if text is None and check_types:
        text = _type_difference(wanted, found, name)
    fail_with(text, wanted, found, line_of_variable(name))


def _sorted(frame: Any, order: List[Any], with_index: bool) -> Any:
    texts = frame[order].round(6).astype(str)
    if with_index:
        texts = texts.assign(**{"index of the rows": [str(label) for label in frame.index]})
    places = sorted(range(len(frame.index)), key=lambda row: tuple(texts.iloc[row]))
    return frame.iloc[places]


def _type_difference(wanted: Any, found: Any, name: str) -> Any:
    for column in wanted.columns:
        one, other = wanted[column].dtype, found[column].dtype
        if one.kind != other.kind or (one.kind == "O" and str(one) != str(other)):
            return f"Column {column} of {name} should have the type {one}, but it has {other}."
    return None
