"""Runs SQL on a private SQLite database. For checks, the namespace then has:

    query       the code
    result      the last result of the code: {"columns": […], "rows": [[…], …], "is_cut": bool}
    statements  each statement: {"code", "line", "columns", "rows", "is_cut"}; columns are [] if it has no result
    run_query   runs a query on the same database, after the code; returns a `result`, raises SqlError
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence

from .sql_database import open_database
from .sql_dot_commands import Query, is_dot_command, query_for
from .sql_errors import SqlError, offset_of, sql_error_record
from .sql_recorded import recorded_answer, run_recorded
from .sql_guard import Guard
from .sql_results import NO_RESULT, Result, result_text, take_rows
from .sql_statements import Statement, keeps_transaction, line_and_column, split_statements

WORK_FOLDER = "/work"
_CHECK_SECONDS = 10.0
"""For one query of a check."""
_MAX_STATEMENTS = 10_000
_SESSION = "__sql_session__"
_OUTPUT_ROOM = 4096
"""Bytes of stdout that a result leaves free, so that it is never cut."""


def run(request: Dict[str, Any], namespace: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Runs a request and writes its last result to stdout. Returns the record of the error that ended it, or None."""
    if "given" in request["sql"]:
        return run_recorded(request, namespace)
    code = request["code"]
    error: Optional[Dict[str, Any]] = None
    session: Optional[SqlSession] = namespace.pop(_SESSION, None)
    try:
        session = session or SqlSession(request)
        session.run_before(request["preamble"])
        session.run(code)
    except SqlError as failure:
        at_fault = session.failed if session is not None and session.code == code else None
        error = sql_error_record(failure, code, at_fault)
    last = session.last if session is not None else None
    if last is not None:
        sys.stdout.write(result_text(last))
        sys.stdout.flush()
    if last is not None and last.is_cut:
        namespace["__notes__"] = [{"type": "cut", "what": "rows"}]
    _fill(namespace, code, session)
    return error


def run_earlier(request: Dict[str, Any], namespace: Dict[str, Any], note: Callable[[str, str], None]) -> Optional[Dict[str, Any]]:
    """Runs the code of earlier screens on the database. Returns the record of the error that ended it, or None.

    @param note: receives the screen's name and the message of an error that ended the code of one screen
    """
    if "given" in request["sql"]:
        return None
    session = None
    try:
        session = SqlSession(request)
        session.run_earlier(request, note)
    except SqlError as failure:
        _fill(namespace, request["code"], session)
        return sql_error_record(failure, request["code"], None)
    namespace[_SESSION] = session
    return None


def _fill(namespace: Dict[str, Any], code: str, session: Optional["SqlSession"]) -> None:
    """Adds what checks use."""
    last = session.last if session is not None else None
    namespace["query"] = code
    namespace["result"] = (last or NO_RESULT).as_data()
    namespace["statements"] = [] if session is None else session.statements
    namespace["run_query"] = _query_function(session)


def run_query_fresh(request: Dict[str, Any], code: str) -> Dict[str, Any]:
    """Runs a query, such as the answer, on a new copy of the database, after the code of earlier screens and the preamble. Raises
    SqlError.
    """
    if "given" in request["sql"]:
        return recorded_answer(request)
    session = SqlSession(request)
    session.run_earlier(request, lambda _name, _message: None)
    session.run_before(request["preamble"])
    session.run(code)
    return (session.last or NO_RESULT).as_data()


class SqlSession:
    """A database and what was run on it."""

    def __init__(self, request: Dict[str, Any]) -> None:
        limits = request["limits"]
        self._max_rows = int(request["sql"]["max_rows"])
        self._max_bytes = max(0, int(limits["stream_bytes"]) - _OUTPUT_ROOM)
        self._keeps_all = request.get("has_checks", True)
        self._connection = open_database(WORK_FOLDER)
        self._guard = Guard(self._connection, limits)
        self.forget()

    def forget(self) -> None:
        """Drops the results so far, such as those of the preamble."""
        self.code = ""
        self.failed: Optional[Statement] = None
        self.last: Optional[Result] = None
        self.statements: List[Dict[str, Any]] = []

    def run_earlier(self, request: Dict[str, Any], note: Callable[[str, str], None]) -> None:
        """Runs the code of earlier screens, within the limits of a run. An error ends only the code of one screen; what was done
        before stays.

        A transaction that is left open is committed, unless code after it ends it.

        @raise SqlError: for a limit
        """
        cells: Sequence[Dict[str, Any]] = request.get("earlier") or []
        if not cells:
            return
        after = [*(cell["code"] for cell in cells), *request["preamble"], request["code"]]
        for index, cell in enumerate(cells, 1):
            try:
                self.run(cell["code"])
            except SqlError as error:
                if error.limit in ("time", "cpu") or (error.limit is not None and not cell["may_fail"]):
                    raise SqlError(error.name, f"{error}, in the code of {cell['name']}", error.limit) from error
                if not cell["may_fail"]:
                    note(cell["name"], f"{error.name}: {error}")
            if self._connection.in_transaction and not keeps_transaction(after[index:]):
                self._end_transaction()
            self.forget()
        self._guard.renew()

    def run_before(self, texts: Sequence[str]) -> None:
        """Runs texts whose results don't count."""
        for text in texts:
            self.run(text)
        self.forget()

    def _end_transaction(self) -> None:
        for statement in ("COMMIT", "ROLLBACK"):
            self._guard.begin()
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute(statement)
            if not self._connection.in_transaction:
                return

    def run(self, code: str) -> None:
        """Runs every statement of a text. @raise SqlError: `failed` is then the statement"""
        self.code = code
        self.failed = None
        statements = split_statements(code)
        for number, statement in enumerate(statements):
            self.failed = statement
            if number == _MAX_STATEMENTS:
                raise SqlError("TooManyStatements", f"A run can have at most {_MAX_STATEMENTS} statements; this one has {len(statements)}.")
            result = self._execute(statement.text)
            self.last = result or self.last
            self._note(statement, result)
        self.failed = None

    def query(self, code: str) -> Dict[str, Any]:
        """Runs a query of a check, without reporting it."""
        self._guard.allow(_CHECK_SECONDS)
        last = None
        for statement in split_statements(code):
            last = self._execute(statement.text) or last
        return (last or NO_RESULT).as_data()

    def _execute(self, text: str) -> Optional[Result]:
        self._guard.begin()
        try:
            query = query_for(text) if is_dot_command(text) else Query(text, ())
            if query is None:
                return None
            cursor = self._connection.execute(*query)
            if cursor.description is None:
                return None
            columns = [column[0] for column in cursor.description]
            result = take_rows(columns, iter(cursor.fetchone, None), self._max_rows, self._max_bytes)
            cursor.close()
            return result
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError, MemoryError) as error:
            explained = self._guard.explain(error)
            if explained.limit is None:
                explained.offset = offset_of(str(error), text, self._prepare)
            raise explained from error

    def _prepare(self, text: str) -> None:
        self._connection.execute(f"EXPLAIN {text}").close()

    def _note(self, statement: Statement, result: Optional[Result]) -> None:
        if not self._keeps_all and len(self.statements) > 0:
            # Without checks they aren't needed, and all together may be large.
            self.statements.clear()
        line, _ = line_and_column(self.code, statement.start)
        self.statements.append({"code": statement.text, "line": line, **(result or NO_RESULT).as_data()})


def _query_function(session: Optional[SqlSession]) -> Callable[[str], Dict[str, Any]]:
    def run_query(code: str) -> Dict[str, Any]:
        if session is None:
            raise SqlError("NoDatabase", "Couldn’t open the database.")
        return session.query(code)

    return run_query
