"""Results of a database outside this process, such as PostgreSQL, in the form in which checks find those of SQLite.

The runner ran code and answer elsewhere and passes the results as `request["sql"]["given"]`:

    statements  of the code: {"code", "line", "text", "is_cut"}; text as in `sql_results.result_text`, or None
    error       the record of the error that ended the code, or None
    answer      {"text", "is_cut", "error"}; error is None or a text
"""

from __future__ import annotations

import json
from typing import Any, Dict, Optional

from .sql_errors import SqlError


def run_recorded(request: Dict[str, Any], namespace: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """Fills the namespace as `sql_run.run` does. Returns the record of the code's error, or None."""
    given = request["sql"]["given"]
    statements = [
        {"code": statement["code"], "line": statement["line"], **_table(statement["text"], statement["is_cut"])}
        for statement in given["statements"]
    ]
    with_result = [statement for statement in statements if statement["columns"]]
    namespace["query"] = request["code"]
    namespace["statements"] = statements
    namespace["result"] = {
        name: with_result[-1][name] if with_result else empty for name, empty in (("columns", []), ("rows", []), ("is_cut", False))
    }
    namespace["run_query"] = _no_query
    return given["error"]


def recorded_answer(request: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the answer's result. @raise SqlError"""
    answer = request["sql"]["given"]["answer"]
    if answer["error"] is not None:
        raise SqlError("AnswerError", answer["error"])
    return _table(answer["text"], answer["is_cut"])


def _no_query(_code: str) -> Dict[str, Any]:
    raise SqlError("NotAvailable", "Checks of a PostgreSQL lesson cannot query its database, which has ended. Use `result` and `statements` instead.")


def _table(text: Optional[str], is_cut: bool) -> Dict[str, Any]:
    if not text:
        return {"columns": [], "rows": [], "is_cut": False}
    columns, *rows = json.loads(text)
    return {"columns": columns, "rows": [[_value(cell) for cell in row] for row in rows], "is_cut": is_cut}


def _value(cell: Any) -> Any:
    if not isinstance(cell, dict):
        return cell
    kind, text = cell["type"], cell["text"]
    return int(text) if kind == "integer" else bytes.fromhex(text) if kind == "blob" else float(text)
