"""Exceptions as the learner should see them: without our frames, with lines and columns of the learner's code."""

from __future__ import annotations

import errno
import re
import traceback
from types import TracebackType
from typing import Any, Callable, Dict, Iterator, Optional, Tuple

from . import typed_input
from .guard import attempt, class_name, cut_text, plain_text

MAX_TRACEBACK = 20_000
_INSTALLATION = re.compile(r"\s*[!%]?\s*(?:python3? -m )?(?:pip3?|conda|mamba) install\b")
_END_OF_INPUT = "EOF when reading a line"
NO_INPUT = (
    "This run has no input, so input() has nothing to read. Set the value in the code. "
    "The lesson’s author can add lines in the tab Input."
)
END_OF_INPUT = "input() has nothing left to read: all lines of the input were read already."
NO_INSTALLATION = "A run can’t install packages: the lesson’s author adds them under Packages."
_OUR_FOLDER = __file__.rsplit("/", 1)[0] + "/"


def _is_ours(file_name: str) -> bool:
    return file_name.startswith(_OUR_FOLDER)


def error_record(error: BaseException, file_name: str, is_hidden: Callable[[str], bool] = _is_ours) -> Dict[str, Any]:
    """`file_name`: the learner's code, whose lines are reported; errors in the preamble have none.

    @param is_hidden: says of a file whether its frames are left out of the traceback
    """
    attempt(lambda: _explain(error))
    line, column = attempt(lambda: _position(error, file_name)) or (None, None)
    name = class_name(type(error))
    return {
        "type": "error",
        "name": name,
        "message": cut_text(attempt(lambda: _message(error)) or "", MAX_TRACEBACK),
        "line": line,
        "column": column,
        "traceback": cut_text(attempt(lambda: _traceback(error, is_hidden)) or name, MAX_TRACEBACK),
    }


def error_line(error: BaseException) -> str:
    """The error as the last line of its traceback has it."""
    attempt(lambda: _explain(error))
    name = class_name(type(error))
    message = cut_text(attempt(lambda: _message(error)) or "")
    return f"{name}: {message}" if message else name


def limit_of(error: BaseException) -> Optional[str]:
    """Returns the limit that caused an error."""
    kind = type(error)
    if issubclass(kind, MemoryError):
        return "memory"
    if issubclass(kind, OSError):
        number = attempt(lambda: OSError.errno.__get__(error))  # type: ignore[attr-defined]
        if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            return "disk"
        if number == errno.EAGAIN and issubclass(kind, BlockingIOError):
            return "processes"
        if number == errno.ENOMEM:
            return "memory"
    if issubclass(kind, RuntimeError) and attempt(lambda: str(error)) == "can't start new thread":
        return "processes"
    return None


def _message(error: BaseException) -> str:
    if issubclass(type(error), SyntaxError):
        return plain_text(error.msg) or ""  # type: ignore[attr-defined]
    return plain_text(str(error)) or ""


def _explain(error: BaseException) -> None:
    """Says what to do instead of what no run can do: install packages by a command of notebooks, read typed input."""
    if type(error) is EOFError and error.args == (_END_OF_INPUT,):
        error.args = (END_OF_INPUT if typed_input.has_given else NO_INPUT,)
    if issubclass(type(error), SyntaxError) and _INSTALLATION.match(plain_text(error.text) or ""):  # type: ignore[attr-defined]
        error.msg = NO_INSTALLATION  # type: ignore[attr-defined]


def _position(error: BaseException, file_name: str) -> Tuple[Optional[int], Optional[int]]:
    if issubclass(type(error), SyntaxError) and error.filename == file_name:  # type: ignore[attr-defined]
        line, column = error.lineno, error.offset  # type: ignore[attr-defined]
        return (line if type(line) is int and line > 0 else None), (column if type(column) is int and column > 0 else None)
    innermost: Tuple[Optional[int], Optional[int]] = (None, None)
    for entry in _entries(error.__traceback__):
        if entry.tb_frame.f_code.co_filename == file_name:
            innermost = (entry.tb_lineno, _column(entry))
    return innermost


def _entries(entry: Optional[TracebackType]) -> Iterator[TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _column(entry: TracebackType) -> Optional[int]:
    """Python 3.11 and later report columns, as UTF-8 offsets."""
    code = entry.tb_frame.f_code
    if not hasattr(code, "co_positions") or entry.tb_lasti < 0:
        return None
    for number, (line, _, offset, _) in enumerate(code.co_positions()):
        if number == entry.tb_lasti // 2:
            if line != entry.tb_lineno or offset is None:
                return None
            import linecache

            source = linecache.getline(code.co_filename, line).encode()
            return len(source[:offset].decode(errors="replace")) + 1
    return None


def _traceback(error: BaseException, is_hidden: Callable[[str], bool]) -> str:
    formatted = traceback.TracebackException(type(error), error, error.__traceback__, limit=None, lookup_lines=True)
    part: Optional[traceback.TracebackException] = formatted
    seen = set()
    while part is not None and id(part) not in seen:
        seen.add(id(part))
        frames = [frame for frame in part.stack if not is_hidden(frame.filename)]
        part.stack = traceback.StackSummary.from_list(frames)
        part = part.__cause__ or part.__context__
    return "".join(formatted.format()).rstrip("\n")
