"""Splits text into SQL statements as SQLite does."""

from __future__ import annotations

import re
import sqlite3
from typing import Iterable, Iterator, List, NamedTuple, Optional, Tuple

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
    """Returns the statements of a text. White space, comments and lone semicolons are not statements. As in the program `sqlite3`, a line
    that begins with a dot where a statement could begin is one, up to its end.
    """
    statements: List[Statement] = []
    start: Optional[int] = None
    at = 0
    while at < len(code):
        token = _token_at(code, at)
        at = token.start + len(token.text)
        if start is None and token.text == ".":
            line_end = code.find("\n", token.start)
            at = len(code) if line_end < 0 else line_end
            statements.append(Statement(code[token.start : at].rstrip(), token.start))
        elif token.kind == "end":
            # The body of a trigger contains semicolons.
            if start is not None and sqlite3.complete_statement(code[start : token.start + 1]):
                statements.append(Statement(code[start : token.start], start))
                start = None
        elif token.kind != "space" and start is None:
            start = token.start
    if start is not None:
        statements.append(Statement(code[start:], start))
    return statements


_BEGINS = {"begin", "start"}
_ENDS = {"commit", "end", "rollback", "abort", "savepoint", "release"}


def keeps_transaction(codes: Iterable[str]) -> bool:
    """Whether a transaction stays open for these codes, which run one after the other: the first statement about transactions is one
    that needs it.
    """
    for code in codes:
        for statement in split_statements(code):
            word = next((token.text.lower() for token in tokens(statement.text) if token.kind != "space"), "")
            if word in _BEGINS or word in _ENDS:
                return word in _ENDS
    return False


def tokens(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        token = _token_at(text, at)
        yield token
        at += len(token.text)


def _token_at(text: str, at: int) -> Token:
    match = _TOKEN.match(text, at)
    assert match is not None, "every character is a token"
    return Token(match.lastgroup or "other", match.group(), at)


def line_and_column(code: str, offset: int) -> Tuple[int, int]:
    """Line and column, both counted from 1."""
    return code.count("\n", 0, offset) + 1, offset - (code.rfind("\n", 0, offset) + 1) + 1
