"""Runs check code: every checker is in scope, `assert` is a check, and errors are attributed to learner or author."""

import ast
import sys
from typing import Any, Dict, Optional

from . import session as sessions
from .answer import Answer
from .errors import AuthorError, Failed
from .session import Session, Spoken, Verdict
from .submission import Submission, line_of, raised_text

CHECK_FILE = "check.py"
"""The file name of compiled check code; also of legacy checks."""
_RECORD = "_pycheck_assert"


def judge(code: str, submission: Submission, answer: Optional[Answer] = None) -> Verdict:
    """Runs check code on a submission.

    An error raised by the check code is the author's, with two exceptions: errors from the learner's own code, and errors
    after a failed check, which are likely caused by that failure.
    """
    session = Session(submission, answer or Answer())
    sessions.begin(session)
    try:
        tree = ast.fix_missing_locations(_Asserts().visit(ast.parse(code, CHECK_FILE)))
        exec(compile(tree, CHECK_FILE, "exec"), _scope(session))
    except AuthorError as error:
        return Verdict(session.results, error)
    except SyntaxError as error:
        return Verdict(session.results, error)
    except BaseException as error:  # check code may leave, and call the learner's
        return _ended(session, error)
    finally:
        sessions.end()
    return Verdict(session.results)


def _ended(session: Session, error: BaseException) -> Verdict:
    if isinstance(error, Failed):
        session.check(Spoken("assert", "assert"), _raiser(error))
    elif line_of(error) is not None:
        session.check(Spoken("assert", "assert"), _raiser(Failed(raised_text("Your code", error), line=line_of(error))))
    elif not session.has_failed:
        return Verdict(session.results, error)
    return Verdict(session.results)


def _raiser(failure: Failed) -> Any:
    def raise_it() -> None:
        raise failure

    return raise_it


def _scope(session: Session) -> Dict[str, Any]:
    package = sys.modules[__package__]
    scope = {name: getattr(package, name) for name in package.__all__}
    return {
        **scope,
        "__name__": "check",
        "pycheck": package,
        "submission": session.submission,
        "answer": session.answer,
        _RECORD: lambda test, text, line: _record(session, test, text, line),
    }


def _record(session: Session, test: Any, text: Any, line: int) -> None:
    """Records one assertion. Its parts are functions, so that their errors are caught here."""

    def body() -> None:
        if not test():
            message = text() if text is not None else None
            raise Failed("A check of this screen failed." if message is None else str(message))

    name = f"assert, line {line}"
    try:
        session.check(Spoken("assert", name), _with_blame(body))
    except _Ended as ended:
        raise ended.error from None


class _Ended(AuthorError):
    """Carries an error of the check code itself through the session."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


def _with_blame(body: Any) -> Any:
    def blamed() -> None:
        try:
            body()
        except (AuthorError, Failed):
            raise
        except BaseException as error:
            if line_of(error) is None:
                raise _Ended(error) from None
            raise Failed(raised_text("Your code", error), line=line_of(error)) from None

    return blamed


class _Asserts(ast.NodeTransformer):
    """Turns `assert x, y` into a check that continues after a failure."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        nothing: ast.expr = ast.Constant(value=None)
        call = ast.Call(
            func=ast.Name(id=_RECORD, ctx=ast.Load()),
            args=[_later(node.test), nothing if node.msg is None else _later(node.msg), ast.Constant(value=node.lineno)],
            keywords=[],
        )
        return ast.copy_location(ast.Expr(value=call), node)


def _later(expression: ast.expr) -> ast.expr:
    arguments = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
    return ast.copy_location(ast.Lambda(args=arguments, body=expression), expression)
