"""Splits text into SQL statements as SQLite does."""

from __future__ import annotations

import re
import sqlite3
from typing import Iterator, List, NamedTuple, Optional, Tuple

# Quotes and comments, which can hide a semicolon. As in SQLite, an unclosed one hides the rest of the text.
_TOKEN = re.compile(
    r"""
    (?P<space>\s+ | --[^\n]* | /\*.*?(?:\*/|\Z))
  | (?P<quoted>'(?:[^']|'')*(?:'|\Z) | "(?:[^"]|"")*(?:"|\Z) | `(?:[^`]|``)*(?:`|\Z) | \[[^\]]*(?:\]|\Z))
  | (?P<word>[^\W\d][\w$]*)
  | (?P<end>;)
  | (?P<other>\d[\w.]*|.)
    """,
    re.VERBOSE | re.DOTALL,
)


class Statement(NamedTuple):
    """A statement without its semicolon, and its offset in the whole text."""

    text: str
    start: int


class Token(NamedTuple):
    kind: str
    text: str
    start: int


def split_statements(code: str) -> List[Statement]:
    """Returns the statements of a text. White space, comments and lone semicolons are not statements."""
    statements: List[Statement] = []
    start: Optional[int] = None
    for token in tokens(code):
        if token.kind == "end":
            # The body of a trigger contains semicolons.
            if start is not None and sqlite3.complete_statement(code[start : token.start + 1]):
                statements.append(Statement(code[start : token.start], start))
                start = None
        elif token.kind != "space" and start is None:
            start = token.start
    if start is not None:
        statements.append(Statement(code[start:], start))
    return statements


def tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        yield Token(match.lastgroup or "other", match.group(), match.start())


def line_and_column(code: str, offset: int) -> Tuple[int, int]:
    """Line and column, both counted from 1."""
    return code.count("\n", 0, offset) + 1, offset - (code.rfind("\n", 0, offset) + 1) + 1
