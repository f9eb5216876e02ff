"""SQL errors as records of the report: which statement, and the position in it."""

from __future__ import annotations

import re
import sqlite3
from typing import Any, Callable, Dict, Optional

from .guard import cut_text
from .sql_statements import Statement, line_and_column, tokens

MAX_MESSAGE = 20_000
_NEAR = re.compile(r'near "(.*)": syntax error|unrecognized token: "(.*)"', re.DOTALL)
_NAMED = re.compile(
    r"(?:no such (?:column|table|function|index|view|trigger|collation sequence)|ambiguous column name|duplicate column name"
    r"|misuse of aggregate(?: function)?|wrong number of arguments to function|table|index|view):? (\S+?)(?:\(\))?(?: already exists)?$"
)


class SqlError(Exception):
    """A statement failed. `name` is a class of Python's sqlite3, or a limit."""

    def __init__(self, name: str, message: str, limit: Optional[str] = None) -> None:
        super().__init__(message)
        self.name = name
        self.limit = limit
        self.offset: Optional[int] = None
        """Characters from the start of the statement; None if unknown."""


def sql_error_record(error: SqlError, code: str, statement: Optional[Statement]) -> Dict[str, Any]:
    """`statement`: None if it isn't part of the learner's code, so there is no line."""
    line = column = None
    if statement is not None:
        line, column = line_and_column(code, statement.start + (error.offset or 0))
        if error.offset is None:
            column = None
    message = cut_text(str(error), MAX_MESSAGE)
    return {
        "type": "error",
        "name": error.name,
        "message": message,
        "line": line,
        "column": column,
        "traceback": f"{error.name}: {message}",
        "limit": error.limit,
    }


def offset_of(message: str, statement: str, prepare: Callable[[str], None]) -> Optional[int]:
    """Returns the position of the token in SQLite's message. Python doesn't expose SQLite's own offset.

    `prepare` raises sqlite3.Error for text that SQLite can't parse, and runs nothing.
    """
    near, named = _NEAR.search(message), _NAMED.search(message)
    if near:
        wanted = near.group(1) or near.group(2) or ""
        places = [token.start for token in tokens(statement) if token.kind != "space" and token.text.startswith(wanted)]
        if len(places) < 2:
            return places[0] if places else None
        # The parser stops at the first invalid token: the text up to it fails with the same message.
        return next((place for place in places if _fails_with(message, statement[: place + len(wanted)], prepare)), places[-1])
    if named:
        *_, last = named.group(1).rsplit(".", 1)
        words = (token for token in tokens(statement) if token.kind in ("word", "quoted"))
        return next((token.start for token in words if token.text.strip("\"`[]'").lower() == last.lower()), None)
    return None


def _fails_with(message: str, text: str, prepare: Callable[[str], None]) -> bool:
    try:
        prepare(text)
    except sqlite3.Error as error:
        return str(error) == message
    return False
