"""Functions of the submission."""

from typing import Any, Dict, List

from ..answer import FROM_ANSWER
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import Failed
from ..registry import checker
from ..session import now
from ..source import calls, definition_line, parsed
from ..submission import call_text
from ..texts import class_name, counted
from .sides import fail_with, submission

_GROUP = "Functions"
_ABOUT = ("function", "name")


def _function(name: str) -> Any:
    """What the submission has by this name. @throws Failed if it has nothing"""
    if name not in submission():
        raise Failed(f"There is no function {name}.")
    return submission()[name]


@checker(_GROUP, 'function_defined("double", parameters=["number"])', about=_ABOUT, is_ground=True)
def function_defined(name: str, parameters: List[str] = FROM_ANSWER) -> None:
    """The code defines a function with this name.

    Args:
        name: The name of the function.
        parameters: The names of its parameters, in order. If omitted: any.
    """
    function = _function(name)
    line = definition_line(submission().code, name)
    if not callable(function):
        raise Failed(f"{name} should be a function, but it is not.", line=line)
    if parameters is FROM_ANSWER:
        return
    code = getattr(function, "__code__", None)
    found = [] if code is None else list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    if found != list(parameters):
        text = f"{name} should have {counted(len(parameters), 'parameter')}, but it has {len(found)}."
        if len(found) == len(parameters):
            text = f"The parameters of {name} should have other names or another order."
        raise Failed(text, expected=", ".join(parameters), actual=", ".join(found), line=line)


@checker(_GROUP, 'function_called("pd.read_csv")')
def function_called(name: str, times: int = 1) -> None:
    """The code calls this function. Only the text of the code is checked, so a call that is never reached counts as well.

    Args:
        name: The name as written, such as print or pd.read_csv. A name without a dot also matches methods: head matches sales.head().
        times: Minimum number of times.
    """
    found = [node.lineno for called, node in calls(parsed(submission().code)) if called == name or called.split(".")[-1] == name]
    if len(found) < times:
        often = "" if times == 1 else f" {times} times"
        raise Failed(f"Call {name}{often} in your code.", expected=str(times), actual=str(len(found)))


@checker(_GROUP, 'function_returns("double", [4], expected=8)', about=_ABOUT)
def function_returns(
    name: str,
    arguments: List[Any] = [],  # noqa: B006 - read only
    keywords: Dict[str, Any] = {},  # noqa: B006
    expected: Any = FROM_ANSWER,
    tolerance: float = DEFAULT_TOLERANCE,
    relative: float = 0,
) -> None:
    """The function returns the right value for these arguments.

    Args:
        name: The name of the function.
        arguments: Arguments to call it with.
        keywords: Keyword arguments to call it with.
        expected: What it should return. If omitted: what the answer's function returns for the same arguments.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    positional, named = list(arguments), dict(keywords)
    call = call_text(name, positional, named)
    _function(name)
    wanted = now().answer.call(name, positional, named) if expected is FROM_ANSWER else expected
    found = submission().call(name, positional, named)
    fail_with(difference(wanted, found, call, tolerance_of(tolerance, relative)), wanted, found, definition_line(submission().code, name))


@checker(_GROUP, 'raises_exception("divide", "ZeroDivisionError", [1, 0])', about=_ABOUT)
def raises_exception(
    name: str,
    exception: str,
    arguments: List[Any] = [],  # noqa: B006 - read only
    keywords: Dict[str, Any] = {},  # noqa: B006
) -> None:
    """The function raises this exception for these arguments.

    Args:
        name: The name of the function.
        exception: The name of the exception's class, such as ValueError. Subclasses count as well.
        arguments: Arguments to call it with.
        keywords: Keyword arguments to call it with.
    """
    function = _function(name)
    line = definition_line(submission().code, name)
    call = call_text(name, list(arguments), dict(keywords))
    try:
        function(*arguments, **keywords)
    except BaseException as error:  # whatever the learner's function raises is what is looked at
        kinds = [class_name(kind) for kind in type.__dict__["__mro__"].__get__(type(error))]
        if exception not in kinds:
            raise Failed(f"{call} should raise {exception}, but it raises {kinds[0]}.", expected=exception, actual=kinds[0], line=line) from None
        return
    raise Failed(f"{call} should raise {exception}, but it raises nothing.", expected=exception, actual="nothing", line=line)
