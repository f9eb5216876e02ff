"""What the code printed."""

from ..answer import FROM_ANSWER
from ..arguments import Code
from ..errors import Failed
from ..registry import checker
from ..session import now
from ..texts import LOOK_ALIKE, has_look_alike, has_text, look_alike_difference, output_lines, quoted, shown
from .sides import is_found, submission

_GROUP = "Output"
_EVERYWHERE = ("python", "sql", "cli")


@checker(_GROUP, 'output_contains("Hello")', languages=_EVERYWHERE)
def output_contains(text: str, ignore_case: bool = False) -> None:
    """The output contains this text.

    Args:
        text: The text to look for.
        ignore_case: Ignore upper and lower case.
    """
    output = submission().output
    if not has_text(output, text, ignore_case):
        missing = f"What the output should contain {LOOK_ALIKE}." if has_look_alike(output, text) else "The output is missing something that it should contain."
        raise Failed(_nothing() or missing, expected=text, actual=output)


@checker(_GROUP, 'output_matches("^\\\\d+ days$")', languages=_EVERYWHERE)
def output_matches(pattern: Code, ignore_case: bool = False) -> None:
    """The output matches a regular expression.

    Args:
        pattern: A Python regular expression. ^ and $ match at the ends of a line.
        ignore_case: Ignore upper and lower case.
    """
    if not is_found(pattern, submission().output, ignore_case):
        raise Failed(_nothing() or "The output does not have the required form.", expected=pattern, actual=submission().output)


@checker(_GROUP, 'output_equals("12\\n")', languages=_EVERYWHERE)
def output_equals(text: str = FROM_ANSWER, ignore_case: bool = False) -> None:
    """The output is this text. Trailing white space and trailing empty lines do not count.

    Args:
        text: The whole output. If omitted: what the answer prints.
        ignore_case: Ignore upper and lower case.
    """
    wanted = now().answer.output if text is FROM_ANSWER else text
    expected, found = output_lines(wanted), output_lines(submission().output)
    if ignore_case:
        expected, found = [line.casefold() for line in expected], [line.casefold() for line in found]
    if expected == found:
        return
    raise Failed(_nothing() or _difference(expected, found), expected=wanted, actual=submission().output)


def _nothing() -> str:
    return "" if submission().output.strip() else "Nothing was printed."


def _difference(expected: list, found: list) -> str:  # type: ignore[type-arg]
    for number, (one, other) in enumerate(zip(expected, found), 1):
        looks_right = look_alike_difference(one, other)
        if looks_right:
            return f"Line {number} of your output looks right, but {looks_right}."
        if one != other:
            return f"Line {number} of your output isn’t right yet: it is {quoted(other)}."
    if len(found) < len(expected):
        return f"The output ends too early: it should have {len(expected)} lines, but it has {len(found)}."
    return f"The output has extra lines: line {len(expected) + 1}, {shown(found[len(expected)], 60)}, should not be there."
