"""Commands of cli screens."""

import re
from typing import List, Tuple

from ..arguments import Code
from ..errors import AuthorError, Failed
from ..registry import checker
from ..texts import has_text, output_lines, quoted, shown
from .sides import is_found, submission

_GROUP = "Commands"
_CLI = ("cli",)


def _run(command: str, timeout: float) -> Tuple[int, str, str]:
    """Runs a command now, in the learner's work folder. Returns exit code, output and error output."""
    run = submission().get("run_command")
    if run is None:
        raise AuthorError("Commands can only be run on command-line (cli) screens.")
    exit_code, stdout, stderr = run(command, timeout)
    return int(exit_code), str(stdout), str(stderr)


@checker(_GROUP, 'command_output("wc -l < notes.txt", "3")', languages=_CLI)
def command_output(command: str, text: str, is_pattern: bool = False, contains: bool = False, timeout: float = 5) -> None:
    """A command, run by the check in the work folder, prints this.

    Args:
        command: For bash.
        text: The whole output. Trailing white space and trailing empty lines do not count.
        is_pattern: The text is a Python regular expression that must match part of the output.
        contains: The text is only a part of the output.
        timeout: Time limit in seconds.
    """
    output = _run(command, timeout)[1]
    if is_pattern:
        holds = is_found(text, output, False)
    else:
        holds = has_text(output, text) if contains else output_lines(text) == output_lines(output)
    if not holds:
        raise Failed(f"{quoted(command)} prints {quoted(output.strip())}, which is not the expected output.", expected=text, actual=output)


@checker(_GROUP, 'command_exit_code("grep -q milk notes.txt")', languages=_CLI)
def command_exit_code(command: str, exit_code: int = 0, timeout: float = 5) -> None:
    """A command, run by the check in the work folder, ends with this exit code.

    Args:
        command: For bash.
        exit_code: 0: it succeeded.
        timeout: Time limit in seconds.
    """
    found = _run(command, timeout)[0]
    if found != exit_code:
        raise Failed(
            f"{quoted(command)} should end with the exit code {exit_code}, but it ends with {found}.",
            expected=str(exit_code),
            actual=shown(found),
        )


@checker(_GROUP, 'command_used("^grep\\\\b")', languages=_CLI)
def command_used(pattern: Code, times: int = 1) -> None:
    """The learner typed a command that matches this regular expression. Typed commands can be forged.

    Args:
        pattern: A Python regular expression.
        times: Minimum number of times; 0: it must not be used.
    """
    found = [line for line in _typed() if is_found(pattern, line, False)]
    if times == 0 and found:
        raise Failed(f"{quoted(found[0])} should not be used here.", expected="0", actual=str(len(found)))
    if len(found) < times:
        raise Failed("A required command was not used.", expected=str(times), actual=str(len(found)))


PROMPT = re.compile(r"^(?:\([^)]*\) ?)?(?:[\w.-]+@[\w.-]+:[^$]*)?\$(?: (.*))?$")
"""A terminal prompt, or the bare $ before the lines of a script, followed by what was typed."""


def _typed() -> List[str]:
    """Returns what was typed at the terminal's prompts; without a terminal, the lines of the code."""
    lines = submission().get("terminal_lines") or []
    typed = [match.group(1).strip() for match in map(PROMPT.match, map(str, lines)) if match and match.group(1)]
    return typed or [line.strip() for line in submission().code.splitlines() if line.strip() and not line.strip().startswith("#")]
