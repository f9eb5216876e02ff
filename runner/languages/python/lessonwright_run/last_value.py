"""Shows the value of the last expression of code, as notebooks do."""

from __future__ import annotations

import __future__
import ast
import contextlib
import io
import re
import sys
from types import CodeType
from typing import Any, Callable, ContextManager, Dict, List, Optional, TextIO

from .guard import library
from .plots import GALLERY, is_figure
from .pretty_text import pretty_text

_FUTURES = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
_FRAME_COLUMNS = 20
"""Columns of a table that pandas shows in notebooks; elsewhere it shows those that fit into a terminal."""


def run_and_show(text: str, file_name: str, namespace: Dict[str, Any], stream: TextIO) -> None:
    """Runs code, and writes the value of its last expression to `stream`."""
    codes = split(text, file_name)
    if sys.displayhook is sys.__displayhook__:
        # The code may have one of its own, which also applies in notebooks.
        sys.displayhook = _shower(stream)
    try:
        for code in codes:
            exec(code, namespace)
    finally:
        if getattr(sys.displayhook, "__module__", None) == __name__:
            sys.displayhook = sys.__displayhook__


def split(text: str, file_name: str) -> List[CodeType]:
    """Compiles code. If its last statement is an expression that no semicolon follows, the expression is apart from the rest, and
    passes its value to `sys.displayhook`, as each line of Python's console does.

    Everything is compiled before anything runs, so that an error of syntax anywhere is the only result. The parts keep their
    lines and columns.
    """
    tree = compile(text, file_name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or _ends_with_semicolon(text, last):
        return [compile(tree, file_name, "exec", dont_inherit=True)]
    tree.body.pop()
    first = compile(tree, file_name, "exec", dont_inherit=True)
    shown = compile(ast.Interactive([last]), file_name, "single", first.co_flags & _FUTURES, dont_inherit=True)
    return [first, shown]


def _ends_with_semicolon(text: str, last: ast.Expr) -> bool:
    """Only brackets, semicolons and comments can follow the last expression."""
    lines = re.split("\r\n|\r|\n", text)
    end_line, end_offset = last.end_lineno or len(lines), last.end_col_offset or 0
    after = [lines[end_line - 1].encode()[end_offset:].decode(errors="replace"), *lines[end_line:]]
    return any(";" in line.split("#")[0] for line in after)


def _shower(stream: TextIO) -> Callable[[Any], None]:
    def show(value: Any) -> None:
        if value is None:
            return
        if is_figure(value):
            _show_figure(value)
            return
        with _notebook_tables():
            text = pretty_text(value)
        stream.flush()
        stream.write(f"{_line_end(stream)}{text}\n")

    return show


def _show_figure(figure: Any) -> None:
    """Open figures of pyplot are shown at the end of the run, so only others have to be kept here, and only once."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    is_open = helpers is not None and any(manager.canvas.figure is figure for manager in helpers.Gcf.get_all_fig_managers())
    if not is_open and not any(kept is figure for kept in GALLERY.figures):
        GALLERY.keep(figure)


def _notebook_tables() -> ContextManager[Any]:
    pandas: Optional[Any] = library("pandas", "option_context", "get_option")
    # Zero, its default, is as many as fit.
    if pandas is None or pandas.get_option("display.max_columns") != 0:
        return contextlib.nullcontext()
    return pandas.option_context("display.max_columns", _FRAME_COLUMNS)  # type: ignore[no-any-return]


def _line_end(stream: TextIO) -> str:
    """A value begins on a line of its own."""
    if isinstance(stream, io.StringIO):
        return "" if stream.getvalue()[-1:] in ("", "\n") else "\n"
    return "\n" if getattr(getattr(stream, "buffer", None), "is_mid_line", False) else ""
