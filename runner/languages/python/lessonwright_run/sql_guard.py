"""What the learner's SQL may do with its SQLite connection, and for how long.

The sandbox is the security boundary; this makes most violations a plain error with a line.
"""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Dict, Optional

from .sql_errors import SqlError

MAX_TEXT = 16 * 1024 * 1024
"""Bytes of one text or blob, and of one row."""
_LIMITS = {
    "LENGTH": MAX_TEXT,
    "SQL_LENGTH": 1_000_000,
    "COLUMN": 1_000,
    "EXPR_DEPTH": 500,
    "COMPOUND_SELECT": 250,
    "VDBE_OP": 2_000_000,
    "FUNCTION_ARG": 100,
    "ATTACHED": 0,
    "LIKE_PATTERN_LENGTH": 5_000,
    "VARIABLE_NUMBER": 1_000,
    "TRIGGER_DEPTH": 100,
    "WORKER_THREADS": 0,
}
_READ_ONLY_PRAGMAS = {"schema_version", "page_count", "page_size", "freelist_count", "journal_mode", "synchronous", "auto_vacuum"}
_PRAGMAS = _READ_ONLY_PRAGMAS | {
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list", "foreign_key_check",
    "database_list", "function_list", "module_list", "pragma_list", "collation_list", "compile_options", "user_version",
    "application_id", "encoding", "foreign_keys", "defer_foreign_keys", "case_sensitive_like", "recursive_triggers", "integrity_check",
    "quick_check", "data_version", "optimize", "full_column_names", "short_column_names", "reverse_unordered_selects", "query_only",
}  # fmt: skip
_FUNCTIONS = {"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"}
_STEPS_BETWEEN_LOOKS = 500
"""SQLite instructions between two checks of the time; a single one may create a megabyte of random bytes."""
_BEFORE_ALARM = 0.05


class Guard:
    """Guards one connection. Python's sqlite3 before 3.11 can't set length limits; the memory limit applies there."""

    def __init__(self, connection: sqlite3.Connection, limits: Dict[str, Any]) -> None:
        self._connection = connection
        self._seconds = float(limits["wall_seconds"]), float(limits["cpu_seconds"])
        self._deadline = self._cpu_deadline = 0.0
        self.renew()
        self._refused: Optional[str] = None
        self._spent: Optional[str] = None
        _set_limits(connection, limits)
        connection.set_progress_handler(self._look, _STEPS_BETWEEN_LOOKS)
        connection.set_authorizer(self._authorize)

    def renew(self) -> None:
        """Allows the time and the processor time of a run from now on."""
        wall_seconds, cpu_seconds = self._seconds
        # A little before the run's own alarm, which could not say in which statement.
        self._deadline = time.monotonic() + wall_seconds - _BEFORE_ALARM
        self._cpu_deadline = time.process_time() + cpu_seconds

    def allow(self, seconds: float) -> None:
        """Allows this much time from now on."""
        self._deadline = time.monotonic() + seconds
        self._spent = None

    def begin(self) -> None:
        """Call before each statement."""
        self._refused = None
        self._spent = None

    def explain(self, error: BaseException) -> SqlError:
        """Translates an error of sqlite3 into the limit that caused it."""
        if self._spent == "cpu":
            return SqlError("ProcessorLimit", "the query ran out of processor time", "cpu")
        if self._spent == "time" or str(error) == "interrupted":
            return SqlError("TimeLimit", "the query ran out of time", "time")
        if isinstance(error, MemoryError):
            return SqlError("MemoryLimit", "the query ran out of memory", "memory")
        name, message = type(error).__name__, str(error)
        if self._refused is not None and any(word in message for word in ("not authorized", "denied", "prohibited")):
            return SqlError("NotAllowed", f"{self._refused} is not allowed here.")
        if "database or disk is full" in message:
            return SqlError(name, "The database would exceed the size limit of a run.", "disk")
        return SqlError(name, message)

    def _look(self) -> int:
        if time.monotonic() > self._deadline:
            self._spent = "time"
        elif time.process_time() > self._cpu_deadline:
            self._spent = "cpu"
        return 0 if self._spent is None else 1

    def _authorize(self, action: int, first: Optional[str], second: Optional[str], _database: Optional[str], _inner: Optional[str]) -> int:
        if action == sqlite3.SQLITE_ATTACH:
            # VACUUM attaches a nameless file.
            return self._refuse("VACUUM" if first == "" else "ATTACH")
        if action == sqlite3.SQLITE_DETACH:
            return self._refuse("DETACH")
        if action == sqlite3.SQLITE_PRAGMA:
            name = (first or "").lower()
            if name not in _PRAGMAS or (name in _READ_ONLY_PRAGMAS and second is not None):
                return self._refuse(f"PRAGMA {name}")
        if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS:
            return self._refuse(f"{second}()")
        return sqlite3.SQLITE_OK

    def _refuse(self, what: str) -> int:
        self._refused = what
        return sqlite3.SQLITE_DENY


def _set_limits(connection: sqlite3.Connection, limits: Dict[str, Any]) -> None:
    if hasattr(connection, "setlimit"):
        for name, value in _LIMITS.items():
            connection.setlimit(getattr(sqlite3, f"SQLITE_LIMIT_{name}"), value)
    if hasattr(connection, "setconfig"):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    for (_, name, _) in connection.execute("PRAGMA database_list").fetchall():
        page_size = connection.execute(f'PRAGMA "{name}".page_size').fetchone()[0]
        pages = connection.execute(f'PRAGMA "{name}".page_count').fetchone()[0]
        connection.execute(f'PRAGMA "{name}".max_page_count = {pages + int(limits["disk_bytes"]) // page_size}')
    for pragma in ("trusted_schema = OFF", "temp_store = MEMORY", "cell_size_check = ON"):
        connection.execute(f"PRAGMA {pragma}")
    # A quarter is left for Python's own copy of the rows.
    connection.execute(f"PRAGMA hard_heap_limit = {int(limits['memory_bytes']) * 3 // 4}")
