"""The text of the code, and expressions over its variables."""

from typing import Any

from ..answer import FROM_ANSWER
from ..arguments import Code
from ..compare import DEFAULT_TOLERANCE, difference, tolerance_of
from ..errors import AuthorError, Failed
from ..registry import checker
from ..session import now
from ..source import imports, parsed, without_comments
from ..texts import composed
from .sides import fail_with, is_found, submission

_GROUP = "Code"
_EVERYWHERE = ("python", "sql", "cli")


@checker(_GROUP, 'expression_value("len(names) + 1", expected=4)')
def expression_value(expression: Code, expected: Any = FROM_ANSWER, tolerance: float = DEFAULT_TOLERANCE, relative: float = 0) -> None:
    """An expression over the submission's variables has the right value.

    Args:
        expression: Python, such as len(names) or sales["sold"].sum().
        expected: The value. If omitted: the value of the expression over the answer's variables.
        tolerance: Decimal places that must match (8 = exactly equal). If omitted: 4, or a millionth of the number; integers must be equal.
        relative: Additional tolerance, as a fraction of the expected number, such as 0.01. If omitted: none.
    """
    try:
        compile(expression, "<expression>", "eval")
    except SyntaxError as error:
        raise AuthorError(f"expression_value: {expression!r:.80} is not an expression: {error.msg}.") from None
    wanted = now().answer.evaluate(expression) if expected is FROM_ANSWER else expected
    found = submission().evaluate(expression)
    fail_with(difference(wanted, found, expression[:80], tolerance_of(tolerance, relative)), wanted, found)


@checker(_GROUP, 'import_used("pandas")')
def import_used(module: str) -> None:
    """The code imports this module.

    Args:
        module: Its full name, such as pandas or matplotlib.pyplot; math.pi matches from math import pi.
    """
    found = [name for name, _ in imports(parsed(submission().code))]
    if not any(name == module or name.startswith(f"{module}.") for name in found):
        raise Failed(f"Import {module} in your code.", expected=module, actual=", ".join(found))


@checker(_GROUP, 'code_contains("for ")', languages=_EVERYWHERE)
def code_contains(text: str, times: int = 1, ignore_case: bool = False) -> None:
    """The code contains this text; comments do not count.

    Args:
        text: The text to look for.
        times: Minimum number of times; 0: it must not occur.
        ignore_case: Ignore upper and lower case.
    """
    code, wanted = composed(_code()), composed(text)
    if ignore_case:
        code, wanted = code.casefold(), wanted.casefold()
    _judge(code.count(wanted), times, "text")


@checker(_GROUP, 'code_matches("round\\\\(.*2\\\\)")', languages=_EVERYWHERE)
def code_matches(pattern: Code, ignore_case: bool = False, should_match: bool = True) -> None:
    """The code matches a regular expression; comments do not count.

    Args:
        pattern: A Python regular expression. ^ and $ match at the ends of a line.
        ignore_case: Ignore upper and lower case.
        should_match: False: it must not match.
    """
    if is_found(pattern, _code(), ignore_case) != should_match:
        raise Failed("The code is not written in the required way." if should_match else "The code contains something that should not be there.")


def _code() -> str:
    return without_comments(submission().code, submission().language)


def _judge(found: int, times: int, noun: str) -> None:
    if times == 0 and found > 0:
        raise Failed(f"The code contains a {noun} that should not be there.", expected="0", actual=str(found))
    if found < times:
        raise Failed(f"The code is missing a {noun} that it should contain.", expected=str(times), actual=str(found))
