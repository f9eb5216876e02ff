"""Legacy checks: plain assertions on the submission's names, as in lessons of older systems.

Each top-level statement that isn't just preparation is one check. An error other than AssertionError is the author's,
except for names that only the submission lacks and errors raised by the learner's own code.

`submission` and `answer` are the two sides if the check uses them that way (`answer["total"]`, `submission.output`).
Otherwise they are ordinary names that refer to the learner's variables.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, List, Set

_PREPARATIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Pass)
_FILE = "check.py"
_SIDE_PARTS = ("names", "code", "output", "error", "plots", "figures", "evaluate", "call", "facts", "language")


def judge_legacy(code: str, submission: Any, answer: Any) -> Any:
    """Returns a `pycheck.Verdict`."""
    from pycheck.session import Session, Spoken, Verdict

    session = Session(submission, answer)
    scope: Dict[str, Any] = {"__name__": "__main__"}
    try:
        statements = ast.parse(code, _FILE).body
    except SyntaxError as error:
        return Verdict([], error)
    sides = {name: side for name, side in (("submission", submission), ("answer", answer)) if _is_side(name, statements)}
    for side in ("submission", "answer"):
        if side not in sides and side not in submission.names:
            sides[side] = {"submission": submission, "answer": answer}[side]
    scope.update(sides)
    own = set(sides)
    for statement in statements:
        _fetch(statement, submission, scope, own)
        problem = _run(statement, scope)
        failure = None if problem is None else _failure(problem, submission, answer)
        if problem is not None and failure is None:
            return Verdict(session.results, None if session.has_failed else problem)
        if failure is not None or not isinstance(statement, _PREPARATIONS):
            declared = Spoken("assert", f"line {statement.lineno}")
            session.check(declared, lambda failure=failure: _raise(failure))  # type: ignore[misc]
    return Verdict(session.results)


def _is_side(name: str, statements: List[ast.stmt]) -> bool:
    """Whether the check uses this name for the submission or answer object."""
    for node in (node for statement in statements for node in ast.walk(statement)):
        part = getattr(node, "value", None)
        if not (isinstance(part, ast.Name) and part.id == name):
            continue
        if isinstance(node, ast.Attribute) and node.attr in _SIDE_PARTS:
            return True
        if isinstance(node, ast.Subscript):
            index: Any = node.slice
            index = getattr(index, "value", index) if type(index).__name__ == "Index" else index
            if isinstance(index, ast.Constant) and isinstance(index.value, str):
                return True
    return False


def _fetch(statement: ast.stmt, submission: Any, scope: Dict[str, Any], own: Set[str]) -> None:
    """Copies the current values of the submission's names used by a statement into the scope, except the check's own names."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own and node.id in submission.names:
            scope[node.id] = submission.names[node.id]
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            own.add(node.name)
        elif isinstance(node, ast.alias):
            own.add((node.asname or node.name).split(".")[0])


def _run(statement: ast.stmt, scope: Dict[str, Any]) -> Any:
    try:
        exec(compile(_module([statement]), _FILE, "exec"), scope)
    except BaseException as error:  # whatever the learner's code raises, and what the author's does
        return error
    return None


def _module(body: List[ast.stmt]) -> ast.Module:
    return ast.Module(body=body, type_ignores=[])


def _failure(error: BaseException, submission: Any, answer: Any) -> Any:
    """Returns the error as a failed check, or None if it is the author's error."""
    from pycheck.errors import AuthorError, Failed
    from pycheck.submission import line_of, message_of, raised_text

    if isinstance(error, Failed):
        return error
    if isinstance(error, AssertionError):
        return Failed(message_of(error) or "A check of this screen failed.", line=line_of(error))
    if line_of(error) is not None:
        return Failed(raised_text("Your code", error), line=line_of(error))
    name = _missing_name(error)
    if name is None or name in submission:
        return None
    try:
        answer.evaluate(name)
    except AuthorError:
        # If there is an answer, the name is missing there as well.
        return None if answer.code.strip() else Failed(f"There is no variable {name}.")
    return Failed(f"There is no variable {name}.")


def _missing_name(error: BaseException) -> Any:
    if not isinstance(error, NameError):
        return None
    parts = str(error).split("'")
    return parts[1] if len(parts) > 2 else None


def _raise(failure: Any) -> None:
    if failure is not None:
        raise failure
