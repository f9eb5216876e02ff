"""Commands of the program `sqlite3`, which many SQL lessons begin with: `.tables`, `.schema`, `.indexes`. Those that only say how the
program prints have no effect, because results are shown as tables. All others are refused.
"""

from __future__ import annotations

import shlex
from typing import List, NamedTuple, Optional, Tuple

from .sql_errors import SqlError

_DISPLAY = {"headers", "header", "mode", "width", "nullvalue", "separator", "echo", "print", "changes", "timer"}
_OWN = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
_ANSWERED = {
    "tables": f"SELECT name AS 'table' FROM sqlite_master WHERE type IN ('table', 'view') AND {_OWN} AND name LIKE ? ORDER BY name",
    "schema": f"SELECT sql || ';' AS schema FROM sqlite_master WHERE sql IS NOT NULL AND {_OWN} AND tbl_name LIKE ? ORDER BY tbl_name, rowid",
    "indexes": "SELECT name AS 'index' FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE ? ORDER BY name",
}
_NAMES = {**{name: name for name in _ANSWERED}, "indices": "indexes"}


class Query(NamedTuple):
    """The query that answers a command."""

    text: str
    values: Tuple[str, ...]


def is_dot_command(statement: str) -> bool:
    return statement.startswith(".")


def query_for(command: str) -> Optional[Query]:
    """Returns None for a command without effect. @raise SqlError: for a command that is refused"""
    name, *arguments = _words(command)
    if name in _DISPLAY:
        return None
    answered = next((_NAMES[each] for each in _NAMES if len(name) > 1 and each.startswith(name)), None)
    if answered is None:
        raise SqlError(
            "NotAllowed",
            f".{name} is a command of the program sqlite3 and does not work here. These do: .tables, .schema and .indexes.",
        )
    return Query(_ANSWERED[answered], (arguments[0] if arguments else "%",))


def _words(command: str) -> List[str]:
    text = command[1:].strip().rstrip(";")
    try:
        words = shlex.split(text)
    except ValueError:  # a quote that is not closed
        words = text.split()
    return [words[0].lower(), *words[1:]] if words else [""]
