"""Queries of sql screens and their results."""

import re
from typing import Any, Dict, List, Tuple

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, Tolerance, difference, tolerance_of
from ..errors import AuthorError, Failed
from ..registry import checker
from ..session import now
from ..source import without_comments
from ..tables import pair_rows
from ..texts import composed, counted, look_alike_difference, shown
from .sides import submission

_GROUP = "SQL"
_SQL = ("sql",)

Table = Tuple[List[str], List[List[Any]]]
"""Column names and rows."""


def _table(result: Any) -> Table:
    columns, rows = (result["columns"], result["rows"]) if isinstance(result, dict) else (result.columns, result.rows)
    return [str(column) for column in columns], [list(row) for row in rows]


def _result() -> Table:
    result = submission().get("result")
    table = ([], []) if result is None else _table(result)
    if not table[0]:
        raise Failed("The query returns no result.")
    return table


def _answer() -> Table:
    table = _table(now().answer["result"])
    if not table[0]:
        raise AuthorError("The answer's query returns no result.")
    return table


@checker(_GROUP, 'result_columns(["title", "pages"])', languages=_SQL)
def result_columns(columns: List[str] = FROM_ANSWER, check_order: bool = True, ignore_case: bool = True) -> None:
    """The result of the query has these columns.

    Args:
        columns: Their names. If omitted: those of the answer's result.
        check_order: The order must match.
        ignore_case: Ignore upper and lower case.
    """
    wanted, found = list(_answer()[0] if columns is FROM_ANSWER else columns), _result()[0]
    _compare_columns(wanted, found, check_order, ignore_case)


def _compare_columns(wanted: List[str], found: List[str], check_order: bool, ignore_case: bool) -> None:
    one, other = [[composed(name).casefold() if ignore_case else composed(name) for name in names] for names in (wanted, found)]
    shown_both: Dict[str, Any] = {"expected": ", ".join(wanted), "actual": ", ".join(found)}
    for name, key in zip(wanted, one):
        if key not in other:
            looks_right = next(filter(None, (look_alike_difference(key, each) for each in other)), None)
            problem = f"The name of a column looks right, but {looks_right}." if looks_right else f"The result should have the column {name}."
            raise Failed(problem, **shown_both)
    for name, key in zip(found, other):
        if key not in one:
            raise Failed(f"The result has the column {name}, which should not be there.", **shown_both)
    if len(one) != len(other):
        raise Failed(f"The result should have {counted(len(one), 'column')}, but it has {len(other)}.", **shown_both)
    if check_order and one != other:
        raise Failed("The columns of the result are in a different order than expected.", **shown_both)


@checker(_GROUP, "result_rows(12)", languages=_SQL)
def result_rows(count: int = FROM_ANSWER, rows: List[Any] = FROM_ANSWER, check_order: bool = True, tolerance: float = DEFAULT_TOLERANCE, relative: float = 0) -> None:
    """The result of the query has these rows.

    Args:
        count: How many there are. If omitted, like rows: as many as the answer's result has.
        rows: The rows themselves, each a list of values. If omitted: only their number is checked.
        check_order: The order must match.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    found = _result()[1]
    if rows is not FROM_ANSWER:
        _compare_rows([list(row) for row in rows], found, check_order, tolerance_of(tolerance, relative))
    if count is not FROM_ANSWER or rows is FROM_ANSWER:
        _compare_count(len(_answer()[1]) if count is FROM_ANSWER else count, len(found))


def _compare_count(wanted: int, found: int) -> None:
    if wanted != found:
        raise Failed(f"The result should have {counted(wanted, 'row')}, but it has {found}.", expected=str(wanted), actual=str(found))


def _compare_rows(wanted: List[List[Any]], found: List[List[Any]], check_order: bool, tolerance: Tolerance) -> None:
    _compare_count(len(wanted), len(found))
    if not check_order:
        order = pair_rows(wanted, found, lambda one, other: difference(one, other, "", tolerance) is None)
        found = [found[number] for number in order]
    for number, (one, other) in enumerate(zip(wanted, found), 1):
        what = f"Row {number} of the result" if check_order else "A row of the result"
        if difference(one, other, what, tolerance):
            raise Failed(f"{what} isn’t right yet.", expected=shown(one), actual=shown(other))


@checker(_GROUP, "result_equals_answer(check_order=False)", languages=_SQL)
def result_equals_answer(check_order: bool = True, check_columns: bool = True, tolerance: float = DEFAULT_TOLERANCE, relative: float = 0) -> None:
    """The query returns the same result as the answer.

    Args:
        check_order: The order of rows must match.
        check_columns: The column names must match.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    wanted, found = _answer(), _result()
    if check_columns:
        _compare_columns(wanted[0], found[0], check_order=True, ignore_case=True)
    elif len(wanted[0]) != len(found[0]):
        raise Failed(f"The result should have {counted(len(wanted[0]), 'column')}, but it has {len(found[0])}.")
    _compare_rows(wanted[1], found[1], check_order, tolerance_of(tolerance, relative))


@checker(_GROUP, 'query_uses("LEFT JOIN")', languages=_SQL)
def query_uses(keyword: str, should_use: bool = True) -> None:
    """The query uses this keyword; comments and quoted text do not count.

    Args:
        keyword: Such as JOIN or GROUP BY. Upper and lower case and the white space between words do not matter.
        should_use: False: it must not be used.
    """
    code = re.sub(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"", " ", without_comments(submission().code, "sql"))
    words = r"\s+".join(re.escape(word) for word in keyword.split())
    if (re.search(rf"(?<!\w){words}(?!\w)", code, re.IGNORECASE) is not None) != should_use:
        raise Failed(f"Use {keyword} in your query." if should_use else f"{keyword} should not be used here.")
