"""Variables."""

from typing import Any

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import Failed
from ..registry import checker
from ..texts import article, class_name, counted, shown
from .sides import expected_variable, fail_with, line_of_variable, variable

_GROUP = "Variables"
_ABOUT = ("variable", "name")


@checker(_GROUP, 'variable_exists("total")', about=_ABOUT, is_ground=True)
def variable_exists(name: str) -> None:
    """The code defines a variable with this name.

    Args:
        name: The name of the variable.
    """
    variable(name)


@checker(_GROUP, 'variable_type("total", "float")', about=_ABOUT, is_ground=True)
def variable_type(name: str, type_name: str = FROM_ANSWER, allow_subclass: bool = True) -> None:
    """The variable is of this type.

    Args:
        name: The name of the variable.
        type_name: The name of the class, such as int, list or DataFrame. If omitted: the type that the answer's variable has.
        allow_subclass: Subclasses count as well.
    """
    value = variable(name)
    wanted = class_name(type(expected_variable(name, type_name))) if type_name is FROM_ANSWER else type_name
    kind = type(value)
    line = type.__dict__["__mro__"].__get__(kind)
    # In Python a bool is an int; for checks it isn't.
    names = [class_name(base) for base in (line if allow_subclass and kind is not bool else line[:1])]
    if wanted.split(".")[-1] not in names:
        text = f"{name} should be of type {wanted}, but it is {article(names[0])}."
        raise Failed(text, expected=wanted, actual=names[0], line=line_of_variable(name))


@checker(_GROUP, 'variable_value("total", 45.5, tolerance=2)', about=_ABOUT)
def variable_value(name: str, expected: Any = FROM_ANSWER, tolerance: float = DEFAULT_TOLERANCE, relative: float = 0) -> None:
    """The variable has the same value as the answer's, or a given one.

    Works for numbers, texts, lists, sets, dicts, dates, arrays, series, data frames, figures and objects of custom classes.
    An int and a float are compared as numbers; use variable_type where the type matters.

    Args:
        name: The name of the variable.
        expected: The value. If omitted: the value that the answer's variable has.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    value = variable(name)
    wanted = expected_variable(name, expected)
    fail_with(difference(wanted, value, name, tolerance_of(tolerance, relative)), wanted, value, line_of_variable(name))


@checker(_GROUP, 'variable_length("names", 3)', about=_ABOUT)
def variable_length(name: str, length: int = FROM_ANSWER) -> None:
    """The variable has this number of items, characters or rows.

    Args:
        name: The name of the variable.
        length: How many. If omitted: as many as the answer's variable has.
    """
    value = variable(name)
    wanted = len(expected_variable(name, length)) if length is FROM_ANSWER else length
    try:
        found = len(value)
    except TypeError:
        text = f"{name} should have a length, but {article(class_name(type(value)))} has none."
        raise Failed(text, line=line_of_variable(name)) from None
    if found != wanted:
        text = f"{name} should have the length {wanted}, but it has {counted(found, 'item')}."
        raise Failed(text, expected=shown(wanted), actual=shown(found), line=line_of_variable(name))
