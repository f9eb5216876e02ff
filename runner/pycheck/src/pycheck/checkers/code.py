"""The text of the code, and expressions over what it left behind."""

from typing import Any

from ..answer import FROM_ANSWER
from ..arguments import Code
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import AuthorError, Failed
from ..registry import checker
from ..session import now
from ..source import imports, parsed, without_comments
from .sides import fail_with, is_found, submission

_GROUP = "Code"
_EVERYWHERE = ("python", "sql", "cli")


@checker(_GROUP, 'expression_value("len(names) + 1", expected=4)')
def expression_value(expression: Code, expected: Any = FROM_ANSWER, tolerance: float = DEFAULT_TOLERANCE, relative: float = 0) -> None:
    """An expression has the right value, with the submission's variables in it.

    Args:
        expression: Python, such as len(names) or sales["sold"].sum().
        expected: The value. Left out: the value that the expression has with the answer's variables in it.
        tolerance: How many decimal places of numbers have to agree, from 0 to 8; 8: they are the same. Left out: 4, and whole numbers have to be the same.
        relative: How far numbers may differ besides, as a share of the expected one, such as 0.01. Left out: not at all.
    """
    try:
        compile(expression, "<expression>", "eval")
    except SyntaxError as error:
        raise AuthorError(f"expression_value: {expression!r:.80} is no expression: {error.msg}.") from None
    wanted = now().answer.evaluate(expression) if expected is FROM_ANSWER else expected
    found = submission().evaluate(expression)
    fail_with(difference(wanted, found, expression[:80], tolerance_of(tolerance, relative)), wanted, found)


@checker(_GROUP, 'import_used("pandas")')
def import_used(module: str) -> None:
    """The code imports this module.

    Args:
        module: Its full name, such as pandas or matplotlib.pyplot; math.pi is found in from math import pi.
    """
    found = [name for name, _ in imports(parsed(submission().code))]
    if not any(name == module or name.startswith(f"{module}.") for name in found):
        raise Failed(f"Import {module} in your code.", expected=module, actual=", ".join(found))


@checker(_GROUP, 'code_contains("for ")', languages=_EVERYWHERE)
def code_contains(text: str, times: int = 1, ignore_case: bool = False) -> None:
    """The code contains this text; comments do not count.

    Args:
        text: What is looked for.
        times: How often at least; 0: it must not be there.
        ignore_case: Capital letters do not matter.
    """
    code, wanted = _code(), text
    if ignore_case:
        code, wanted = code.casefold(), text.casefold()
    _judge(code.count(wanted), times, "text")


@checker(_GROUP, 'code_matches("round\\\\(.*2\\\\)")', languages=_EVERYWHERE)
def code_matches(pattern: Code, ignore_case: bool = False, should_match: bool = True) -> None:
    """A regular expression is found in the code; comments do not count.

    Args:
        pattern: A regular expression of Python. ^ and $ are the ends of a line.
        ignore_case: Capital letters do not matter.
        should_match: False: it must not be found.
    """
    if is_found(pattern, _code(), ignore_case) != should_match:
        raise Failed("The code is not written in the way that is asked for." if should_match else "The code has something that should not be there.")


def _code() -> str:
    return without_comments(submission().code, submission().language)


def _judge(found: int, times: int, noun: str) -> None:
    if times == 0 and found > 0:
        raise Failed(f"The code contains a {noun} that should not be there.", expected="0", actual=str(found))
    if found < times:
        raise Failed(f"The code lacks a {noun} that it should contain.", expected=str(times), actual=str(found))
